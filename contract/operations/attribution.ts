// Attribution: which visits of a lead share in it, and by how much. A lead is a registration that is counted; its shares are
// whole numbers of units, so that they add up to exactly one lead.

export const attributionModels = ['lastNonDirect', 'first', 'last', 'linear'] as const
export type AttributionModel = (typeof attributionModels)[number]
export const attributionModelLabels: Readonly<Record<AttributionModel, string>> = {
  lastNonDirect: '末次非直接',
  first: '首次',
  last: '末次',
  linear: '线性',
}
/** Days before the registration from which visits share. */
export const attributionWindows = ['7', '30', '90'] as const
export type AttributionWindow = (typeof attributionWindows)[number]
/** Whose day decides on the period: that of the registration (a cohort), or that of what came of it. */
export const attributionBases = ['registration', 'event'] as const
export type AttributionBasis = (typeof attributionBases)[number]
export const attributionBasisLabels: Readonly<Record<AttributionBasis, string>> = {
  registration: '按注册日期',
  event: '按发生日期',
}

export type Attribution = { touch: AttributionModel; window: AttributionWindow; basis: AttributionBasis }
export const usualAttribution: Attribution = { touch: 'lastNonDirect', window: '30', basis: 'registration' }

/** What stands beside each figure, in exports too. */
export const attributionText = ({ touch, window, basis }: Partial<Attribution>) =>
  `注册按${attributionModelLabels[touch ?? usualAttribution.touch]}归因，取注册前 ${window ?? usualAttribution.window} 天的访问，${attributionBasisLabels[basis ?? usualAttribution.basis]}计入`

/** One lead: the least common multiple of 1 to 20, the most visits of a lead, so that each has a whole share. */
export const LEAD_UNITS = 232_792_560

export type AttributedVisit = { at: number; isDirect: boolean }

/**
 * The units of each visit, in the order given. Visits within the window count: not after the registration, and at most so
 * many days before it. Without any, the lead belongs to no visit.
 */
export function sharesOf(
  model: AttributionModel,
  visits: readonly AttributedVisit[],
  { registeredAt, window }: { registeredAt: number; window: AttributionWindow },
): number[] {
  const since = registeredAt - Number(window) * 86_400_000
  const within = visits
    .map((visit, at) => ({ ...visit, index: at }))
    .filter(({ at }) => at >= since && at <= registeredAt)
  // of the same moment, the one that is stored later is the later one
  const ordered = within.toSorted((one, other) => one.at - other.at || one.index - other.index)
  const chosen = {
    first: ordered.slice(0, 1),
    last: ordered.slice(-1),
    lastNonDirect: ordered.findLast(({ isDirect }) => !isDirect) ?? ordered.at(-1),
    linear: ordered,
  }[model]
  const sharing = new Set([chosen ?? []].flat().map(({ index }) => index))
  return visits.map((_, at) => (sharing.has(at) ? LEAD_UNITS / sharing.size : 0))
}
