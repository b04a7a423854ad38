// Words of check-in lists that tables, calls and screens share.

/** Entry lists count who came; a list of papers hands something out once. */
export const checkInKinds = ['entry', 'dinner', 'papers'] as const
export type CheckInKind = (typeof checkInKinds)[number]
export const checkInKindLabels: Record<CheckInKind, string> = { entry: '入场', dinner: '晚宴', papers: '资料' }

/** `valid`: counts, once for each list and head; `again`: another scan of the same; `undone`: taken back. */
export const checkInStates = ['valid', 'again', 'undone'] as const

/** Heads that are expected, heads that came by any entry, heads on one list, and further scans there. */
export const checkInFigures = ['expected', 'came', 'in', 'again'] as const
export type CheckInFigure = (typeof checkInFigures)[number]
