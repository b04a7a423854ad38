// Who is measured: the real server as `npm start` runs it, the same with open price calls, and the two peers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPrice, listPrices } from '#contract/prices/prices.ts'
import { allocator, serverFlags } from '../scripts/server-flags.mjs'
import { type Cluster, PRICES_PER_PRODUCT, type Prepared } from './database.ts'
import { type Call, type Pace, start } from './harness.ts'
import { sized } from './sized.ts'
import { recordStatements } from './statements.ts'

/** Input of a measurement: a database of a million prices, and the pace. */
export type Bench = {
  cluster: Cluster
  database: Prepared
  pace: Pace
  /** Facts of search marketing, and registrations, of `operations`. */
  facts?: number
  registrations?: number
}

/** Number of different calls in one load. */
const CALLS = 200
const programs = {
  server: ['server/main.mjs', '--built'],
  open: ['bench/open-server.ts'],
  http: ['bench/peer-http.ts'],
  fastify: ['bench/peer-fastify.ts'],
  entitlements: ['bench/peer-entitlements.ts'],
  page: ['bench/peer-page.ts'],
}
export type Who = keyof typeof programs

/** Of the server that is measured; what it signs can be made here as well. */
export const SECRET_KEY = 'a key that only the bench uses, 32 characters'

const spread = (most: number) => Array.from({ length: CALLS }, (_, n) => String(1 + ((n * 7_919) % most)))

export function listCalls({ token, products }: Prepared): Call[] {
  return spread(products).map((productId) => ({
    method: 'POST',
    path: listPrices.path,
    headers: { 'content-type': 'application/json', 'console-auth': `bearer ${token}` },
    body: JSON.stringify({ productId, size: 20, descs: ['day'] }),
  }))
}

export function getCalls({ token, products }: Prepared): Call[] {
  return spread(products * PRICES_PER_PRODUCT).map((id) => ({
    method: 'GET',
    path: `${getPrice.path}?id=${id}`,
    headers: { 'console-auth': `bearer ${token}` },
  }))
}

/** @param first the call that must be answered before it counts as started; by default a list of prices */
export async function startContender(
  who: Who,
  database: Prepared,
  folder: string,
  name: string = who,
  first: Call | undefined = listCalls(database)[0],
  settings: Record<string, string> = {},
) {
  const isOurs = who === 'server' || who === 'open'
  const statements = join(folder, 'statements.json')
  writeFileSync(statements, JSON.stringify(await recordStatements()))
  const env: Record<string, string> = isOurs
    ? {
        ...allocator,
        NODE_ENV: 'production',
        SECRET_KEY,
        DATABASE_URL: database.url,
        MIGRATION_URL: database.ownerUrl,
        DATA_DIR: join(folder, name),
        // a small run on a busy machine is not about shedding load
        MAX_LOOP_DELAY: String(sized(1_000, 0)),
        ...settings,
      }
    : { DATABASE_URL: database.url, STATEMENTS: statements }
  const args = [...(isOurs ? serverFlags : []), ...programs[who]]
  if (!first) throw new Error('no call')
  return start({ name, args, env, folder }, first)
}
