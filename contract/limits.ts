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
/** spec §9: the same guard everywhere else, ms. */
export const REPEAT_GUARD_MS = 3_000
/** spec §6, §9: a guarded element is checked this long after it was inserted, ms. */
export const PERMISSION_CHECK_MS = 200
/** spec §9: HTTP timeout, ms; the buttons call has its own (spec §7). */
export const HTTP_TIMEOUT_MS = 20_000
export const BUTTONS_TIMEOUT_MS = 10_000
/** contract.md: timeout of uploads, imports and answers of an AI, ms. */
export const LONG_TIMEOUT_MS = 120_000
/** spec §9: HTTP statuses from here to there are responses, any other is a transport error. */
export const RESPONSE_STATUSES = { from: 200, to: 500 } as const
/** spec §9: cached pages at most. */
export const PAGE_CACHE_MAX = 16
/** spec §9: debounce of the window's resize, ms. */
export const RESIZE_DEBOUNCE_MS = 300
/** spec §9: height of a row of the menu search, px. */
export const SEARCH_ROW_PX = 56
/** spec §9: filter debounce of a select, ms. */
export const SELECT_FILTER_MS = 500
/** spec §9: row heights of a select over many options and of a transfer list, px. */
export const SELECT_ROW_PX = 34
export const TRANSFER_ROW_PX = 30
/** spec §9: debounce of a date range's change, ms. */
export const DATE_RANGE_MS = 20
/** spec §9: how a day is shown, in the specification's notation. */
export const DATE_FORMAT = 'yyyy-MM-dd'
/** spec §9: levels of the category cascader; the last holds the products. */
export const CASCADER_LEVELS = [1, 2, 3] as const
/** spec §9: width of the category cascader and least height of its tags, px. */
export const CASCADER_WIDTH_PX = 400
export const CASCADER_TAGS_PX = 40
/** spec §9: page sizes of lists; lists begin with the default. */
export const PAGE_SIZES = [14, 20, 50, 100] as const
export const PAGE_SIZE = 14
/** spec §2: the pager's own default, where it turns the pages of no list: small tables. */
export const PAGER_SIZE = 15
/** spec §9: breakpoints of the screen-size classes and of the sidebar's collapse, px. */
export const BREAKPOINTS = { small: 768, medium: 992, large: 1_200, collapse: 1_680 } as const
/** spec §2: a table is as high as the window minus its top minus this, px. */
export const TABLE_BOTTOM_PX = 94

/**
 * spec §4: how often the live channel checks whether it must connect, ms, and how often it reconnects before it gives
 * up.
 */
export const WS_CHECK_MS = 3_000
export const WS_TRIES = 5
/** contract.md: heartbeat of the live channel in both directions, ms. */
export const WS_HEARTBEAT_MS = 30_000
/** contract.md: largest frame of the live channel, bytes. */
export const WS_FRAME_BYTES = 65_536

/** contract.md: most rows of a page, and most rows that paging reaches. */
export const PAGE_SIZE_MAX = 100
export const PAGING_REACH = 100_000

/**
 * Home page: most quick entries; days before its end at which an account appears on a board, at most and by default.
 */
export const QUICK_ENTRIES_MAX = 16
export const EXPIRE_DAYS_MAX = 90
export const EXPIRE_DAYS = 30

/** Most products or categories that one grant sets, and most people of a batch of grants or of one move. */
export const GRANTS_MAX = 10_000
export const GRANT_PEOPLE_MAX = 200
export const MOVE_PEOPLE_MAX = 500

/** Most client errors that a browser keeps until they are sent, and most in one report (spec §4). */
export const CLIENT_LOG_MAX = 50
export const CLIENT_LOG_BATCH = 20
/** Limits of their texts, characters: the browser truncates, and the server again. */
export const CLIENT_LOG_TEXTS = { message: 500, stack: 4_000, info: 1_000, url: 500 } as const

/** Largest file by purpose, bytes. */
export const FILE_BYTES = {
  avatar: 2 * 1_048_576,
  image: 10 * 1_048_576,
  attachment: 100 * 1_048_576,
  import: 50 * 1_048_576,
  export: 2_048 * 1_048_576,
} as const
/** Largest picture, pixels in all and along one side: decoded it is far larger than the file. */
export const IMAGE_PIXELS = 40_000_000
export const IMAGE_SIDE_PX = 16_384
/** Longest file name, characters. */
export const FILE_NAME_MAX = 120
/** contract.md: life of a link to a file, s. */
export const FILE_LINK_S = 43_200
/** Unreferenced files are deleted after this, h; those made by a job only later. */
export const FILE_ORPHAN_H = { usual: 24, export: 168 } as const
/** Side of a person's picture as the browser makes it, px. */
export const AVATAR_PX = 256

/** contract.md: how long a confirm token is valid, s, and how long a write's Idempotency-Key is remembered, h. */
export const CONFIRM_TOKEN_S = 300
export const IDEMPOTENCY_H = 24

/** spec §4: the warning window before a token's end, s. */
export function expiryWarningS(expiresIn: number): number {
  return Math.min(3_600, Math.max(60, expiresIn / 3))
}

/** Trees that people reorder: most siblings; most buttons granted to a role at once. */
export const TREE_PLACES = 10_000
export const ROLE_BUTTONS_MAX = 5_000

/** Catalogue: most rows that one call shows, hides, moves or reorders; most products that a search returns. */
export const CATALOGUE_BATCH = 1_000
export const PRODUCTS_FOUND = 50
