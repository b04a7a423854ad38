// Whose turn it is to use a connection. Kinds of work share a pool fairly: one of them has at most half of it, and the next
// turn is of the kind that has the fewest. So calls that hang at a locked table leave the others room.

/** No connection became free in time. */
export class PoolSaturated extends Error {}

export type Turn = { kind: string }
type Waiting = { begin: (turn: Turn) => void; since: number }

export type PoolTurns = {
  /** Rejects after `waitMs` without a turn. Work of no kind (`''`) may have all turns. */
  take: (kind: string) => Turn | Promise<Turn>
  give: (turn: Turn) => void
  waiting: () => number
}

/**
 * @param max connections of the pool
 * @param now ms of a steady clock
 */
export function poolTurns(max: number, waitMs: number, now: () => number = () => performance.now()): PoolTurns {
  const share = Math.ceil(max / 2)
  /** How many turns each kind has. */
  const held = new Map<string, number>()
  const waiting = new Map<string, Set<Waiting>>()

  const live = new Set<Turn>()

  const heldBy = (kind: string) => held.get(kind) ?? 0
  const mayTake = (kind: string) => live.size < max && (kind === '' || heldBy(kind) < share)

  function begin(kind: string): Turn {
    const turn = { kind }
    live.add(turn)
    held.set(kind, heldBy(kind) + 1)
    return turn
  }

  /** The kind with the fewest turns, and of those the one that has waited longest. */
  function next(): string | undefined {
    let found: { kind: string; turns: number; since: number } | undefined
    for (const [kind, [first]] of waiting) {
      if (!first || !mayTake(kind)) continue
      const turns = heldBy(kind)
      if (!found || turns < found.turns || (turns === found.turns && first.since < found.since)) {
        found = { kind, turns, since: first.since }
      }
    }
    return found?.kind
  }

  function leaveQueue(kind: string, each: Waiting): void {
    const queue = waiting.get(kind)
    queue?.delete(each)
    if (queue?.size === 0) waiting.delete(kind)
  }

  function wait(kind: string): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        leaveQueue(kind, each)
        reject(new PoolSaturated('no connection became free in time'))
      }
      const timer = setTimeout(giveUp, waitMs)
      const begun = (turn: Turn) => {
        clearTimeout(timer)
        resolve(turn)
      }
      const each: Waiting = { since: now(), begin: begun }
      const queue = waiting.get(kind) ?? new Set()
      waiting.set(kind, queue.add(each))
    })
  }

  return {
    waiting: () => [...waiting.values()].reduce((sum, { size }) => sum + size, 0),
    take: (kind) => (mayTake(kind) ? begin(kind) : wait(kind)),
    give: (turn) => {
      if (!live.delete(turn)) return
      const left = heldBy(turn.kind) - 1
      if (left === 0) held.delete(turn.kind)
      else held.set(turn.kind, left)
      const kind = next()
      const [first] = (kind !== undefined && waiting.get(kind)) || []
      if (kind === undefined || !first) return
      leaveQueue(kind, first)
      first.begin(begin(kind))
    },
  }
}
