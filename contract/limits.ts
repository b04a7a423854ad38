// The constants of spec §9, each with its unit, and the limits that contract.md adds.

/** spec §9: life of the token cookie and of an access token, s. */
export const TOKEN_LIFE_S = 32_399
/** spec §4: a token is stored only if longer than this, characters. */
export const TOKEN_MIN_LENGTH = 20
/** spec §4: a single refresh runs when the token is this close to its end, s; never earlier than half of its life. */
export const REFRESH_THRESHOLD_S = 3_600
/** spec §4: permission time of `administrator` and `sjgly`, ms. */
export const ADMIN_PERMISSION_TIME_MS = 240_000
/** spec §9: guard of dialog buttons against a second click, ms. */
export const DIALOG_GUARD_MS = 1_000
/** spec §9: HTTP timeout, ms; the buttons call has its own (spec §7). */
export const HTTP_TIMEOUT_MS = 20_000
export const BUTTONS_TIMEOUT_MS = 10_000
/** spec §9: cached pages at most. */
export const PAGE_CACHE_MAX = 16
/** spec §9: debounce of the window's resize, ms. */
export const RESIZE_DEBOUNCE_MS = 300
/** spec §9: filter debounce of a select, ms. */
export const SELECT_FILTER_MS = 500
/** spec §9: page sizes of lists; lists begin with the default. */
export const PAGE_SIZES = [14, 20, 50, 100] as const
export const PAGE_SIZE = 14
/** spec §9: breakpoints of the screen-size classes and of the sidebar's collapse, px. */
export const BREAKPOINTS = { small: 768, medium: 992, large: 1_200, collapse: 1_680 } as const
/** spec §2: a table is as high as the window minus its top minus this, px. */
export const TABLE_BOTTOM_PX = 94

/** contract.md: rows of a page at most, and rows that paging reaches at most. */
export const PAGE_SIZE_MAX = 100
export const PAGING_REACH = 100_000

/** spec §4: the warning window before a token's end, s. */
export function expiryWarningS(expiresIn: number): number {
  return Math.min(3_600, Math.max(60, expiresIn / 3))
}
