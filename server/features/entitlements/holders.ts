// Accounts in memory, for checks: dropped when the feed names them, and read by one statement for all calls that wait.

import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import type { Db } from '#server/db/connection.ts'
import { type Holder, prepareHolders, type Way } from './holdings.queries.ts'

/** Most grants that all remembered accounts hold together, and what an account weighs beside its grants. */
const WEIGHT_MOST = 200_000
const ACCOUNT_WEIGHT = 5
/** Most accounts of one statement. */
const AT_ONCE = 200

export type Holders = {
  /** Each as asked, in the same order; null where there is none in the sub-product. */
  find: (subProduct: SubProductKey, asked: readonly Asked[]) => Promise<(Holder | null)[]>
  /** Null: all. */
  drop: (accountIds: readonly string[] | null) => void
}
/** `value` of a login name in lower case. */
export type Asked = { way: Way; value: string }

type Waiting = { value: string; resolve: (found: Holder | null) => void; reject: (error: unknown) => void }

const weightOf = ({ grants }: Holder) => grants.size + ACCOUNT_WEIGHT
const nameOf = (holder: Holder, way: Way) => (way === 'loginName' ? textKey(holder.loginName) : holder[way])
const keyOf = (subProduct: SubProductKey, { way, value }: Asked) => `${subProduct} ${way} ${value}`

export function createHolders(db: Db): Holders {
  const read = prepareHolders(db)
  const byId = new Map<string, Holder>()
  const byName = new Map<string, Holder>()
  const queues = new Map<string, Waiting[]>()
  let weight = 0
  /** Rises with each drop: what was read before it may be outdated. */
  let generation = 0

  const namesOf = (holder: Holder) =>
    (['id', 'loginName', 'mobile'] as const).map((way) => keyOf(holder.subProduct, { way, value: nameOf(holder, way) }))

  function forget(holder: Holder): void {
    weight -= weightOf(holder)
    byId.delete(holder.id)
    for (const name of namesOf(holder)) if (byName.get(name) === holder) byName.delete(name)
  }

  function keep(holder: Holder): void {
    const before = byId.get(holder.id)
    if (before) forget(before)
    byId.set(holder.id, holder)
    for (const name of namesOf(holder)) byName.set(name, holder)
    weight += weightOf(holder)
    // the longest remembered goes first
    for (const oldest of byId.values()) {
      if (weight <= WEIGHT_MOST) break
      forget(oldest)
    }
  }

  async function run(subProduct: SubProductKey, way: Way, waiting: readonly Waiting[]): Promise<void> {
    const readIn = generation
    try {
      const found = await read(subProduct, way, [...new Set(waiting.map(({ value }) => value))])
      const byValue = new Map(found.map((holder) => [nameOf(holder, way), holder]))
      if (readIn === generation) for (const holder of found) keep(holder)
      for (const { value, resolve } of waiting) resolve(byValue.get(value) ?? null)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  /** Reads with all that are asked in the same turn of the event loop. */
  function load(subProduct: SubProductKey, { way, value }: Asked): Promise<Holder | null> {
    return new Promise((resolve, reject) => {
      const name = `${subProduct} ${way}`
      const queue = queues.get(name) ?? []
      queue.push({ value, resolve, reject })
      if (queue.length > 1) return
      queues.set(name, queue)
      setImmediate(() => {
        queues.delete(name)
        for (let at = 0; at < queue.length; at += AT_ONCE) void run(subProduct, way, queue.slice(at, at + AT_ONCE))
      })
    })
  }

  return {
    find: (subProduct, asked) =>
      Promise.all(asked.map((each) => byName.get(keyOf(subProduct, each)) ?? load(subProduct, each))),
    drop: (accountIds) => {
      generation++
      if (accountIds === null) {
        byId.clear()
        byName.clear()
        weight = 0
        return
      }
      for (const id of accountIds) {
        const holder = byId.get(id)
        if (holder) forget(holder)
      }
    },
  }
}
