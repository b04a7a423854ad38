// Regions: provinces, cities and districts (spec §3, §7).
import { type Static, Type } from 'typebox'
import { anyOf, can, signedIn } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Fields, Id, listFields, Nullable, Required, Text, TreeOf } from '#contract/fields.ts'
import { CATALOGUE_BATCH } from '#contract/limits.ts'

const Level = Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3], title: '级别' })

const regionFields = {
  pkId: Type.String(),
  regionName: Type.String({ title: '地区名称' }),
  parentId: Nullable(Type.String()),
  level: Level,
  code: Type.String({ title: '区划代码' }),
  sort: Type.Integer(),
  version: Type.Integer(),
  hasChildren: Type.Boolean(),
}

/** spec §3 "Region": level 1 province, 2 city, 3 district. */
const Region = Type.Object(regionFields)
export type Region = Static<typeof Region>

const RegionFound = Type.Object({
  id: Type.String(),
  ...regionFields,
  path: Type.String({ title: '所在', description: '浙江省 > 杭州市 > 西湖区' }),
  pathIds: Type.Array(Type.String(), { description: 'of the regions on that path' }),
})
export type RegionFound = Static<typeof RegionFound>

export const RegionQuery = Fields({
  ...listFields(['code']),
  regionName: Type.Optional(Text('地区名称', 32)),
  code: Type.Optional(Text('区划代码', 12)),
  parentId: Type.Optional(Id('上级地区')),
  level: Type.Optional(Level),
})
export type RegionQuery = Static<typeof RegionQuery>

const regionCall = '/api/backend/region/v2'

export const searchRegionList = readCall('查询地区', `${regionCall}/searchRegionList`, can('region', 'view'), {
  body: RegionQuery,
  data: Paged(RegionFound),
})

export const getRegionById = readCall('地区详情', `${regionCall}/getRegionById`, can('region', 'view'), {
  query: Fields({ id: Id() }),
  data: RegionFound,
})

export const addRegion = can('region', 'add')
export const editRegion = can('region', 'edit')

export const regionTexts = {
  regionName: Required('地区名称', 32),
  code: Type.String({
    title: '区划代码',
    pattern: '^([0-9]{2}|[0-9]{4}|[0-9]{6})?$',
    messages: { pattern: '区划代码应为2、4或6位数字' },
  }),
}

/** Without `pkId` a new region below `parentId`, with it an edit (needs the `version` read; 601 carries the row). */
export const saveOrUpdRegion = writeCall(
  '新增或修改地区',
  `${regionCall}/saveOrUpdRegion`,
  anyOf(addRegion, editRegion),
  {
    body: Fields({
      pkId: Type.Optional(Id()),
      version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
      parentId: Type.Optional(Nullable(Id('上级地区'))),
      regionName: regionTexts.regionName,
      code: Type.Optional(regionTexts.code),
    }),
    data: Type.Object({ pkId: Type.String(), version: Type.Integer() }),
  },
)

/** 603 lists its uses. */
export const delRegionById = writeCall('删除地区', `${regionCall}/delRegionById`, can('region', 'delete'), {
  query: Fields({ id: Id() }),
})

/** `ids` in their new order take the places that they hold below `parentId` now. */
export const sortRegions = writeCall('调整地区顺序', '/api/backend/catalogue/region/sort', can('region', 'dragSort'), {
  body: Fields({
    parentId: Nullable(Id('上级地区')),
    ids: Type.Array(Id('地区'), { title: '地区', minItems: 1, maxItems: CATALOGUE_BATCH }),
  }),
})

const below = (path: '/api/backend/region/v2/getRegionListByParentId' | '/api/backend/area/getAreaListByParentId') =>
  getCall('下级地区', path, signedIn, {
    query: Fields({ parentId: Type.Optional(Id('上级地区')) }),
    data: Type.Array(Region),
  })

/** The provinces without `parentId`. */
export const getRegionListByParentId = below(`${regionCall}/getRegionListByParentId`)
export const getAreaListByParentId = below('/api/backend/area/getAreaListByParentId')

/** The cities of a province by its name, in full or without 省, 市 or 自治区; empty for an unknown name. */
export const getAreaListByProvice = getCall('省下的城市', '/api/backend/area/getAreaListByProvice', signedIn, {
  query: Fields({ province: Required('省份', 32) }),
  data: Type.Array(Region),
})

const CityTree = TreeOf('CityTree', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  value: Type.String(),
  pkId: Type.String(),
  regionName: Type.String(),
  level: Type.Integer(),
})
export type CityTree = Static<typeof CityTree>

/** Provinces with their cities. */
export const getCityTree = getCall('省市树', `${regionCall}/getCityTree`, signedIn, { data: Type.Array(CityTree) })
