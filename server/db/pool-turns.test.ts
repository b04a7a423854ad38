// Turns at the connections of a pool, shared fairly by kinds.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { PoolSaturated, poolTurns, type Turn } from './pool-turns.ts'

const WAIT_MS = 5_000

function turnsOf(max: number) {
  let time = 0
  const turns = poolTurns(max, WAIT_MS, () => time)
  /** What was given so far, by kind. */
  const begun: Turn[] = []
  const ask = (kind: string): void => {
    // those still waiting when a test ends are refused later
    Promise.resolve(turns.take(kind)).then(
      (turn) => begun.push(turn),
      () => {},
    )
  }
  const pass = (ms: number) => {
    time += ms
  }
  const kinds = () => begun.map(({ kind }) => kind)
  return { ...turns, ask, begun, pass, kinds }
}

describe('§38 turns at the connections of a pool', () => {
  it('one kind has half of them; others are served at once beside it', () => {
    const { ask, take, waiting } = turnsOf(4)
    for (let each = 0; each < 5; each++) ask('prices')
    expect(waiting()).toBe(3)
    expect(take('customers')).toMatchObject({ kind: 'customers' })
  })

  it('work of no kind may have all of them', () => {
    const { ask, waiting } = turnsOf(3)
    for (let each = 0; each < 4; each++) ask('')
    expect(waiting()).toBe(1)
  })

  it('the next turn is of the kind with the fewest, then of who has waited longest', async () => {
    const { ask, give, begun, kinds, pass } = turnsOf(4)
    for (const kind of ['a', 'a', 'b', 'c']) ask(kind)
    await vi.waitFor(() => expect(begun).toHaveLength(4))
    for (const kind of ['b', 'c', 'd', 'e']) {
      pass(1)
      ask(kind)
    }
    const [first, second] = begun as [Turn, Turn]
    give(first)
    give(second)
    await vi.waitFor(() => expect(kinds().slice(4)).toEqual(['d', 'e']))
  })

  it('whoever waits too long is refused, and leaves the queue', async () => {
    vi.useFakeTimers()
    try {
      const { ask, take, waiting } = turnsOf(2)
      ask('a')
      ask('b')
      const refused = expect(take('c')).rejects.toBeInstanceOf(PoolSaturated)
      await vi.advanceTimersByTimeAsync(WAIT_MS)
      await refused
      expect(waiting()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('whatever comes and goes: never more than there are, no kind above its share, nobody forgotten', async () => {
    const act = fc.record({ kind: fc.constantFrom('', 'a', 'b', 'c'), isEnd: fc.boolean(), which: fc.nat(20) })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(act, { maxLength: 60 }), async (max, acts) => {
        const { ask, give, begun, waiting } = turnsOf(max)
        const live: Turn[] = []
        let served = 0
        const settle = async () => {
          await new Promise((resolve) => setImmediate(resolve))
          served += begun.length
          live.push(...begun.splice(0))
          expect(live.length).toBeLessThanOrEqual(max)
          for (const kind of ['a', 'b', 'c']) {
            expect(live.filter((turn) => turn.kind === kind).length).toBeLessThanOrEqual(Math.ceil(max / 2))
          }
        }
        const endOne = (which: number) => {
          const [ended] = live.splice(which % live.length, 1)
          if (ended) give(ended)
        }
        let asked = 0
        for (const { kind, isEnd, which } of acts) {
          if (isEnd && live.length > 0) endOne(which)
          else if (!isEnd) {
            ask(kind)
            asked += 1
          }
          await settle()
        }
        while (live.length > 0) {
          endOne(0)
          await settle()
        }
        expect([served, waiting()]).toEqual([asked, 0])
      }),
    )
  })
})
