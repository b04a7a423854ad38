// Name of an area by its ids.
import { getAreaListByParentId } from '#contract/catalogue/regions.ts'
import type { Area } from '#web/kit/picker/area-cascade.rules.ts'
import { useCall } from '#web/lib/query.ts'

function useNameOf(parentId: string | null, id: string | null): string {
  const { data } = useCall(getAreaListByParentId, parentId === null ? {} : { parentId }, { enabled: id !== null })
  return data?.find(({ pkId }) => pkId === id)?.regionName ?? ''
}

export function AreaName({ area: { province, city, district } }: { area: Area }) {
  const names = [useNameOf(null, province), useNameOf(province, city), useNameOf(city, district)]
  if (province === null) return '—'
  return names.filter((name) => name !== '').join(' ') || '正在加载'
}
