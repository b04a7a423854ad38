// Regions over HTTP.
import { isAllowed } from '#contract/access.ts'
import {
  addRegion,
  delRegionById,
  editRegion,
  getAreaListByParentId,
  getAreaListByProvice,
  getCityTree,
  getRegionById,
  getRegionListByParentId,
  saveOrUpdRegion,
  searchRegionList,
  sortRegions,
} from '#contract/catalogue/regions.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { toTree } from '#server/core/lists/tree.ts'
import { asInUse, inUse } from '#server/core/rows/in-use.ts'
import { reorder } from '#server/core/rows/order.rules.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  countBelow,
  deleteRegion,
  findRegion,
  findTaken,
  insertRegion,
  listCitiesOf,
  listProvincesAndCities,
  listRegionsBelow,
  lockRegion,
  lockRegionsBelow,
  placeRegions,
  type RegionValues,
  searchRegions,
  updateRegion,
} from './regions.queries.ts'

const LOWEST = 3

const of = (id: string, action: string) => ({ action: `region.${action}`, targetType: 'region', targetId: id })

/** @param level of a stored region, which cannot change */
async function checkRegion(tx: Tx, values: RegionValues, id?: string, level?: number): Promise<number> {
  const { parentId } = values
  const parent = parentId === null ? undefined : await lockRegion(tx, parentId)
  const next = (parent?.level ?? 0) + 1
  const taken = await findTaken(tx, values, id)
  const fits = (parentId === null || parent !== undefined) && next <= LOWEST && (level ?? next) === next
  checkFields({
    parentId: fits ? null : level === undefined ? '上级应为省或市' : '上级的级别应与原来相同',
    regionName: taken.name ? '已有同名地区' : null,
    code: taken.code ? '区划代码已被其他地区使用' : null,
  })
  return next
}

export const routes = [
  serve(searchRegionList, ({ body, db }) => searchRegions(db, body)),

  serve(getRegionById, async ({ query, db }) => orNotFound(await findRegion(db, query.id))),

  serveAct(saveOrUpdRegion, async ({ tx, body: { pkId, version, regionName: name, ...form }, actor, by }) => {
    if (!isAllowed(pkId === undefined ? addRegion : editRegion, actor)) throw refuse('forbidden')
    if (pkId === undefined) {
      const values = { parentId: form.parentId ?? null, name, code: form.code ?? '' }
      const level = await checkRegion(tx, values)
      const added = await insertRegion(tx, { ...values, level })
      await audit(tx, by, { ...of(added, 'add'), after: { ...values, level } })
      return { pkId: added, version: 1 }
    }
    const stored = orNotFound(await lockRegion(tx, pkId))
    checkVersion(version, stored)
    const { parentId = stored.parentId, code = stored.code } = form
    await checkRegion(tx, { parentId, name, code }, pkId, stored.level)
    const next = await updateRegion(tx, pkId, { parentId, name, code })
    const before = { parentId: stored.parentId, name: stored.regionName, code: stored.code }
    await audit(tx, by, { ...of(pkId, 'edit'), ...difference(before, { parentId, name, code }) })
    return { pkId, version: next }
  }),

  serveAct(delRegionById, async ({ tx, query: { id }, by }) => {
    const before = orNotFound(await lockRegion(tx, id))
    const named = { id, name: before.regionName }
    const uses = inUse(named, { 下级地区: await countBelow(tx, id) })
    if (uses.length > 0) throw refuse('inUse', { data: uses })
    await asInUse(named, () => deleteRegion(tx, id))
    await audit(tx, by, { ...of(id, 'delete'), before })
  }),

  serveAct(sortRegions, async ({ tx, body: { parentId, ids }, by }) => {
    const before = await lockRegionsBelow(tx, parentId)
    const after = reorder(before, ids)
    if (!after) throw refuse('conflict', { msg: '地区已变化，请刷新后重试' })
    await placeRegions(tx, after)
    await audit(tx, by, { ...of(parentId ?? '', 'dragSort'), before: { ids: before }, after: { ids: after } })
  }),

  serve(getRegionListByParentId, ({ query, db }) => listRegionsBelow(db, query.parentId ?? null)),
  serve(getAreaListByParentId, ({ query, db }) => listRegionsBelow(db, query.parentId ?? null)),
  serve(getAreaListByProvice, ({ query, db }) => listCitiesOf(db, query.province.trim())),

  serve(getCityTree, async ({ db }) =>
    toTree(
      (await listProvincesAndCities(db)).map(({ id, parentId, name, level }) => ({
        id,
        parentId,
        title: name,
        key: id,
        value: id,
        pkId: id,
        regionName: name,
        level,
      })),
    ),
  ),
]
