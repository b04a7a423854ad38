// Messages of members' sessions: sent by sub-products, read as a conversation, rated and corrected by staff.
import { type Static, Type } from 'typebox'
import { apiKey, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Moment, Nullable, OneOf, Required, Text } from '#contract/fields.ts'
import { aiRoles, feedbackLabels } from './ai-labels.ts'
import { messageStateLabels, refusalLabels } from './answer-labels.ts'

const root = '/api/backend/ai/session'
const menu = 'aiWeb.sessions'

/** Most messages of one batch, in all its sessions; of a session; and of one page of a conversation. */
export const MESSAGE_BATCH = 200
const MESSAGES_OF_SESSION = 10_000
export const MESSAGE_PAGE = 50
/** Characters of a message. */
export const CONTENT_MAX = 50_000
/** Most tokens of a message: those of a whole session stay below the column's reach. */
const TOKENS_MAX = 200_000
/** How far ahead the sub-product's clock may be, min. */
export const MESSAGE_AHEAD_MIN = 5
/** What is older was written by a broken clock. */
export const MESSAGE_SINCE = '2020-01-01T00:00:00Z'

const role = OneOf('角色', aiRoles)
const feedback = Nullable(Choice('评价', feedbackLabels))

const SentSource = Fields({
  title: Required('来源标题', 200),
  link: Type.String({
    title: '来源链接',
    maxLength: 2_000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$',
    messages: { pattern: '来源链接应以 http:// 或 https:// 开头' },
  }),
  excerpt: Type.Optional(Text('来源摘录', 2_000)),
})

const SentMessage = Fields({
  number: Type.Integer({ title: '消息序号', minimum: 1, maximum: MESSAGES_OF_SESSION }),
  role,
  /** Markdown. */
  content: Text('消息内容', CONTENT_MAX),
  at: Moment('时间'),
  sources: Type.Optional(Type.Array(SentSource, { title: '来源', maxItems: 20 })),
  promptNumber: Type.Optional(Nullable(Type.Integer({ title: '提示词版本', minimum: 1, maximum: 1_000_000 }))),
  model: Type.Optional(Text('模型', 100)),
  tokens: Type.Optional(Type.Integer({ title: '词元', minimum: 0, maximum: TOKENS_MAX })),
  /** Yuan. */
  cost: Type.Optional(
    Type.String({
      title: '费用',
      pattern: '^(0|[1-9][0-9]?)(\\.[0-9]{1,6})?$',
      messages: { pattern: '费用应为不超过2位整数、6位小数的数字' },
    }),
  ),
  ms: Type.Optional(Nullable(Type.Integer({ title: '用时', minimum: 0, maximum: 3_600_000 }))),
  /** Left out: what is stored stays. Null takes it back. Of answers only. */
  feedback: Type.Optional(feedback),
  isSensitive: Type.Optional(Type.Boolean({ title: '敏感' })),
  isUnanswered: Type.Optional(Type.Boolean({ title: '未回答' })),
})
export type SentMessage = Static<typeof SentMessage>

const SentSession = Fields({
  externalId: Type.String({
    title: '会话编号',
    pattern: '^[A-Za-z0-9._:-]{1,64}$',
    messages: { required: '请填写会话编号', pattern: '会话编号为1至64位字母、数字或 . _ : -' },
  }),
  loginName: Required('登录名', 64),
  assistant: Required('助手编码', 64),
  title: Required('标题', 200),
  messages: Type.Array(SentMessage, { title: '消息', minItems: 1, maxItems: MESSAGE_BATCH }),
})
export type SentSession = Static<typeof SentSession>

const RefusedMessage = Type.Object({
  externalId: Type.String(),
  number: Type.Integer(),
  reason: Type.String(),
})
export type RefusedMessage = Static<typeof RefusedMessage>

/**
 * At most 200 messages in all. What is known already changes nothing, but for a later feedback; the title that comes with a
 * new message is the session's. Refused messages are returned, the others are stored.
 */
export const sendAiSessions = writeCall('子产品提交 AI 会话', '/api/open/ai/records', apiKey('ai'), {
  body: Fields({
    sessions: Type.Array(SentSession, { title: '会话', minItems: 1, maxItems: MESSAGE_BATCH }),
  }),
  data: Type.Object({
    stored: Type.Integer(),
    changed: Type.Integer({ description: 'known messages with another feedback' }),
    refused: Type.Array(RefusedMessage),
  }),
})

const Source = Type.Object({ title: Type.String(), link: Type.String(), excerpt: Type.String() })

const AiMessageRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  number: Type.Integer(),
  role,
  content: Type.String({ description: 'Markdown' }),
  sources: Type.Array(Source),
  promptNumber: Nullable(Type.Integer()),
  model: Type.String(),
  tokens: Type.Integer(),
  cost: Type.String(),
  ms: Nullable(Type.Integer()),
  feedback,
  isSensitive: Type.Boolean(),
  isUnanswered: Type.Boolean(),
  state: Choice('状态', messageStateLabels),
  refusal: Nullable(Choice('未回答原因', refusalLabels)),
  isMadeHere: Type.Boolean({ description: 'answered by the console: `getAnswerMaking` tells how' }),
  isChecked: Type.Boolean({
    description: 'its figures are compared with published prices: `getAnswerMaking` has them',
  }),
  unverified: Type.Integer({ description: 'shown figures that are no published price' }),
  corrected: Type.Integer({ description: 'shown figures whose price was corrected since' }),
  at: Type.String(),
  score: Nullable(Type.Integer()),
  correction: Type.String(),
  raterName: Nullable(Type.String()),
  ratedAt: Nullable(Type.String()),
})
export type AiMessageRow = Static<typeof AiMessageRow>

/** The last 50 messages of a session, or those before a number, in their order. */
export const queryAiMessages = readCall('会话消息', `${root}/messages`, can(menu, 'details'), {
  body: Fields({
    sessionId: Id('会话'),
    before: Type.Optional(Type.Integer({ title: '消息序号', minimum: 1, maximum: MESSAGES_OF_SESSION })),
  }),
  data: Type.Object({ records: Type.Array(AiMessageRow), hasEarlier: Type.Boolean() }),
})

/** From 1 to 5. Both are set: what is left out, or null, is taken back. 601 carries the stored message, 409 one of a member. */
export const rateAiMessage = writeCall('评价回答', `${root}/rate`, can(menu, 'details'), {
  body: Fields({
    id: Id('消息'),
    version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
    score: Type.Optional(Nullable(Type.Integer({ title: '评分', minimum: 1, maximum: 5 }))),
    correction: Type.Optional(Text('更正', 10_000)),
  }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})
