// Enterprises that are visited: profile, people, position, pictures, the linked customer, and whose they are.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { getCall, readCall, writeCall } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, IdList, Ids, listFields, Nullable, OneOf, Required, Text } from '../fields.ts'
import { FileIds } from '../files.ts'
import { Phone } from '../members/contacts.ts'
import { Latitude, Longitude } from './places.ts'
import { siteKinds } from './visit-labels.ts'

const root = '/api/backend/visits/enterprise'

export const SITE_PEOPLE_MAX = 20
export const PICTURES_MAX = 20
/** Enterprises of one distribution, and people among whom they are distributed. */
export const SITES_MOVED_MAX = 200
export const SITE_RECEIVERS_MAX = 50
/** Rows that one choice offers. */
export const SITE_CHOICES_MAX = 50

export const SiteKindField = OneOf('企业类型', siteKinds)

const SitePerson = Type.Object({ name: Type.String(), role: Type.String(), mobile: Type.String() })
export type SitePerson = Static<typeof SitePerson>

/** A picture with a link for the person who asks. */
export const Picture = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String(),
})
export type Picture = Static<typeof Picture>

export const PictureIds = FileIds('image', '图片', PICTURES_MAX)

export const VisitEnterpriseQuery = Fields({
  ...listFields(['name', 'lastVisitAt', 'createdAt', 'updatedAt']),
  name: Type.Optional(Text('企业名称', 64)),
  kind: Type.Optional(SiteKindField),
  products: Type.Optional(Text('经营产品', 64)),
  person: Type.Optional(Text('联系人', 32)),
  regionId: Type.Optional(Id('地区')),
  ownerId: Type.Optional(Id('归属人')),
  hasCustomer: Type.Optional(Type.Boolean({ title: '关联客户' })),
  hasPlace: Type.Optional(Type.Boolean({ title: '地图标注' })),
  /** No visit for so many days, or never one. */
  silentDays: Type.Optional(Type.Integer({ title: '未拜访天数', minimum: 1, maximum: 3_650 })),
})
export type VisitEnterpriseQuery = Static<typeof VisitEnterpriseQuery>

const VisitEnterpriseRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  kind: SiteKindField,
  products: Type.String(),
  regionPath: Type.String({ description: '浙江省 杭州市 西湖区, or empty' }),
  address: Type.String(),
  longitude: Nullable(Type.String()),
  latitude: Nullable(Type.String()),
  customerId: Nullable(Type.String({ description: 'null also where the customer is not in the caller’s scope' })),
  customerName: Type.String(),
  ownerId: Type.String(),
  ownerName: Type.String(),
  visits: Type.Integer({ description: 'made, by anybody' }),
  lastVisitAt: Nullable(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
})
export type VisitEnterpriseRow = Static<typeof VisitEnterpriseRow>

/** In sales scope, by the enterprise’s owner. */
export const queryVisitEnterprises = readCall('拜访企业列表', `${root}/page`, can('visitEnterprise', 'view'), {
  body: VisitEnterpriseQuery,
  data: Paged(VisitEnterpriseRow),
})

const VisitEnterpriseDetail = Type.Object({
  ...VisitEnterpriseRow.properties,
  capacity: Type.String(),
  devices: Type.String(),
  remark: Type.String(),
  /** From the province down. */
  regionIds: Type.Array(Type.String()),
  people: Type.Array(SitePerson, { description: 'mobile numbers are masked without the right to edit' }),
  pictures: Type.Array(Picture),
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
  name: Required('企业名称', 100),
  kind: SiteKindField,
  products: Text('经营产品', 500),
  capacity: Text('产能与库容', 500),
  devices: Text('装置与设备', 1_000),
  regionId: Nullable(Id('所在地区')),
  address: Text('详细地址', 200),
  people: Type.Array(
    Fields({
      name: Required('姓名', 32),
      role: Text('职务', 32),
      mobile: Type.Unsafe<string>({ ...Phone, title: '手机号码' }),
    }),
    { title: '人员', maxItems: SITE_PEOPLE_MAX },
  ),
  pictureIds: PictureIds,
  remark: Text('备注', 1_000),
}

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** It belongs to the caller. */
export const addVisitEnterprise = writeCall('新增拜访企业', `${root}/add`, can('visitEnterprise', 'add'), {
  body: Fields(form),
  data: Saved,
})

/** 601 carries the stored row. */
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

/** Null ends the link. A customer is linked to one enterprise at most. */
export const linkVisitEnterprise = writeCall('关联客户', `${root}/link`, can('visitEnterprise', 'association'), {
  body: Fields({ id: Id('企业'), customerId: Nullable(Id('客户')) }),
})

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

/** Distributes evenly, each with its planned visits of the owner before. 600 first. */
export const reallocateVisitEnterprises = writeCall(
  '拜访企业重新分配',
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

/** Enterprises in scope by province, most first; `name` is empty for those without a region. */
export const getSiteProvinces = readCall('拜访企业的省份分布', `${root}/provinces`, can('visitEnterprise', 'view'), {
  body: Fields({}),
  data: Type.Object({
    total: Type.Integer(),
    withPlace: Type.Integer(),
    withCustomer: Type.Integer(),
    silent: Type.Integer({ description: 'not visited for 90 days' }),
    provinces: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
    kinds: Type.Array(Type.Object({ kind: SiteKindField, count: Type.Integer() })),
  }),
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
