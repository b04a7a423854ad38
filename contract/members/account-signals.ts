// Signals: accounts that were used from too many places at once, until somebody has handled them.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, Ids, listFields, Moment, Nullable, OneOf, Required, Text } from '#contract/fields.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { type signalKinds, signalLabels } from './members.ts'

/**
 * An account that is shared or stolen is used from many places at once. Home, office, telephone and a journey make four
 * addresses a day for one person; a computer, a tablet and a telephone make three devices. From one more on it is looked at.
 */
export const SIGNAL_ADDRESSES = 5
export const SIGNAL_DEVICES = 4
export const SIGNAL_HOURS = 24
/** Most addresses or devices that a signal names. */
export const SIGNAL_SAMPLES = 10
/** Signals that one act handles. */
export const SIGNALS_MAX = 100

const root = '/api/backend/member/signal'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]
export type SignalKind = (typeof signalKinds)[number]

/** Which signals of an account are open, for the rows of other lists. */
export const SignalKinds = Type.Array(Choice('异常', signalLabels), { title: '异常' })

export const signalStateLabels = { open: '未处理', handled: '已处理' } as const
const signalStates = ['open', 'handled'] as const
export type SignalState = (typeof signalStates)[number]

const SignalQuery = Fields({
  ...listFields(['foundAt', 'count', 'toAt']),
  loginName: Type.Optional(Text('登录名', 64)),
  realName: Type.Optional(Text('姓名', 32)),
  enterprise: Type.Optional(Text('企业', 100)),
  subProduct: Type.Optional(OneOf('子产品', keys)),
  kind: Type.Optional(Choice('异常', signalLabels)),
  state: Type.Optional(Choice('状态', signalStateLabels)),
  ownerId: Type.Optional(Id('归属人')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type SignalQuery = Static<typeof SignalQuery>

const SignalRow = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  subProduct: OneOf('子产品', keys),
  loginName: Type.String({ title: '登录名' }),
  realName: Type.String({ title: '姓名' }),
  enterprise: Type.String({ title: '企业' }),
  ownerName: Nullable(Type.String({ title: '归属人' })),
  kind: Choice('异常', signalLabels),
  count: Type.Integer({ title: '数量', description: 'different addresses or devices' }),
  samples: Type.Array(Type.String(), { title: '明细' }),
  fromAt: Moment('开始时间'),
  toAt: Moment('最近发生'),
  foundAt: Moment('发现时间'),
  state: Choice('状态', signalStateLabels),
  handledAt: Nullable(Moment('处理时间')),
  handledByName: Nullable(Type.String({ title: '处理人' })),
  remark: Type.String({ title: '处理说明' }),
})
export type SignalRow = Static<typeof SignalRow>

/** Open ones first, the newest before the others. */
export const querySignals = readCall('异常账号列表', `${root}/page`, can('accountSignals', 'view'), {
  body: SignalQuery,
  data: Paged(SignalRow),
})

const SignalUse = Type.Object({
  name: Type.String({ description: 'the address or the device' }),
  acts: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
})
export type SignalUse = Static<typeof SignalUse>

const EarlierSignal = Type.Object({
  id: Type.String(),
  count: Type.Integer(),
  foundAt: Type.String(),
  handledAt: Type.String(),
  handledByName: Nullable(Type.String()),
  remark: Type.String(),
})

/** What was used, each with count and times, and earlier signals of the account. */
export const getSignal = readCall('异常账号详情', `${root}/get`, can('accountSignals', 'details'), {
  body: Fields({ id: Id('异常') }),
  data: Type.Object({
    signal: SignalRow,
    uses: Type.Array(SignalUse),
    earlier: Type.Array(EarlierSignal),
  }),
})
export type SignalDetail = Static<typeof getSignal.data>

/** Counting restarts from then. 602: some could not be handled, such as those that somebody has handled meanwhile. */
export const handleSignals = writeCall('处理异常账号', `${root}/handle`, can('accountSignals', 'edit'), {
  body: Fields({ ids: Ids('异常', SIGNALS_MAX), remark: Required('处理说明', 200) }),
})

/** 602 where the same was found again meanwhile: that signal is the open one. */
export const reopenSignals = writeCall('撤销处理异常账号', `${root}/reopen`, can('accountSignals', 'edit'), {
  body: Fields({ ids: Ids('异常', SIGNALS_MAX) }),
})

export const exportSignals = exportCall('异常账号', `${root}/export`, can('accountSignals', 'exportBtn'), {
  query: SignalQuery,
  columns: sheetOf(querySignals, [
    'loginName',
    'realName',
    'enterprise',
    'ownerName',
    'subProduct',
    'kind',
    'count',
    'samples',
    'fromAt',
    { key: 'toAt', header: '结束时间', width: 18, as: 'moment' },
    'foundAt',
    'state',
    'handledByName',
    'handledAt',
    'remark',
  ]),
})
