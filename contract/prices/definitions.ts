// Definitions of quote items (报价项定义): what a figure means. Each holds from a day until the next one begins.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Nullable, Required } from '#contract/fields.ts'
import { definitionFields, quoteItemsPath } from './quote-items.ts'

const MENU = 'quoteItem'

const DatedDefinition = Type.Object({
  ...definitionFields,
  from: Nullable(Type.String({ description: 'first day; null: since ever' })),
  until: Nullable(Type.String({ description: 'first day on which it no longer holds; null: still holds' })),
  prices: Type.Integer({ description: 'published days' }),
})
export type DatedDefinition = Static<typeof DatedDefinition>

/** Oldest first. */
export const listDefinitions = readCall('报价项定义的历史', `${quoteItemsPath}/definitions`, can(MENU, 'details'), {
  body: Fields({ id: Id('报价项') }),
  data: Type.Array(DatedDefinition),
})

/**
 * Says that days which are published already were labelled wrongly: their figures stay, what they mean becomes right. 600
 * shows the days and the readers.
 */
export const correctDefinition = writeCall('更正报价项定义', `${quoteItemsPath}/correctDefinition`, can(MENU, 'edit'), {
  body: Fields({
    id: Id('报价项'),
    version: Type.Integer({ title: '版本', minimum: 1 }),
    from: Nullable(Day('开始日期')),
    to: Nullable(Day('结束日期')),
    ...definitionFields,
    reason: Required('更正原因', 500),
  }),
})
