// Reads of all boards, to invalidate together: an account may be on a board and in the list over all sub-products.
import { boardCalls, radarCalls } from '#contract/home/boards.ts'
import { boardTypes } from '#contract/home/home.ts'

const all = [...boardTypes.map((type) => boardCalls[type]), radarCalls]
export const boardReads = all.flatMap(({ hint, rows }) => [hint, rows])

/** Polling interval of an open home page, ms. */
export const REFRESH_MS = 300_000
