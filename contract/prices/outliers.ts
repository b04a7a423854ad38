// How unusual a move is: of the change, not the level, against the item's own history and what its peers did that day.
import { Exact, medianOf } from './decimals.ts'

/** Published changes that are looked at. */
export const HISTORY = 60
/** From fewer changes no spread is learnt. */
const ENOUGH = 10
/** Peers from which their median speaks for the market. */
const ENOUGH_PEERS = 3
/** Of a normal distribution: MAD times this is its standard deviation. */
const SPREAD = '1.4826'
/** From so many scales on a change is outside the usual. */
const LIMIT = '3.5'

export type Move = {
  average: string
  before: string
  decimals: number
  /** Published changes, the newest first. */
  changes: readonly string[]
  /** The usual daily move in percent, where one is given. */
  usualPercent: string | null
  /** Between which the price itself must be, where that is given. */
  lowest: string | null
  highest: string | null
  /** The moves of the same product's other items that day, in percent. */
  peerPercents: readonly string[]
}

export type Unusual = 'history' | 'below' | 'above'

export type MoveScore = {
  /** How many scales the change is from the usual one; null where nothing tells what is usual. One decimal. */
  score: string | null
  /** The same of what is left of it after the median move of its peers; null where there are too few. */
  besidePeers: string | null
  /** Why a reason is asked for. */
  unusual: readonly Unusual[]
}

/** A flat item has no spread and would have each move marked: a tick and the usual percentage are the least. */
function scaleOf({ before, decimals, changes, usualPercent }: Move, median: Exact, recent: readonly Exact[]) {
  const learnt = recent.length >= ENOUGH ? medianOf(recent.map((change) => change.minus(median).abs())) : undefined
  if (changes.length < ENOUGH && usualPercent === null) return null
  const tick = new Exact(10).pow(-decimals)
  const usual = new Exact(before)
    .abs()
    .times(usualPercent ?? 0)
    .dividedBy(100)
  return Exact.max(tick, usual, learnt?.times(SPREAD) ?? 0)
}

export function scoreMove(move: Move): MoveScore {
  const { average, before, lowest, highest, peerPercents } = move
  const unusual: Unusual[] = []
  if (lowest !== null && new Exact(average).lessThan(lowest)) unusual.push('below')
  if (highest !== null && new Exact(average).greaterThan(highest)) unusual.push('above')

  const recent = move.changes.slice(0, HISTORY).map((change) => new Exact(change))
  const median = (recent.length >= ENOUGH && medianOf(recent)) || new Exact(0)
  const scale = scaleOf(move, median, recent)
  if (!scale) return { score: null, besidePeers: null, unusual }
  const change = new Exact(average).minus(before)
  const score = change.minus(median).abs().dividedBy(scale)
  const peers = peerPercents.length >= ENOUGH_PEERS ? medianOf(peerPercents.map((each) => new Exact(each))) : undefined
  const left = peers && change.minus(new Exact(before).abs().times(peers).dividedBy(100))
  const besidePeers = left?.abs().dividedBy(scale)
  // a move that the whole market makes asks nobody for a reason
  const isExplained = besidePeers?.lessThan(LIMIT) ?? false
  if (score.greaterThanOrEqualTo(LIMIT) && !isExplained) unusual.unshift('history')
  return { score: score.toFixed(1), besidePeers: besidePeers?.toFixed(1) ?? null, unusual }
}
