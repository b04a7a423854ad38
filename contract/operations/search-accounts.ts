// Accounts of search marketing: who they are, what they may spend, which days of them there are, and what became of those.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Nullable, OneLine, OneOf, Required } from '#contract/fields.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { searchSourceLabels } from './search-labels.ts'
import { Currency, NAME_MAX } from './search-marketing.ts'

const root = '/api/backend/operate/semAccounts'
const MENU = 'semData'

const CODE_MAX = 64
const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const CashFactor = Fields({
  fromDay: Day('生效日期'),
  factor: Type.String({
    title: '返点系数',
    pattern: '^(0\\.[0-9]{1,4}|1(\\.0{1,4})?)$',
    messages: { pattern: '返点系数应在 0 到 1 之间，如 0.8' },
  }),
})

const fields = {
  code: Required('编码', CODE_MAX),
  source: Choice('来源', searchSourceLabels),
  name: OneLine(Required('账号', NAME_MAX)),
  currency: Currency,
  timeZone: Required('时区', 64),
  subProduct: Nullable(OneOf('产品', keys)),
  ownerId: Nullable(Id('负责人')),
  monthlyBudget: Nullable(
    Type.String({
      title: '月预算',
      pattern: '^[0-9]{1,10}(\\.[0-9]{1,2})?$',
      messages: { pattern: '月预算最多两位小数' },
    }),
  ),
  settlingDays: Type.Integer({ title: '结算天数', minimum: 0, maximum: 30 }),
  isEnabled: Type.Boolean({ title: '启用' }),
  /** What one yuan of cost is in cash, from a day until the next. */
  cashFactors: Type.Array(CashFactor, { title: '返点系数', maxItems: 50 }),
}

const SemAccount = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ...fields,
  ownerName: Type.String(),
  spent: Type.String({ description: 'this month, until yesterday' }),
  expected: Nullable(Type.String({ description: 'of the budget until yesterday, evenly' })),
})
export type SemAccount = Static<typeof SemAccount>

export const querySemAccounts = readCall('推广账号管理', `${root}/page`, can(MENU, 'view'), {
  body: Fields({}),
  data: Type.Array(SemAccount),
})

/** Without `id` a new one. 400 where code or name are taken; 409 where an account with data would move to another source. */
export const saveSemAccount = writeCall('保存推广账号', `${root}/save`, can(MENU, 'edit'), {
  body: Fields({
    id: Nullable(Id('账号')),
    version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
    ...fields,
  }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

export const semDayLabels = {
  there: '有数据',
  unsettled: '未结算',
  outdated: '结算后未重新导入',
  half: '只有一端',
  missing: '缺数据',
} as const
export type SemDayState = keyof typeof semDayLabels

const Mismatch = Type.Object({
  account: Type.String(),
  day: Type.String(),
  coarse: Type.String(),
  coarseCost: Type.String(),
  fine: Type.String(),
  fineCost: Type.String(),
})

/** Which days there are of each enabled account, from its first one on until yesterday, and where finer reports exceed coarser ones. */
export const querySemStrip = readCall('推广数据：各天有无', `${root}/strip`, can(MENU, 'view'), {
  body: Fields({ from: Day('开始日期'), to: Day('结束日期') }),
  data: Type.Object({
    accounts: Type.Array(
      Type.Object({
        id: Type.String(),
        source: Choice('来源', searchSourceLabels),
        name: Type.String(),
        present: Type.Integer(),
        expected: Type.Integer(),
        days: Type.Array(
          Type.Object({
            day: Type.String(),
            state: OneOf('状态', Object.keys(semDayLabels) as [SemDayState, ...SemDayState[]]),
          }),
        ),
      }),
    ),
    mismatches: Type.Array(Mismatch),
  }),
})
export type SemStrip = Static<typeof querySemStrip.data>

/** Acts that a person may take back at most, newest first. */
export const ACTS_MAX = 100

/** What was imported, sent and deleted in the last 90 days. */
export const querySemActs = readCall('推广数据的变更', `${root}/acts`, can(MENU, 'view'), {
  body: Fields({}),
  data: Type.Array(
    Type.Object({
      act: Type.String(),
      at: Type.String(),
      byName: Type.String({ description: 'empty: another system' }),
      kind: OneOf('方式', ['import', 'feed', 'remove', 'undo']),
      accounts: Type.String(),
      slices: Type.Integer(),
      from: Type.String(),
      to: Type.String(),
      costBefore: Type.String(),
      costAfter: Type.String(),
      mayUndo: Type.Boolean({ description: 'nothing has come after it' }),
    }),
  ),
})

/** Puts back what slices held before an act. 600 first; 409 where one of them has changed since. */
export const undoSemAct = writeCall('撤销推广数据变更', `${root}/undo`, can(MENU, 'delete'), {
  body: Fields({ act: Type.String({ title: '变更', pattern: '^[0-9a-f-]{36}$' }) }),
  data: Type.Object({ slices: Type.Integer() }),
})
