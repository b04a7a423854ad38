// Prices over HTTP.
import { getPrice, listPrices } from '../../../contract/prices/prices.ts'
import { checkFields, refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { findPrice, pageOfPrices } from './prices.queries.ts'

export const routes = [
  serve(listPrices, ({ body, actor, db }) => {
    const { from, to } = body
    checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })
    return pageOfPrices(db, body, actor)
  }),

  serve(getPrice, async ({ query, actor, db }) => {
    const price = await findPrice(db, query.id, actor)
    if (!price) throw refuse('notFound')
    return price
  }),
]
