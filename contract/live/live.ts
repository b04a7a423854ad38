// The live channel: what the server pushes to an open console, what the console answers, and the calls beside it.
//
// GET /api/backend/ws/pushMessage/{userId}{random} upgrades to a websocket. The access token is its sub-protocol; whose
// channel it is, the token alone decides. A durable message is a row of its receiver and comes again, through `since` or
// pushNoticeByUser, until it is acknowledged: by the frame `ack`, or by getMessage. Everything else is sent once.
import { type Static, type TSchema, Type } from 'typebox'
import { anyOf, can, signedIn } from '#contract/access.ts'
import { endpoint, getCall } from '#contract/endpoint.ts'
import { Fields, Id, Ids, Nothing, Nullable, OneOf } from '#contract/fields.ts'
import { jobStates } from '#contract/system/jobs.ts'

/** The path ends with the person's id and whatever the browser adds, so that each connection has one of its own. */
export const pushMessage = {
  summary: '实时通知（WebSocket，访问令牌作为子协议）',
  method: 'GET',
  path: '/api/backend/ws/pushMessage/:key',
  access: signedIn,
  effect: 'read',
} as const

export const livePath = (userId: string, random: string) => pushMessage.path.replace(':key', `${userId}${random}`)

/** Why the server closes a connection. Codes below 4000 are those of RFC 6455. */
export const closeCodes = {
  /** The process stops: connect again, another one answers. */
  goingAway: 1001,
  /** No such frame, or too many of them. */
  refused: 1008,
  /** The session has ended: connecting again is of no use. */
  sessionEnded: 4401,
} as const

/** A new registration, as its notification shows it. The mobile number is masked: `138****8000`. */
export const RegisterNotice = Type.Object({
  registrationId: Type.String(),
  company: Type.String(),
  contact: Type.String(),
  mobile: Type.String(),
  subProduct: Type.String(),
  time: Type.String(),
})
export type RegisterNotice = Static<typeof RegisterNotice>

const Notice = Type.Object({
  title: Type.String(),
  content: Type.String(),
  link: Type.Optional(Type.String({ description: 'a page of the console, or empty' })),
  cause: Type.Optional(Type.String({ description: 'notices of one cause replace each other where they pop up' })),
})
export type Notice = Static<typeof Notice>

/** Data that several people work on: open pages refetch it when it changes. */
export const sharedChanges = [
  'priceEntries',
  'priceEditors',
  'priceReviews',
  'priceReviewers',
  'dues',
  'articles',
] as const

const presenceModes = ['edit', 'review'] as const

const Present = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  mode: OneOf('方式', presenceModes),
  since: Type.String(),
})
export type Present = Static<typeof Present>

/** What each type carries. */
const payloads = {
  register: RegisterNotice,
  notice: Notice,
  /** The receiver's rights have changed; `version` is the new `permissionVersion`. */
  permission: Type.Object({ version: Type.String() }),
  /** Somebody else has ended the session; `text` says why. The connection closes after it. */
  offline: Type.Object({ text: Type.String() }),
  /** `done` of `total`; at most 2 messages a second a job. */
  job: Type.Object({
    jobId: Type.String(),
    done: Type.Integer(),
    total: Type.Integer(),
    state: OneOf('状态', jobStates),
    note: Type.String(),
  }),
  /** Durable messages that are obsolete: somebody has handled their subject. */
  settled: Type.Object({ ids: Type.Array(Type.String()) }),
  /** Such data has changed: pages that show it refetch it. Carries no rows. */
  changed: Type.Object({ what: OneOf('内容', sharedChanges) }),
  /** Who has an article open now, the receiver among them; sent to each of these. */
  presence: Type.Object({ articleId: Type.String(), people: Type.Array(Present) }),
} as const satisfies Record<string, TSchema>

type Payloads = typeof payloads
export type LiveType = keyof Payloads
/** Types whose messages are rows: kept 30 days, a digits-only `id` that grows. */
export type DurableType = 'register' | 'notice'

export type LivePayload<T extends LiveType> = Static<Payloads[T]>

/** `sendTime` is spec §3's "Push message". */
export type LiveMessage<T extends LiveType = LiveType> = {
  [K in T]: { id: string; type: K; data: LivePayload<K>; sendTime: string }
}[T]

export const isLiveType = (type: unknown): type is LiveType => typeof type === 'string' && Object.hasOwn(payloads, type)

/** The cursor for `since`: only ids of durable messages. */
export const isDurableId = (id: string) => /^\d+$/.test(id)

/** The server's answer to `ping`; no message. */
export const PONG = '{"type":"pong"}'

const Cursor = Type.String({ title: '编号', pattern: '^[0-9]{1,19}$' })

const Tab = Type.String({ title: '页面', pattern: '^[a-z0-9]{4,32}$' })

/** Frames that a browser may send, as JSON text; anything else closes the connection with 1008. */
export const frames = {
  /**
   * The newest durable message that it has, `0` for none: newer ones are sent, and those of the last 60 s before it
   * again.
   */
  since: Fields({ type: Type.Literal('since'), id: Cursor }),
  /** The person has acknowledged these. */
  ack: Fields({ type: Type.Literal('ack'), ids: Ids('消息', 100) }),
  /**
   * One of its pages has the article open, until it reports otherwise or the connection ends. `tab` is the page's own.
   */
  present: Fields({
    type: Type.Literal('present'),
    articleId: Id('资讯'),
    tab: Tab,
    mode: OneOf('方式', presenceModes),
  }),
  absent: Fields({ type: Type.Literal('absent'), articleId: Id('资讯'), tab: Tab }),
  /** Its half of the heartbeat, answered with `pong`. */
  ping: Fields({ type: Type.Literal('ping') }),
} as const

export type Frame = { [K in keyof typeof frames]: Static<(typeof frames)[K]> }[keyof typeof frames]

export const pushNoticeByUser = getCall(
  '通过实时通知推送尚未确认的消息',
  '/api/backend/memberRegisterNotice/pushNoticeByUser',
  signedIn,
  { data: Type.Object({ count: Type.Integer({ description: 'messages that are pushed' }) }) },
)

export const getMessage = getCall('一条消息的全文，并标记为已读', '/api/backend/message/getMessage', signedIn, {
  query: Fields({ id: Id('消息') }),
  data: Type.Object({
    id: Type.String(),
    type: Type.String(),
    register: Nullable(RegisterNotice),
    notice: Nullable(Notice),
    sendTime: Type.String(),
  }),
})

/** Called from the list of online users, or from the staff accounts. */
export const userOffline = endpoint({
  summary: '强制下线',
  method: 'GET',
  path: '/api/backend/message/userOffline',
  access: anyOf(can('onlineUsers', 'clear'), can('userList', 'clear')),
  effect: 'write',
  query: Fields({ id: Id('用户') }),
  data: Nothing,
})
