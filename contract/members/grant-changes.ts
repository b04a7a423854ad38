// The ledger of grants: every change of one, by sub-product, for partners' members, and by the acts that made them.
import { type Static, type TObject, Type } from 'typebox'
import { type Access, can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, listFields, Moment, Nullable, Text } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { NamedAccount } from './account-logs.ts'
import { GrantedSubProduct } from './grants.ts'
import { GrantState, grantActionLabels, grantKindLabels, grantViaLabels } from './members.ts'

const days = { from: Type.Optional(Day('开始日期')), to: Type.Optional(Day('结束日期')) }

const finding = {
  ...listFields(['at']),
  accountId: Type.Optional(Id('账号')),
  /** A part of the login or of the name, as for who did it. */
  member: Type.Optional(Text('会员', 64)),
  enterprise: Type.Optional(Text('企业', 100)),
  product: Type.Optional(Text('产品', 64)),
  action: Type.Optional(Choice('变更', grantActionLabels)),
  kind: Type.Optional(Choice('类型', grantKindLabels)),
  via: Type.Optional(Choice('方式', grantViaLabels)),
  actor: Type.Optional(Text('操作人', 64)),
  ...days,
}

const ChangeRow = Type.Object({
  id: Type.String(),
  at: Moment('时间'),
  subProduct: GrantedSubProduct,
  accountId: Type.String(),
  loginName: Type.String({ title: '登录名' }),
  realName: Type.String({ title: '姓名' }),
  enterpriseName: Type.String({ title: '企业' }),
  productName: Type.String({ title: '产品', description: 'empty: the sub-product as a whole' }),
  action: Choice('变更', grantActionLabels),
  before: Nullable({ ...GrantState, title: '变更前' }),
  after: Nullable({ ...GrantState, title: '变更后' }),
  via: Choice('方式', grantViaLabels),
  reason: Type.String({ title: '原因' }),
  actorName: Type.String({ title: '操作人' }),
  partnerName: Type.String({ title: '合作伙伴', description: 'of a partner’s member' }),
})
export type GrantChangeRow = Static<typeof ChangeRow>

const ChangeDetail = Type.Object({
  change: ChangeRow,
  actChanges: Type.Integer({ title: '同次变更', description: 'of the same act, within scope' }),
  /** Of the same account and product, the newest first. */
  history: Type.Array(ChangeRow),
})

const columns = [
  'at',
  'loginName',
  'realName',
  'enterpriseName',
  'productName',
  'action',
  'before',
  'after',
  'via',
  'reason',
  'actorName',
] as const
const partnerColumns = [...columns, 'partnerName'] as const
type Rights = { list: Access; details: Access; export: Access }
const base = '/api/backend/member/grantChange'

/** The calls of one ledger. */
const ledger = <Q extends TObject, const C extends readonly (keyof GrantChangeRow)[], const R extends Rights>(
  { path, noun, query, columns }: { path: `/${string}`; noun: string; query: Q; columns: C },
  rights: R,
) => {
  const list = readCall(noun, `${path}/page`, rights.list as R['list'], { body: query, data: Paged(ChangeRow) })
  return {
    list,
    /** One change, with earlier and later changes of the grant. */
    details: readCall(`${noun}详情`, `${path}/get`, rights.details as R['details'], {
      body: Fields({ id: Id('变更') }),
      data: ChangeDetail,
    }),
    exported: exportCall(noun, `${path}/export`, rights.export as R['export'], {
      query,
      columns: sheetOf(list, columns),
    }),
  }
}

const LedgerQuery = Fields({ subProduct: GrantedSubProduct, ...finding })
export type LedgerQuery = Static<typeof LedgerQuery>

/** Of one sub-product, within sales scope. */
export const grantLedger = ledger(
  { path: base, noun: '授权变更记录', query: LedgerQuery, columns },
  {
    list: canOn('request', 'grantChange', 'view'),
    details: canOn('row', 'grantChange', 'details'),
    export: canOn('request', 'grantChange', 'exportBtn'),
  },
)

/** The account of the changes, where the page is filtered to one. */
export const getLedgerAccount = readCall('授权变更所属账号', `${base}/account`, canOn('row', 'grantChange', 'view'), {
  body: Fields({ accountId: Id('账号') }),
  data: NamedAccount,
})

const PartnerQuery = Fields({ ...finding, partner: Type.Optional(Text('合作伙伴', 64)) })
export type PartnerLedgerQuery = Static<typeof PartnerQuery>

/** Pages of embedManager: only partners' members, in these sub-products. */
export const partnerLedgers = {
  grantChangeBigData: ledger(
    { path: `${base}/partnersBigData`, noun: '合作会员大数据授权变更', query: PartnerQuery, columns: partnerColumns },
    {
      list: can('embed.grantChangeBigData', 'view'),
      details: can('embed.grantChangeBigData', 'details'),
      export: can('embed.grantChangeBigData', 'exportBtn'),
    },
  ),
  grantChangeOfficialWebsite: ledger(
    {
      path: `${base}/partnersOfficialWebsite`,
      noun: '合作会员官网授权变更',
      query: PartnerQuery,
      columns: partnerColumns,
    },
    {
      list: can('embed.grantChangeOfficialWebsite', 'view'),
      details: can('embed.grantChangeOfficialWebsite', 'details'),
      export: can('embed.grantChangeOfficialWebsite', 'exportBtn'),
    },
  ),
} as const
export type PartnerLedger = keyof typeof partnerLedgers

const ActsQuery = Fields({
  ...listFields(['at']),
  actor: Type.Optional(Text('操作人', 64)),
  via: Type.Optional(Choice('方式', grantViaLabels)),
  subProduct: Type.Optional(GrantedSubProduct),
  reason: Type.Optional(Text('原因', 64)),
  ...days,
})
export type GrantActsQuery = Static<typeof ActsQuery>

const ActRow = Type.Object({
  id: Type.String({ title: '编号' }),
  at: Moment('时间'),
  actorName: Type.String({ title: '操作人' }),
  via: Choice('方式', grantViaLabels),
  reason: Type.String({ title: '原因' }),
  changes: Type.Integer({ title: '变更数', description: 'within sales scope' }),
  accounts: Type.Integer({ title: '账号数', description: 'within sales scope' }),
  subProducts: Type.Array(GrantedSubProduct, { title: '子产品' }),
  isUndone: Type.Boolean({ title: '状态' }),
})
export type GrantActRow = Static<typeof ActRow>

/** Acts of all sub-products that changed a grant in the viewer's scope. */
export const queryGrantActs = readCall(
  '系统授权日志',
  '/api/backend/member/grantAct/page',
  can('bigData.systemGrantChange', 'view'),
  { body: ActsQuery, data: Paged(ActRow) },
)

const ActChangesQuery = Fields({ ...listFields(['at']), actId: Id('操作') })
export type ActChangesQuery = Static<typeof ActChangesQuery>

/** What one act changed, within the viewer's scope. */
export const queryActChanges = readCall(
  '一次授权操作的变更',
  '/api/backend/member/grantAct/changes',
  can('bigData.systemGrantChange', 'details'),
  { body: ActChangesQuery, data: Paged(ChangeRow) },
)

export const exportGrantActs = exportCall(
  '系统授权日志',
  '/api/backend/member/grantAct/export',
  can('bigData.systemGrantChange', 'exportBtn'),
  {
    query: ActsQuery,
    columns: sheetOf(queryGrantActs, ['at', 'actorName', 'via', 'subProducts', 'accounts', 'changes', 'reason']),
  },
)
