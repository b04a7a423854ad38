// Deadlines, people and days of many quote items at once: each gets a rule of its own, and can return to the wider one.
// Needs confirmation (600), and can be undone as a whole.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, Ids, listFields, Nullable, OneOf, Text } from '#contract/fields.ts'
import { recurrenceLabels, ruleLevelLabels } from './monitoring-labels.ts'
import { ruleLevels } from './nearest-rule.ts'
import { DueTime } from './rules.ts'

const root = '/api/backend/monitoring/batchSettings'
const MENU = 'batchSettings'

const ITEMS_AT_ONCE = 500

export const ItemQuery = Fields({
  ...listFields(['name', 'dueTime']),
  name: Type.Optional(Text('报价项', 100)),
  productId: Type.Optional(Id('产品')),
  ownerId: Type.Optional(Id('负责人')),
  level: Type.Optional(OneOf('生效规则', ['none', ...ruleLevels])),
})
export type ItemQuery = Static<typeof ItemQuery>

const ItemRow = Type.Object({
  id: Type.String(),
  name: Type.String({ title: '报价项' }),
  productName: Type.String({ title: '产品' }),
  market: Type.String({ title: '市场' }),
  ruleName: Type.String({ title: '生效规则', description: 'empty: no rule holds, nothing is expected of it' }),
  level: Nullable(Choice('生效规则', ruleLevelLabels)),
  frequency: Nullable(Choice('更新频率', recurrenceLabels)),
  weekdays: Type.Array(Type.Integer()),
  dueTime: Nullable(Type.String({ title: '应更新' })),
  ownerName: Type.String({ title: '负责人' }),
  deputyName: Type.String({ title: '替补' }),
})
export type ItemRow = Static<typeof ItemRow>

/** Each active quote item with its effective settings. */
export const listItemSettings = readCall('报价项的生效规则', `${root}/page`, can(MENU, 'view'), {
  body: ItemQuery,
  data: Paged(ItemRow),
})

const items = { ids: Ids('报价项', ITEMS_AT_ONCE) }

/** Omitted fields stay as they are for the item. */
const Settings = {
  dueTime: Type.Optional(DueTime('应更新时间')),
  frequency: Type.Optional(Choice('更新频率', recurrenceLabels)),
  weekdays: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { title: '更新星期', maxItems: 7, uniqueItems: true }),
  ),
  nth: Type.Optional(Type.Integer({ title: '第几个工作日', minimum: -23, maximum: 23 })),
  calendarId: Type.Optional(Id('日历')),
  warnMinutes: Type.Optional(Type.Integer({ title: '提前提醒', minimum: 0, maximum: 1_439 })),
  graceMinutes: Type.Optional(Type.Integer({ title: '宽限', minimum: 0, maximum: 1_439 })),
  ownerId: Type.Optional(Id('负责人')),
  deputyId: Type.Optional(Id('替补')),
}

const Done = Type.Object({ batchId: Type.String(), items: Type.Integer() })

/** Items without a rule of their own need 批量新增, those with one 批量编辑. */
export const setItems = writeCall(
  '批量设置报价项',
  `${root}/set`,
  anyOf(can(MENU, 'batchAdd'), can(MENU, 'batchEdit')),
  { body: Fields({ ...items, ...Settings }), data: Done },
)

/** Deletes their own rules: the wider ones apply again. */
export const resetItems = writeCall('恢复上级规则', `${root}/reset`, can(MENU, 'delete'), {
  body: Fields(items),
  data: Done,
})

/** 409 where one of the rules has been changed since. */
export const undoBatch = writeCall(
  '撤销批量设置',
  `${root}/undo`,
  anyOf(can(MENU, 'batchAdd'), can(MENU, 'batchEdit'), can(MENU, 'delete')),
  { body: Fields({ batchId: Id('批次') }) },
)

const Batch = Type.Object({
  id: Type.String(),
  text: Type.String(),
  items: Type.Integer(),
  byName: Type.String(),
  at: Type.String(),
  isUndone: Type.Boolean(),
})
export type RuleBatch = Static<typeof Batch>

/** The last twenty. */
export const listBatches = readCall('批量设置记录', `${root}/batches`, can(MENU, 'view'), {
  body: Fields({}),
  data: Type.Array(Batch),
})
