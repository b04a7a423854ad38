// The levels of an area, and how a choice at one of them affects those below (spec §2).

/** spec §3 "Region". */
export type Region = { pkId: string; regionName: string }

export type Area = { province: string | null; city: string | null; district: string | null }

export const areaLevels = [
  { key: 'province', label: '省' },
  { key: 'city', label: '市' },
  { key: 'district', label: '区县' },
] as const

type Level = keyof Area

export const noArea: Area = { province: null, city: null, district: null }

/** spec §2: changing a higher level clears the lower ones. Choosing the current value changes nothing. */
export function chooseIn(area: Area, level: Level, pkId: string | null): Area {
  if (area[level] === pkId) return area
  const at = areaLevels.findIndex(({ key }) => key === level)
  const below = areaLevels.slice(at + 1).map(({ key }) => [key, null])
  return { ...area, [level]: pkId, ...Object.fromEntries(below) }
}

/** The region whose children a level offers; undefined while nothing is chosen above. */
export function parentOf(area: Area, level: Level): string | null | undefined {
  const above = areaLevels[areaLevels.findIndex(({ key }) => key === level) - 1]
  return above ? (area[above.key] ?? undefined) : null
}
