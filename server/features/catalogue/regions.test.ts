// Regions over HTTP, on the seeded ones.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  delRegionById,
  getAreaListByParentId,
  getAreaListByProvice,
  getCityTree,
  getRegionById,
  getRegionListByParentId,
  type RegionQuery,
  saveOrUpdRegion,
  searchRegionList,
  sortRegions,
} from '#contract/catalogue/regions.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person
let other: Person

beforeAll(async () => {
  const right = (alias: string) => `region.${alias}`
  const role = await makeRole(db(), ...['view', 'add', 'edit', 'delete', 'dragSort'].map(right))
  keeper = await server().as(role.code)
  other = await server().as((await makeRole(db(), 'region.view')).code)
})

const idOf = async (name: string) => (await db().select().from(regions).where(eq(regions.name, name)))[0]?.id ?? ''
const search = async (query: RegionQuery) =>
  (await keeper.call(searchRegionList, query)).data.records.map(({ path }) => path)
const names = (found: readonly { regionName: string }[]) => found.map(({ regionName }) => regionName)
const below = async (parentId: string) => names((await keeper.call(getRegionListByParentId, { parentId })).data)

describe('regions for pickers', () => {
  it('§2 open from provinces to districts: GET /api/backend/region/v2/getRegionListByParentId, /api/backend/area/getAreaListByParentId', async () => {
    const provinces = (await other.call(getRegionListByParentId, {})).data
    expect(provinces).toHaveLength(34)
    expect(provinces[0]).toMatchObject({
      regionName: '北京市',
      level: 1,
      code: '11',
      parentId: null,
      hasChildren: true,
    })
    const zhejiang = provinces.find(({ regionName }) => regionName === '浙江省')?.pkId ?? ''
    const cities = (await other.call(getAreaListByParentId, { parentId: zhejiang })).data
    expect(names(cities).slice(0, 2)).toEqual(['杭州市', '宁波市'])
    const districts = (await other.call(getAreaListByParentId, { parentId: cities[0]?.pkId ?? '' })).data
    expect(names(districts)).toContain('西湖区')
    expect(districts[0]).toMatchObject({ level: 3, hasChildren: false })
    expect((await other.call(getRegionListByParentId, { parentId: '999999' })).data).toEqual([])
  })

  it('§7 GET /api/backend/area/getAreaListByProvice returns the cities of a province by its full or short name', async () => {
    for (const province of ['浙江省', '浙江', ' 浙江 ']) {
      expect(names((await other.call(getAreaListByProvice, { province })).data)).toHaveLength(11)
    }
    expect(names((await other.call(getAreaListByProvice, { province: '广西' })).data)).toContain('南宁市')
    expect((await other.call(getAreaListByProvice, { province: '江' })).data).toEqual([])
  })

  it('§7 GET /api/backend/region/v2/getCityTree returns provinces with their cities', async () => {
    const tree = (await other.call(getCityTree)).data
    expect(tree).toHaveLength(34)
    const hebei = tree.find(({ regionName }) => regionName === '河北省')
    expect(hebei?.children?.map(({ title }) => title)).toContain('石家庄市')
    expect(hebei?.children?.[0]?.children).toBeUndefined()
    expect(await server().nobody.call(getCityTree)).toMatchObject({ status: 401 })
  })
})

describe('POST /api/backend/region/v2/searchRegionList', () => {
  it('§7 finds by name, number, level and ancestor, with the path', async () => {
    expect(await search({ regionName: '西湖' })).toEqual([
      '浙江省 > 杭州市 > 西湖区',
      '江西省 > 南昌市 > 西湖区',
      '湖北省 > 武汉市 > 东西湖区',
    ])
    expect(await search({ code: '3301' })).toEqual(['浙江省 > 杭州市'])
    expect(await search({ regionName: '江', level: 1 })).toEqual(['黑龙江省', '江苏省', '浙江省', '江西省'])
    const parentId = await idOf('杭州市')
    expect(await search({ regionName: '湖', parentId })).toEqual(['浙江省 > 杭州市 > 西湖区'])
    expect(await search({ regionName: '西湖', parentId: await idOf('浙江省') })).toEqual(['浙江省 > 杭州市 > 西湖区'])
    expect(await search({ regionName: '%' })).toEqual([])
    const { data } = await keeper.call(searchRegionList, { size: 20 })
    expect(data.total).toBeGreaterThan(3_000)
    expect(data.records).toHaveLength(20)
  })

  it('§7 refuses without the right, and an invalid query', async () => {
    const none = await server().as((await makeRole(db(), 'category.view')).code)
    expect(await none.call(searchRegionList, {})).toMatchObject({ status: 403, code: 403 })
    const reply = await server().send('POST', searchRegionList.path, { level: 4 }, { token: keeper.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
  })
})

describe('POST /api/backend/region/v2/saveOrUpdRegion', () => {
  it('§7 adds below a region, edits, and answers a stale version with the newer row; POST /api/backend/region/v2/getRegionById returns it', async () => {
    const parentId = await idOf('嘉峪关市')
    const added = (await keeper.call(saveOrUpdRegion, { parentId, regionName: '雄关区', code: '620201' })).data
    const found = (await keeper.call(getRegionById, { id: added.pkId })).data
    expect(found).toMatchObject({ path: '甘肃省 > 嘉峪关市 > 雄关区', level: 3, code: '620201', version: 1 })
    const change = { pkId: added.pkId, regionName: '雄关新区', version: 1 }
    expect((await keeper.call(saveOrUpdRegion, change)).data).toEqual({ pkId: added.pkId, version: 2 })
    const late = await keeper.call(saveOrUpdRegion, { ...change, regionName: '别名' })
    expect(late).toMatchObject({ code: 601, data: { regionName: '雄关新区', version: 2 } })
    const written = await db().select().from(auditLog).where(eq(auditLog.targetType, 'region')).orderBy(auditLog.id)
    expect(written.slice(0, 2).map(({ action }) => action)).toEqual(['region.add', 'region.edit'])
    expect(written[1]?.after).toEqual({ name: '雄关新区' })
  })

  it('§7 moves a region to another parent of the same level, and no deeper than a district', async () => {
    const { pkId } = (await keeper.call(saveOrUpdRegion, { parentId: await idOf('东莞市'), regionName: '莞城' })).data
    const moved = { pkId, regionName: '莞城', version: 1, parentId: await idOf('中山市') }
    expect(await keeper.call(saveOrUpdRegion, moved)).toMatchObject({ code: 200 })
    const under = async (parentId: string | null) =>
      keeper.call(saveOrUpdRegion, { pkId, regionName: '莞城', version: 2, parentId })
    expect(await under(await idOf('广东省'))).toMatchObject({ code: 400, msg: '上级的级别应与原来相同' })
    expect(await under(null)).toMatchObject({ code: 400 })
    expect(await under(pkId)).toMatchObject({ code: 400 })
    expect(await keeper.call(saveOrUpdRegion, { parentId: pkId, regionName: '某街道' })).toMatchObject({
      code: 400,
      msg: '上级应为省或市',
    })
  })

  it.each([
    [{ regionName: '杭州市' }, '已有同名地区'],
    [{ regionName: '新市', code: '3302' }, '区划代码已被其他地区使用'],
    [{ regionName: '新市', code: '331' }, '区划代码应为2、4或6位数字'],
    [{ regionName: ' ' }, '请输入地区名称'],
  ])('§9 refuses %j', async (form, msg) => {
    const reply = await keeper.call(saveOrUpdRegion, { parentId: await idOf('浙江省'), ...form })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })

  it('§6 refuses each act without its right', async () => {
    const adder = await server().as((await makeRole(db(), 'region.add')).code)
    const pkId = await idOf('宁波市')
    const edit = { pkId, regionName: '宁波', version: 1 }
    expect(await adder.call(saveOrUpdRegion, edit)).toMatchObject({ status: 403 })
    expect(await other.call(saveOrUpdRegion, edit)).toMatchObject({ status: 403 })
    expect(await keeper.call(saveOrUpdRegion, { ...edit, pkId: '999999' })).toMatchObject({ code: 20404 })
  })
})

describe('deleting and ordering regions', () => {
  it('§7 POST /api/backend/region/v2/delRegionById deletes an unused region, and otherwise names the uses', async () => {
    const reply = await keeper.call(delRegionById, { id: await idOf('杭州市') })
    expect(reply).toMatchObject({ code: 603, data: [{ name: '杭州市', by: [{ kind: '下级地区', count: 13 }] }] })
    const id = await idOf('桐庐县')
    expect(await other.call(delRegionById, { id })).toMatchObject({ status: 403 })
    expect(await keeper.call(delRegionById, { id })).toMatchObject({ code: 200 })
    expect(await keeper.call(delRegionById, { id })).toMatchObject({ status: 404, code: 20404 })
    expect(await keeper.call(getRegionById, { id })).toMatchObject({ status: 404, code: 20404 })
  })

  it('§7 reorders regions', async () => {
    const parentId = await idOf('舟山市')
    expect(await below(parentId)).toEqual(['定海区', '普陀区', '岱山县', '嵊泗县'])
    const ids = [await idOf('嵊泗县'), await idOf('定海区')]
    expect(await keeper.call(sortRegions, { parentId, ids })).toMatchObject({ code: 200 })
    expect(await below(parentId)).toEqual(['嵊泗县', '普陀区', '岱山县', '定海区'])
    const foreign = { parentId, ids: [await idOf('莲都区')] }
    expect(await keeper.call(sortRegions, foreign)).toMatchObject({ status: 409, code: 409 })
    expect(await other.call(sortRegions, { parentId, ids })).toMatchObject({ status: 403 })
  })
})
