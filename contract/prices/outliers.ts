// How unusual a move is: of the change, not the level, against the item's own history and what its peers did that day.
import { Exact, medianOf } from './decimals.ts'

/** Peers from which their median speaks for the market. */
const ENOUGH_PEERS = 3
/** Of a normal distribution: MAD times this is its standard deviation. */
const SPREAD = '1.4826'
/** From so many scales on a change is outside the usual. */
const LIMIT = '3.5'
/** Of the last price, %: the least scale of an item that hardly moves, and that of one of which too little is known. */
const LEAST_PERCENT = '0.5'
const UNKNOWN_PERCENT = '1'

export type Usual = {
  decimals: number
  /** Usual daily move in percent, where its analyst has set one. */
  usualMove: string | null
  /** Median of the last published changes and their median absolute deviation; null until there are enough. */
  usualMedian: string | null
  usualDeviation: string | null
  /** Limits of the price itself, where they are set. */
  lowest: string | null
  highest: string | null
}

type Move = {
  average: string
  /** The last published; null where there is none. */
  before: string | null
  item: Usual
  /** The moves of the same product's other items that day, in percent. */
  peerPercents?: readonly string[]
}

export type MoveScore = {
  /** How many scales the change is from the usual one; null without a price before. One decimal. */
  score: string | null
  /** The same for the change less the median move of its peers; null where there are too few. */
  besidePeers: string | null
  /** Why a reason is required. */
  unusual: readonly ('history' | 'below' | 'above')[]
}

/** A flat item has no spread and would have each move marked: a tick and a percentage of the price are the least. */
function scaleOf(before: string, { decimals, usualMove, usualDeviation }: Usual): Exact {
  const tick = new Exact(10).pow(-decimals)
  const percent = usualMove ?? (usualDeviation === null ? UNKNOWN_PERCENT : LEAST_PERCENT)
  const usual = new Exact(before).abs().times(percent).dividedBy(100)
  return Exact.max(tick, usual, new Exact(usualDeviation ?? 0).times(SPREAD))
}

export function scoreMove({ average, before, item, peerPercents = [] }: Move): MoveScore {
  const { lowest, highest } = item
  const limits = [
    ...(lowest !== null && new Exact(average).lessThan(lowest) ? (['below'] as const) : []),
    ...(highest !== null && new Exact(average).greaterThan(highest) ? (['above'] as const) : []),
  ]
  if (before === null) return { score: null, besidePeers: null, unusual: limits }
  const scale = scaleOf(before, item)
  const change = new Exact(average).minus(before)
  const score = change
    .minus(item.usualMedian ?? 0)
    .abs()
    .dividedBy(scale)
  const peers = peerPercents.length >= ENOUGH_PEERS ? medianOf(peerPercents.map((each) => new Exact(each))) : undefined
  const left = peers && change.minus(new Exact(before).abs().times(peers).dividedBy(100))
  const besidePeers = left?.abs().dividedBy(scale)
  // a move of the whole market needs no reason
  const isExplained = besidePeers?.lessThan(LIMIT) ?? false
  const isUnusual = score.greaterThanOrEqualTo(LIMIT) && !isExplained
  return {
    score: score.toFixed(1),
    besidePeers: besidePeers?.toFixed(1) ?? null,
    unusual: isUnusual ? ['history', ...limits] : limits,
  }
}
