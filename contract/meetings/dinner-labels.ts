// Kinds of the dinner of a meeting, without schemas.
/** `apart`: not at one table. */
export const dinnerPairKinds = ['beside', 'apart'] as const

/** Seats of one table at most. */
export const TABLE_SEATS_MAX = 20

/** Whom seating by rule places. */
export const fillModes = ['rest', 'all'] as const
export type FillMode = (typeof fillModes)[number]
export const fillModeLabels: Record<FillMode, string> = { rest: '只安排未入座的', all: '全部重新安排' }
