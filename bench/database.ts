// Databases for the bench, in a PostgreSQL of its own: prices by SQL, and a signed-in user who may read them.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { openClient } from '#server/db/connection.ts'
import { type Connection, startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { departments, roles, users } from '#server/db/schema/organisation.ts'
import { seedBase } from '#server/db/seed/seed.ts'
import { beginSession } from '#server/features/identity/sessions.queries.ts'
import { makeDataDir } from '#test/processes.ts'
import { isSmoke } from './sized.ts'

/** Two quote items with 500 days: a product's list always has 1,000 rows, however many products there are. */
const ITEMS = 2
const DAYS = 500
export const PRICES_PER_PRODUCT = ITEMS * DAYS
const PRODUCTS_A_BATCH = 500

export type Prepared = {
  /** For the server and the peers. */
  url: string
  ownerUrl: string
  token: string
  products: number
}

export type Cluster = {
  folder: string
  version: string
  /** Drops an earlier one of the name. */
  prepare: (name: string, prices: number) => Promise<Prepared>
  stop: () => Promise<void>
}

const urlOf = ({ host, port, user, password, database }: Connection) => {
  const isSocket = host.startsWith('/')
  const place = isSocket ? 'localhost' : `${host}:${port}`
  return `postgresql://${user}:${password}@${place}/${database}${isSocket ? `?host=${encodeURIComponent(host)}` : ''}`
}

async function onClient<T>(connection: Connection, work: (client: ReturnType<typeof openClient>) => Promise<T>) {
  const client = openClient(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Values differ from row to row, and days of all products are mixed in the table, as a year of entries leaves them. */
const insertPrices = `
  insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, remark)
  select i.id, i.product_id, current_date - d.n, base - 15.5, base + 15.5, base, (i.id + d.n) % 90 - 45,
    round(((i.id + d.n) % 90 - 45) * 100 / base, 2), case when d.n < 2 then 'submitted' else 'verified' end,
    case when d.n % 10 = 0 then '成交清淡，商家报价持稳' else '' end
  from generate_series(${DAYS} - 1, 0, -1) as d(n), quote_items i,
    lateral (select round(3000 + i.id * 7 % 2000 + d.n % 150 * 2.5, 2) as base) b
  where i.product_id > $1 and i.product_id <= $2`

async function fill(client: ReturnType<typeof openClient>, products: number): Promise<void> {
  await client.query("insert into products (name) select '产品' || n from generate_series(1, $1::int) n", [products])
  await client.query(
    `insert into quote_items (product_id, market, specification, unit)
     select p.id, (array['上海', '天津'])[k], 'HRB400E Φ20', '元/吨' from products p, generate_series(1, ${ITEMS}) k order by 1, 2`,
  )
  for (let from = 0; from < products; from += PRODUCTS_A_BATCH) {
    await client.query(insertPrices, [from, from + PRODUCTS_A_BATCH])
  }
  await client.query('vacuum (analyze) products, quote_items, prices')
}

/** Adds a user with the role. @returns their access token */
export async function signIn(client: pg.Client, roleCode: string, userName: string, mobile: string): Promise<string> {
  const db = drizzle(client)
  const [role] = await db.select({ id: roles.id }).from(roles).where(eq(roles.code, roleCode))
  const [dept] = await db.select({ id: departments.id }).from(departments).orderBy(departments.id).limit(1)
  const person = { userName, mobile, realName: '测试员', passwordHash: 'none' }
  const [user] = await db
    .insert(users)
    .values({ ...person, deptId: dept?.id ?? '', roleId: role?.id ?? '' })
    .returning({ id: users.id })
  const session = { userId: user?.id ?? '', address: '127.0.0.1', userAgent: 'bench' }
  return (await db.transaction((tx) => beginSession(tx, session))).accessToken
}

export async function openCluster(say: (line: string) => void): Promise<Cluster> {
  // figures are those of a disk; a small run has none
  const folder = isSmoke ? makeDataDir().dataDir : mkdtempSync(join(tmpdir(), 'console-bench-'))
  // Run as root, PostgreSQL switches to its own account, which must be able to enter the folder.
  chmodSync(folder, 0o755)
  const { app, owner, stop } = await startEmbedded({ dataDir: join(folder, 'cluster') })
  const version = await onClient(owner, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  })

  return {
    folder,
    version,
    prepare: async (name, prices) => {
      say(`正在生成 ${prices.toLocaleString('en')} 条价格……`)
      const products = prices / PRICES_PER_PRODUCT
      const mine = { ...owner, database: name }
      await onClient(owner, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
        await client.query(`create database ${name}`)
        // as every connection of the product's has it: `current_date` is Shanghai's day
        await client.query(`alter database ${name} set timezone = 'Asia/Shanghai'`)
      })
      const seed = { adminUserName: 'admin', passwordHash: 'none', mustChangePassword: true }
      await migrate(mine, app.user, (client) => drizzle(client).transaction((tx) => seedBase(tx, seed)))
      const token = await onClient(mine, async (client) => {
        await fill(client, products)
        // the data administrator: the right is really checked (an administrator skips it), and all products are in scope
        return signIn(client, 'sjgly', 'bench', '10000000001')
      })
      return { url: urlOf({ ...app, database: name }), ownerUrl: urlOf(mine), token, products }
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
