// Enterprises that are visited: profile, people, position, pictures, the linked customer, and whose they are.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  DecimalText,
  Fields,
  Id,
  IdList,
  Ids,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { FileIds } from '#contract/files.ts'
import { Phone } from '#contract/members/contacts.ts'
import { Latitude, Longitude } from './places.ts'
import { capacityUnits, deviceStateLabels, siteKindLabels } from './visit-labels.ts'

const root = '/api/backend/visits/enterprise'

export const SITE_PEOPLE_MAX = 20
export const SITE_CAPACITIES_MAX = 20
export const SITE_DEVICES_MAX = 40
export const PICTURES_MAX = 20
/** Enterprises of one distribution, and people among whom they are distributed. */
export const SITES_MOVED_MAX = 200
export const SITE_RECEIVERS_MAX = 50
/** Rows that one choice offers. */
export const SITE_CHOICES_MAX = 50

export const SiteKindField = Choice('企业类型', siteKindLabels)

const SitePerson = Type.Object({ name: Type.String(), role: Type.String(), mobile: Type.String() })
export type SitePerson = Static<typeof SitePerson>

export const amountPattern = '^(0|[1-9][0-9]{0,8})([.][0-9]{1,3})?$'
const Amount = Type.String({
  title: '数量',
  pattern: amountPattern,
  messages: { required: '请输入数量', pattern: '数量应为最多3位小数的数字' },
})
const Unit = OneOf('单位', capacityUnits)

/** What the enterprise can make or store of a product. */
const SiteCapacity = Fields({ product: OneLine(Required('产品', 64)), amount: Amount, unit: Unit })
export type SiteCapacity = Static<typeof SiteCapacity>

const SiteDevice = Fields({
  name: OneLine(Required('装置名称', 64)),
  amount: Nullable(Amount),
  unit: Unit,
  state: Choice('装置状态', deviceStateLabels),
})
export type SiteDevice = Static<typeof SiteDevice>

/** A picture with a link for the person who asks. */
export const Picture = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String(),
})
export type Picture = Static<typeof Picture>

const PictureIds = FileIds('image', '图片', PICTURES_MAX)

export const VisitEnterpriseQuery = Fields({
  ...listFields(['name', 'lastVisitAt', 'createdAt', 'updatedAt']),
  name: Type.Optional(Text('企业名称', 64)),
  kind: Type.Optional(SiteKindField),
  products: Type.Optional(Text('经营产品', 64)),
  person: Type.Optional(Text('联系人', 32)),
  /** One of its devices is in that state. */
  deviceState: Type.Optional(Choice('装置状态', deviceStateLabels)),
  regionId: Type.Optional(Id('地区')),
  hasRegion: Type.Optional(Type.Boolean({ title: '已填地区' })),
  ownerId: Type.Optional(Id('归属人')),
  hasCustomer: Type.Optional(Type.Boolean({ title: '关联客户' })),
  hasPlace: Type.Optional(Type.Boolean({ title: '地图标注' })),
  /** Not visited within the days of its rhythm. */
  overdue: Type.Optional(Type.Boolean({ title: '到期未拜访' })),
  /** Of the caller. */
  mine: Type.Optional(Type.Boolean({ title: '本人的' })),
  /** No visit for so many days, or never one. */
  silentDays: Type.Optional(Type.Integer({ title: '未拜访天数', minimum: 1, maximum: 3_650 })),
})
export type VisitEnterpriseQuery = Static<typeof VisitEnterpriseQuery>

const VisitEnterpriseRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String({ title: '企业名称' }),
  kind: SiteKindField,
  products: Type.String({ title: '经营产品' }),
  capacityText: Type.String({ title: '产能与库容', description: '热卷 300 万吨/年；螺纹钢 120 万吨/年' }),
  regionPath: Type.String({ title: '地区', description: '浙江省 杭州市 西湖区, or empty' }),
  address: Type.String({ title: '详细地址' }),
  longitude: Nullable(Type.String({ title: '地图标注' })),
  latitude: Nullable(DecimalText('纬度')),
  /** With one, name and owner are the customer’s. */
  customerId: Nullable(Type.String()),
  customerName: Type.String({ title: '关联客户' }),
  ownerId: Nullable(Type.String({ description: 'null where the linked customer is in the pool' })),
  ownerName: Type.String({ title: '归属人' }),
  visits: Type.Integer({ title: '到访次数', description: 'made, by anybody' }),
  lastVisitAt: Nullable(Moment('最近到访')),
  visitDays: Nullable(Type.Integer({ title: '拜访周期' })),
  dueOn: Nullable(
    Type.String({ title: '应拜访', description: 'by when the next visit is due; null without a rhythm' }),
  ),
  isOverdue: Type.Boolean(),
  createdAt: Moment('创建时间'),
  updatedAt: Moment('更新时间'),
})
export type VisitEnterpriseRow = Static<typeof VisitEnterpriseRow>

/** In sales scope, by the enterprise’s owner. */
export const queryVisitEnterprises = readCall('拜访企业列表', `${root}/page`, can('visitEnterprise', 'view'), {
  body: VisitEnterpriseQuery,
  data: Paged(VisitEnterpriseRow),
})

const VisitEnterpriseDetail = Type.Object({
  ...VisitEnterpriseRow.properties,
  capacities: Type.Array(SiteCapacity),
  equipment: Type.Array(SiteDevice, { title: '装置与设备' }),
  capacity: Type.String({ title: '产能说明' }),
  devices: Type.String({ title: '装置说明' }),
  remark: Type.String({ title: '备注' }),
  /** From the province down. */
  regionIds: Type.Array(Type.String()),
  people: Type.Array(SitePerson, { description: 'mobile numbers are masked without the right to edit' }),
  pictures: Type.Array(Picture),
  /** What the linked customer says of itself: shown, never copied. */
  customer: Nullable(
    Type.Object({
      name: Type.String(),
      regionPath: Type.String(),
      address: Type.String(),
      ownerName: Type.String(),
      contacts: Type.Array(SitePerson, { description: 'who still work there, the main one first' }),
    }),
  ),
  mapUrl: Nullable(Type.String({ description: 'the place on the map of a provider, where one is set up' })),
})
export type VisitEnterpriseDetail = Static<typeof VisitEnterpriseDetail>

export const getVisitEnterprise = getCall('拜访企业详情', `${root}/get`, can('visitEnterprise', 'details'), {
  query: Fields({ id: Id('企业') }),
  data: VisitEnterpriseDetail,
})

/** The same for those who may edit it. */
export const getVisitEnterpriseForm = getCall('编辑拜访企业时的内容', `${root}/form`, can('visitEnterprise', 'edit'), {
  query: Fields({ id: Id('企业') }),
  data: VisitEnterpriseDetail,
})

const form = {
  name: OneLine(Required('企业名称', 100)),
  kind: SiteKindField,
  products: Text('经营产品', 500),
  capacities: Type.Array(SiteCapacity, { title: '产能与库容', maxItems: SITE_CAPACITIES_MAX }),
  equipment: Type.Array(SiteDevice, { title: '装置与设备', maxItems: SITE_DEVICES_MAX }),
  capacity: Text('产能说明', 500),
  devices: Text('装置说明', 1_000),
  regionId: Nullable(Id('所在地区')),
  address: Text('详细地址', 200),
  people: Type.Array(
    Fields({
      name: OneLine(Required('姓名', 32)),
      role: Text('职务', 32),
      mobile: Type.Unsafe<string>({ ...Phone, title: '手机号码' }),
    }),
    { title: '人员', maxItems: SITE_PEOPLE_MAX },
  ),
  pictureIds: PictureIds,
  remark: Text('备注', 1_000),
  /** A visit is due so many days after the last one, or after it was added; null: no rhythm. */
  visitDays: Nullable(Type.Integer({ title: '拜访周期（天）', minimum: 1, maximum: 3_650 })),
}

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** It belongs to the caller. */
export const addVisitEnterprise = writeCall('新增拜访企业', `${root}/add`, can('visitEnterprise', 'add'), {
  body: Fields(form),
  data: Saved,
})

/** 601 carries the stored row. The name of a linked one stays its customer’s, whatever is sent. */
export const editVisitEnterprise = writeCall('修改拜访企业', `${root}/edit`, can('visitEnterprise', 'edit'), {
  body: Fields({ id: Id('企业'), version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })), ...form }),
  data: Saved,
})

/** 603 lists those that have visits. */
export const removeVisitEnterprises = writeCall('删除拜访企业', `${root}/remove`, can('visitEnterprise', 'delete'), {
  body: Fields({ ids: IdList('企业') }),
})

/** Both, or neither to take the mark away. */
export const setVisitEnterprisePlace = writeCall(
  '标注拜访企业的位置',
  `${root}/setMap`,
  can('visitEnterprise', 'setMap'),
  {
    body: Fields({ id: Id('企业'), longitude: Nullable(Longitude), latitude: Nullable(Latitude) }),
  },
)

/** Null ends the link. A customer is linked to one enterprise at most; name and owner are the customer’s then. */
export const linkVisitEnterprise = writeCall('关联客户', `${root}/link`, can('visitEnterprise', 'association'), {
  body: Fields({ id: Id('企业'), customerId: Nullable(Id('客户')) }),
})

/** 409 for a linked one: it has its customer’s. */
export const setVisitEnterpriseOwner = writeCall(
  '设置拜访企业归属',
  `${root}/setOwner`,
  can('visitEnterprise', 'memberBelong'),
  { body: Fields({ id: Id('企业'), ownerId: Id('归属人') }) },
)

const Moved = Type.Object({
  moved: Type.Integer(),
  visits: Type.Integer({ description: 'planned ones that went along' }),
})

/** Distributes evenly, each with its planned visits of the owner before; linked ones stay their customer’s. 600 first. */
export const reallocateVisitEnterprises = writeCall(
  '更换拜访企业的销售',
  `${root}/reallocate`,
  can('visitEnterprise', 'reAllocation'),
  {
    body: Fields({
      ids: Ids('企业', SITES_MOVED_MAX),
      ownerIds: Ids('接收人', SITE_RECEIVERS_MAX),
    }),
    data: Moved,
  },
)

/** Enterprises in scope, each figure as the list counts it; provinces most first, `id` null for those without a region. */
export const getSiteProvinces = readCall('拜访企业的省份分布', `${root}/provinces`, can('visitEnterprise', 'view'), {
  body: Fields({}),
  data: Type.Object({
    total: Type.Integer(),
    withPlace: Type.Integer(),
    withCustomer: Type.Integer(),
    silent: Type.Integer({ description: 'not visited for 90 days' }),
    provinces: Type.Array(Type.Object({ id: Nullable(Type.String()), name: Type.String(), count: Type.Integer() })),
    kinds: Type.Array(Type.Object({ kind: SiteKindField, count: Type.Integer() })),
  }),
})

const Nearby = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: SiteKindField,
  regionPath: Type.String(),
  address: Type.String(),
  distance: Type.Integer({ description: 'm' }),
  lastVisitAt: Nullable(Type.String()),
})
export type Nearby = Static<typeof Nearby>

/** Enterprises in scope that have a place, the nearest first; the position is not kept. */
export const queryNearbyEnterprises = readCall('附近的拜访企业', `${root}/nearby`, can('visitEnterprise', 'view'), {
  body: Fields({ longitude: Longitude, latitude: Latitude }),
  data: Type.Array(Nearby, { description: `at most ${SITE_CHOICES_MAX}` }),
})

const SiteChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: Type.String({ description: '`visitEnterprise.edit`' }),
  fields: Type.Array(Type.String(), { description: 'names of what was changed' }),
  actorName: Type.String(),
})
export type SiteChange = Static<typeof SiteChange>

/** Newest 100. */
export const querySiteChanges = readCall('拜访企业的变更记录', `${root}/changes`, can('visitEnterprise', 'details'), {
  body: Fields({ id: Id('企业') }),
  data: Type.Array(SiteChange),
})

const SiteChoice = Type.Object({ id: Type.String(), name: Type.String(), note: Type.String() })
export type SiteChoice = Static<typeof SiteChoice>

/** By a part of the name, in scope; `ids` for the names of earlier choices. */
export const searchVisitEnterprises = readCall(
  '选择拜访企业',
  `${root}/search`,
  anyOf(can('visitRecord', 'view'), can('visitEnterprise', 'view')),
  {
    body: Fields({ text: Type.Optional(Text('企业', 64)), ids: Type.Optional(Ids('企业', SITE_CHOICES_MAX)) }),
    data: Type.Array(SiteChoice),
  },
)
