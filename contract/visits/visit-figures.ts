// Statistics of visits within the sales scope, and the enterprises that one of them counts.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Fields, listFields, Nullable } from '#contract/fields.ts'
import { SiteKindField } from './visit-enterprises.ts'

const root = '/api/backend/visits/visit'
const right = can('visitRecord', 'count')

const Days = Type.Integer({ title: '天数', minimum: 1, maximum: 366 })
const Counted = Type.Object({ id: Type.String(), name: Type.String(), count: Type.Integer() })

/** Visits planned for the last `days` days, today included, and what is overdue now. */
export const getVisitFigures = readCall('拜访统计', `${root}/count`, right, {
  body: Fields({ days: Type.Optional(Days) }),
  data: Type.Object({
    total: Type.Integer(),
    kept: Type.Integer({ description: 'arrived on the day planned, or before' }),
    visited: Type.Integer({ description: 'arrived, reported or not' }),
    reported: Type.Integer(),
    cancelled: Type.Integer(),
    sites: Type.Integer({ description: 'enterprises that were visited' }),
    overdue: Type.Integer(),
    owners: Type.Array(Counted),
    provinces: Type.Array(Type.Object({ ...Counted.properties, id: Nullable(Type.String()) })),
    kinds: Type.Array(Type.Object({ kind: SiteKindField, count: Type.Integer() })),
    products: Type.Array(Counted, {
      description: 'reported visits in which it was talked of',
    }),
  }),
})

const VisitedSite = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: SiteKindField,
  regionPath: Type.String(),
  visits: Type.Integer({ description: 'of those counted' }),
  lastAt: Type.String({ description: 'of the last arrival among them' }),
})
export type VisitedSite = Static<typeof VisitedSite>

export const VisitedSiteQuery = Fields({ ...listFields(['visits', 'lastAt']), days: Days })
export type VisitedSiteQuery = Static<typeof VisitedSiteQuery>

/** The enterprises of `sites`: by the scope of the visits, whoever owns the enterprise now. */
export const queryVisitedSites = readCall('到访企业明细', `${root}/visitedSites`, right, {
  body: VisitedSiteQuery,
  data: Paged(VisitedSite),
})
