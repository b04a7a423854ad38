// One campaign, or one keyword or search word in it, down to the registrations that came of it.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { readCall } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, listFields, Nullable, OneOf, Required, Text } from '../fields.ts'
import { type RegistrationState, registrationStates } from '../members/members.ts'
import { exportCall } from '../sheets.ts'
import { type SubProductKey, subProducts } from '../sub-products.ts'
import { searchSources } from './search-labels.ts'
import {
  getSearchMarketing,
  NAME_MAX,
  querySearchMarketing,
  searchMeasureColumns,
  searchTerms,
} from './search-marketing.ts'

const root = '/api/backend/operate/searchDetail'
const MENU = 'semDetail'

/** Campaigns that a search finds at most. */
export const CAMPAIGNS_FOUND = 50

const { from, to, touch } = searchTerms

const place = {
  source: OneOf('来源', searchSources),
  /** Without it a campaign that only registrations name. */
  accountId: searchTerms.accountId,
  campaign: Required('计划', NAME_MAX),
  /** One of the two narrows the campaign down. */
  keyword: Type.Optional(Text('关键词', NAME_MAX)),
  word: Type.Optional(Text('搜索词', NAME_MAX)),
}
export const SearchPlace = Fields({ ...place, from, to, touch })
export type SearchPlace = Static<typeof SearchPlace>

/** Campaigns whose name has the text, those newest in the data first. */
export const findSearchCampaigns = readCall('查找推广计划', `${root}/campaigns`, can(MENU, 'view'), {
  body: Fields({ text: Type.Optional(Text('计划', NAME_MAX)) }),
  data: Type.Array(
    Type.Object({
      source: OneOf('来源', searchSources),
      accountId: Type.String(),
      account: Type.String(),
      campaign: Type.String(),
    }),
  ),
})

/** Totals, the period before and every day. 20404 for a campaign of which there is neither data nor a registration. */
export const getSearchDetail = readCall('推广明细', `${root}/get`, can(MENU, 'view'), {
  body: SearchPlace,
  data: Type.Object({ ...getSearchMarketing.data.properties, account: Type.String() }),
})
export type SearchDetail = Static<typeof getSearchDetail.data>

/** The keywords of the campaign, those that cost most first. */
export const querySearchKeywords = readCall('推广计划的关键词', `${root}/keywords`, can(MENU, 'view'), {
  body: Fields({ ...SearchPlace.properties, ...listFields(['cost'] as const) }),
  data: querySearchMarketing.data,
})

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const SearchLead = Type.Object({
  id: Type.String(),
  createdAt: Type.String(),
  company: Type.String(),
  subProduct: OneOf('试用产品', keys),
  keyword: Type.String(),
  state: Type.Unsafe<RegistrationState>({ type: 'string', enum: [...registrationStates] }),
  ownerName: Type.String(),
  result: Nullable(OneOf('结果', ['formal', 'trial', 'other'])),
})
export type SearchLead = Static<typeof SearchLead>

/**
 * Registrations in the caller's sales scope that came by the campaign, newest first; `hidden` more count in the totals and
 * are other people's or nobody's yet.
 */
export const querySearchLeads = readCall('推广带来的注册', `${root}/leads`, can(MENU, 'view'), {
  body: Fields({ ...SearchPlace.properties, ...listFields(['createdAt'] as const) }),
  data: Type.Object({ ...Paged(SearchLead).properties, hidden: Type.Integer() }),
})

export const exportSearchDetail = exportCall('推广明细', `${root}/export`, can(MENU, 'exportBtn'), {
  query: SearchPlace,
  columns: [{ key: 'day', header: '日期', width: 12, as: 'day' }, ...searchMeasureColumns],
})
