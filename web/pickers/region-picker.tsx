// Chooses a region: one of a given level, to maintain regions, or an area from province to district (spec §2).
import {
  getAreaListByParentId,
  getRegionById,
  getRegionListByParentId,
  type RegionFound,
  searchRegionList,
} from '#contract/catalogue/regions.ts'
import type { Area } from '#web/kit/picker/area-cascade.rules.ts'
import { AreaCascade } from '#web/kit/picker/area-cascade.tsx'
import type { LazyNode } from '#web/kit/picker/lazy-cascader.rules.ts'
import { LazyCascader } from '#web/kit/picker/lazy-cascader.tsx'
import { call } from '#web/lib/call.ts'

/** The picker shows errors itself (spec §8). */
const quiet = { hideErrorMsg: true }

type RegionNode = LazyNode & { level: number }

async function load(parentId: string | null, level: number): Promise<RegionNode[]> {
  const found = await call(getRegionListByParentId, parentId === null ? {} : { parentId }, quiet)
  return found.map((region) => ({
    value: region.pkId,
    label: region.regionName,
    level: region.level,
    isLeaf: region.level >= level,
  }))
}

const pathOf = ({ path, pathIds }: RegionFound): RegionNode[] =>
  path.split(' > ').map((label, at) => ({
    value: pathIds[at] ?? '',
    label,
    level: at + 1,
    isLeaf: at + 1 === pathIds.length,
  }))

type RegionPickerProps = {
  id?: string
  /** Level of the regions that can be chosen. */
  level: 1 | 2
  value?: string | null
  onChange?: (regionId: string | null) => void
}

/** For pages whose users have the right to search regions. */
export function RegionPicker({ level, ...rest }: RegionPickerProps) {
  return (
    <LazyCascader<RegionNode>
      {...rest}
      placeholder={level === 1 ? '请选择省' : '请选择省、市'}
      style={{ width: '100%' }}
      canChoose={(node) => node.level === level}
      load={(parent) => load(parent?.value ?? null, level)}
      search={async (regionName) =>
        (await call(searchRegionList, { regionName, level, size: 50 }, quiet)).records.map(pathOf)
      }
      lookup={async (ids) => Promise.all(ids.map(async (id) => pathOf(await call(getRegionById, { id }, quiet))))}
    />
  )
}

type AreaPickerProps = { id?: string; disabled?: boolean; value?: Area; onChange?: (area: Area) => void }

/**
 * Province, city and district of an address.
 * @public
 */
export function AreaPicker(props: AreaPickerProps) {
  return (
    <AreaCascade
      {...props}
      load={(parentId) => call(getAreaListByParentId, parentId === null ? {} : { parentId }, quiet)}
    />
  )
}
