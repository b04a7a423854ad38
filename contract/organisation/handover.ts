// The handover of a leaver's work.
import { Type } from 'typebox'
import { can } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Fields, Id } from '#contract/fields.ts'

/** Kinds of work that may each go to somebody else. */
export const handoverParts = ['subordinates', 'categories', 'customers', 'prices', 'articles'] as const
export type HandoverPart = (typeof handoverParts)[number]

/**
 * Everything at once: direct subordinates of each kind; categories and news categories; customers, with open
 * registrations and their rules, partners, orders that are not closed, reminders, visits and sign-ups; quote items; articles, pushes
 * and reports that are not out yet, assigned reviews, meetings and search marketing. Each part goes to its receiver in `parts`, else to `toId`. 600 first; 409 where customers are out of the caller's scope. Products stay: they belong
 * to a role that the receiver may not hold.
 */
export const handOver = writeCall('工作交接', '/api/backend/organisation/handover/save', can('userList', 'edit'), {
  body: Fields({
    fromId: Id('移交人'),
    toId: Id('接收人'),
    parts: Type.Optional(
      Fields({
        subordinates: Type.Optional(Id('下级的接收人')),
        categories: Type.Optional(Id('分类的接收人')),
        customers: Type.Optional(Id('客户的接收人')),
        prices: Type.Optional(Id('报价项的接收人')),
        articles: Type.Optional(Id('资讯、推送、会议和推广的接收人')),
      }),
    ),
  }),
  data: Type.Object({ moved: Type.Integer() }),
})
