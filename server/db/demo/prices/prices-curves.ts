// Believable prices: a category's market moves its items together, each adds its own, with season, noise and some shocks.
import { type Chance, createChance } from '../random.ts'
import type { PlannedItem } from './prices-items.ts'

const SEED = 20_261_102
const YEAR_DAYS = 365.25

/** In units of the last place. */
export type Quote = { low: number; high: number; isShock: boolean }

/** About normal, between -1 and 1, with a standard deviation of about a third. */
const noise = (chance: Chance) =>
  (chance.between(-1_000, 1_000) + chance.between(-1_000, 1_000) + chance.between(-1_000, 1_000)) / 3_000

/** What a category's prices are of their level, in logarithm, on each day of the window. */
function marketOf(chance: Chance, volatility: number, length: number): number[] {
  const move = (volatility / 10_000) * 3
  const season = chance.between(10, 50) / 1_000
  const phase = chance.between(0, 628) / 100
  const drift = chance.between(-150, 150) / 1_000 / length
  let own = 0
  return Array.from({ length }, (_, day) => {
    own = own * 0.997 + drift + move * noise(chance)
    return own + season * Math.sin((2 * Math.PI * day) / YEAR_DAYS + phase)
  })
}

/** Markets by category, the same for all of its items: each with chance of its own, so that no other changes it. */
export function createMarkets(length: number) {
  const known = new Map<string, number[]>()
  return ({ category, volatility }: PlannedItem): readonly number[] => {
    const found = known.get(category) ?? marketOf(createChance(SEED + known.size), volatility, length)
    known.set(category, found)
    return found
  }
}

const SHOCKS = 0.002
/** A list price changes once the market has moved so far from it. */
const FLAT_UNTIL = 0.02

/** @param days the days of the window on which it is due, counted from its first */
export function seriesOf(
  { level, step, volatility, isFlat }: PlannedItem,
  {
    chance,
    market,
    days,
    decimals,
    isRange,
  }: {
    chance: Chance
    market: readonly number[]
    days: readonly number[]
    decimals: number
    isRange: boolean
  },
): Quote[] {
  const base = level * 10 ** decimals
  const halfWidth = isRange ? Math.max(1, Math.round((base * chance.between(15, 60)) / 10_000 / step)) * step : 0
  let own = 0
  let standing = 0
  return days.map((day, at) => {
    const isShock = chance.happens(SHOCKS) && at > 0
    const shock = isShock ? (chance.between(5, 9) / 100) * (chance.happens(0.5) ? 1 : -1) : 0
    own = own * 0.99 + (volatility / 10_000) * noise(chance) + shock
    const level = base * Math.exp((market[day] ?? 0) + own)
    const isUnchanged = isFlat && !isShock && standing > 0 && Math.abs(level / standing - 1) < FLAT_UNTIL
    if (!isUnchanged) standing = Math.max(1, Math.round(level / step)) * step
    return { low: Math.max(0, standing - halfWidth), high: standing + halfWidth, isShock }
  })
}
