// The reads of all boards: one account may stand on a board and among those of all sub-products.
import { boardCalls, radarCalls } from '../../../contract/home/boards.ts'
import { boardTypes } from '../../../contract/home/home.ts'

const all = [...boardTypes.map((type) => boardCalls[type]), radarCalls]
export const boardReads = all.flatMap(({ hint, rows }) => [hint, rows])

/** How often a home page that stays open asks again, ms. */
export const REFRESH_MS = 300_000
