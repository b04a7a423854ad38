// What a server keeps in memory for the entitlements: accounts, where the feeds stand, counts.
import type { Config } from '#server/config.ts'
import type { Core } from '#server/core/core.ts'
import { type FeedPage, prepareChanges } from './feed.queries.ts'
import { type Counter, createCounter } from './figures.ts'
import { createFollower, type Follower } from './follower.ts'
import { createHolders, type Holders } from './holders.ts'
import { type Holder, prepareHolders } from './holdings.queries.ts'

type Service = {
  holders: Holders
  follower: Follower
  counter: Counter
  /** As committed, past the cache. */
  readHolders: (...named: Parameters<ReturnType<typeof prepareHolders>>) => Promise<Holder[]>
  readChanges: (...range: Parameters<ReturnType<typeof prepareChanges>>) => Promise<FeedPage>
}

function create(core: Core): Service {
  const holders = createHolders(core.db)
  return {
    holders,
    follower: createFollower(core, holders.drop),
    counter: createCounter(core),
    readHolders: prepareHolders(core.db),
    readChanges: prepareChanges(core.db),
  }
}

const services = new WeakMap<Config, Service>()

/** The one of this server. */
export function entitlementsOf(core: Core): Service {
  const known = services.get(core.config) ?? create(core)
  services.set(core.config, known)
  return known
}
