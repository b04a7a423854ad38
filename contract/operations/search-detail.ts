// One campaign, or one keyword or search word in it, down to the registrations that came of it.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Fields, Id, listFields, Nullable, OneOf, Required, Text } from '#contract/fields.ts'
import { type RegistrationState, registrationStates } from '#contract/members/members.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { searchSourceLabels } from './search-labels.ts'
import {
  comparison,
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

const { from, to, touch, window, basis } = searchTerms

const place = {
  source: Choice('来源', searchSourceLabels),
  /** Without it a campaign that only registrations name. */
  accountId: searchTerms.accountId,
  campaign: Required('计划', NAME_MAX),
  /** One of the two narrows the campaign down. */
  keyword: Type.Optional(Text('关键词', NAME_MAX)),
  word: Type.Optional(Text('搜索词', NAME_MAX)),
}
export const SearchPlace = Fields({ ...place, from, to, touch, window, basis })
export type SearchPlace = Static<typeof SearchPlace>

/** Campaigns whose name has the text, those newest in the data first. */
export const findSearchCampaigns = readCall('查找推广计划', `${root}/campaigns`, can(MENU, 'view'), {
  body: Fields({ text: Type.Optional(Text('计划', NAME_MAX)) }),
  data: Type.Array(
    Type.Object({
      source: Choice('来源', searchSourceLabels),
      accountId: Type.String(),
      account: Type.String(),
      campaign: Type.String(),
    }),
  ),
})

/** Characters of a label that people give a campaign or keyword. */
const LABEL_MAX = 60

const nodeFields = {
  label: Text('备注名', LABEL_MAX),
  ownerId: Nullable(Id('负责人')),
  targetCost: Nullable(
    Type.String({
      title: '目标注册成本',
      pattern: '^[0-9]{1,8}(\\.[0-9]{1,2})?$',
      messages: { pattern: '目标注册成本最多两位小数' },
    }),
  ),
}

const SemNode = Type.Object({ id: Type.String(), version: Type.Integer(), ...nodeFields, ownerName: Type.String() })
export type SemNode = Static<typeof SemNode>

/** Label, owner and what a lead may cost of a campaign or keyword. 601 where somebody else saved it since. */
export const saveSemNode = writeCall('编辑推广项目', `${root}/save`, can(MENU, 'edit'), {
  body: Fields({ id: Id('推广项目'), version: Type.Integer({ title: '版本', minimum: 1 }), ...nodeFields }),
  data: Type.Object({ version: Type.Integer() }),
})

/** Totals, the period before and every day. 20404 for a campaign of which there is neither data nor a registration. */
export const getSearchDetail = readCall('推广明细', `${root}/get`, can(MENU, 'view'), {
  body: Fields({ ...SearchPlace.properties, ...comparison }),
  data: Type.Object({ ...getSearchMarketing.data.properties, account: Type.String(), node: Nullable(SemNode) }),
})
export type SearchDetail = Static<typeof getSearchDetail.data>

/** What a campaign, keyword or search word is divided by. */
export const partLabels = { keyword: '关键词', device: '设备', day: '日期' } as const

/** By keyword, unless it says otherwise, those that cost most first; days begin with the last one. They add up to the totals. */
export const querySearchParts = readCall('推广明细的构成', `${root}/parts`, can(MENU, 'view'), {
  body: Fields({
    ...SearchPlace.properties,
    ...listFields(['cost'] as const),
    by: Type.Optional(Choice('维度', partLabels)),
  }),
  data: querySearchMarketing.data,
})

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const SearchLead = Type.Object({
  id: Type.String(),
  createdAt: Type.String(),
  company: Type.String({ description: 'hidden where it is out of the sales scope' }),
  isMasked: Type.Boolean(),
  share: Type.Number({ description: 'of the lead, that the campaign has' }),
  subProduct: OneOf('试用产品', keys),
  keyword: Type.String(),
  state: Type.Unsafe<RegistrationState>({ type: 'string', enum: [...registrationStates] }),
  ownerName: Type.String(),
  result: Nullable(OneOf('结果', ['formal', 'trial', 'other'])),
})
export type SearchLead = Static<typeof SearchLead>

/**
 * The registrations behind the figure of leads, newest first: their shares add up to it. Those out of the caller's sales scope
 * are masked.
 */
export const querySearchLeads = readCall('推广带来的注册', `${root}/leads`, can(MENU, 'view'), {
  body: Fields({ ...SearchPlace.properties, ...listFields(['createdAt'] as const) }),
  data: Type.Object({
    ...Paged(SearchLead).properties,
    leads: Type.Number({ description: 'the sum of their shares' }),
  }),
})

const waySteps = ['visit', 'registration', 'contact', 'customer', 'trial', 'formal', 'order'] as const

const LeadStep = Type.Object({
  kind: OneOf('步骤', waySteps),
  at: Type.Union([Type.String(), Type.Null()], { description: 'null: unknown when' }),
  text: Type.String(),
  place: Nullable(
    Type.Object({
      source: Choice('来源', searchSourceLabels),
      accountId: Nullable(Type.String()),
      campaign: Type.String(),
      keyword: Type.String(),
    }),
  ),
})
export type LeadStep = Static<typeof LeadStep>

/** A lead's way from its first visit to the contract. 20404 out of the caller's sales scope. */
export const getLeadWay = readCall('线索的路径', `${root}/way`, can(MENU, 'view'), {
  body: Fields({ id: Id() }),
  data: Type.Object({
    enterpriseId: Nullable(Type.String({ description: 'the customer, where that is in sales scope' })),
    steps: Type.Array(LeadStep),
  }),
})
export type LeadWay = Static<typeof getLeadWay.data>

export const exportSearchDetail = exportCall('推广明细', `${root}/export`, can(MENU, 'exportBtn'), {
  query: SearchPlace,
  columns: [{ key: 'day', header: '日期', width: 12, as: 'day' }, ...searchMeasureColumns],
})
