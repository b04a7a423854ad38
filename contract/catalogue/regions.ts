// Regions: provinces, cities and districts (spec §3, §7).
import { type Static, Type } from 'typebox'
import { anyOf, can, signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, listFields, Nothing, Nullable, Required, Text, TreeOf } from '../fields.ts'
import { CATALOGUE_BATCH } from '../limits.ts'

const Level = Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3], title: '级别' })

const regionFields = {
  pkId: Type.String(),
  regionName: Type.String(),
  parentId: Nullable(Type.String()),
  level: Level,
  code: Type.String(),
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
  path: Type.String({ description: '浙江省 > 杭州市 > 西湖区' }),
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

export const searchRegionList = endpoint({
  summary: '查询地区',
  method: 'POST',
  path: `${regionCall}/searchRegionList`,
  access: can('region', 'view'),
  effect: 'read',
  body: RegionQuery,
  data: Paged(RegionFound),
})

export const getRegionById = endpoint({
  summary: '地区详情',
  method: 'POST',
  path: `${regionCall}/getRegionById`,
  access: can('region', 'view'),
  effect: 'read',
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
export const saveOrUpdRegion = endpoint({
  summary: '新增或修改地区',
  method: 'POST',
  path: `${regionCall}/saveOrUpdRegion`,
  access: anyOf(addRegion, editRegion),
  effect: 'write',
  body: Fields({
    pkId: Type.Optional(Id()),
    version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
    parentId: Type.Optional(Nullable(Id('上级地区'))),
    regionName: regionTexts.regionName,
    code: Type.Optional(regionTexts.code),
  }),
  data: Type.Object({ pkId: Type.String(), version: Type.Integer() }),
})

/** 603 lists what refuses it. */
export const delRegionById = endpoint({
  summary: '删除地区',
  method: 'POST',
  path: `${regionCall}/delRegionById`,
  access: can('region', 'delete'),
  effect: 'write',
  query: Fields({ id: Id() }),
  data: Nothing,
})

/** `ids` in their new order take the places that they hold below `parentId` now. */
export const sortRegions = endpoint({
  summary: '调整地区顺序',
  method: 'POST',
  path: '/api/backend/catalogue/region/sort',
  access: can('region', 'dragSort'),
  effect: 'write',
  body: Fields({
    parentId: Nullable(Id('上级地区')),
    ids: Type.Array(Id('地区'), { title: '地区', minItems: 1, maxItems: CATALOGUE_BATCH }),
  }),
  data: Nothing,
})

const below = (path: '/api/backend/region/v2/getRegionListByParentId' | '/api/backend/area/getAreaListByParentId') =>
  endpoint({
    summary: '下级地区',
    method: 'GET',
    path,
    access: signedIn,
    effect: 'read',
    query: Fields({ parentId: Type.Optional(Id('上级地区')) }),
    data: Type.Array(Region),
  })

/** The provinces without `parentId`. */
export const getRegionListByParentId = below(`${regionCall}/getRegionListByParentId`)
export const getAreaListByParentId = below('/api/backend/area/getAreaListByParentId')

/** The cities of a province by its name, in full or without 省, 市 or 自治区; empty for an unknown name. */
export const getAreaListByProvice = endpoint({
  summary: '省下的城市',
  method: 'GET',
  path: '/api/backend/area/getAreaListByProvice',
  access: signedIn,
  effect: 'read',
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
export const getCityTree = endpoint({
  summary: '省市树',
  method: 'GET',
  path: `${regionCall}/getCityTree`,
  access: signedIn,
  effect: 'read',
  data: Type.Array(CityTree),
})
