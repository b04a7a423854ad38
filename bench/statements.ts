// The statements that the product sends for a list and for one price, so that the peers send the very same.
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Actor } from '#server/core/access/actors.ts'
import type { Db } from '#server/db/connection.ts'
import { findPrice, pageOfPrices, priceFields } from '#server/features/prices/prices.queries.ts'

/** `values` holds the mark in place of each parameter that a call replaces; `fields` names the columns of both kinds of rows in order. */
export type Statement = { name: string; text: string; values: unknown[] }
export type Statements = { mark: string; fields: string[]; rows: Statement; total: Statement; get: Statement }

const MARK = '777777777'
const ROWS = 20
/** Sees all products, as the measured user does. */
const viewer = { id: '1', isAdministrator: true, roleCodes: ['administrator'] } as unknown as Actor

/** Runs both calls on a client that only records the statements. */
export async function recordStatements(): Promise<Statements> {
  const sent: Statement[] = []
  const client = {
    query: async ({ name, text, values }: Statement) => {
      sent.push({ name, text, values })
      return { rows: [] }
    },
  }
  const db = drizzle({ client: client as unknown as pg.Pool }) as Db
  await pageOfPrices(db, { productId: MARK, size: ROWS, descs: ['day'] }, viewer)
  await findPrice(db, MARK, viewer)
  const [rows, total, get] = sent
  if (!rows || !total || !get || sent.length > 3) throw new Error('the product no longer sends three statements')
  return { mark: MARK, fields: Object.keys(priceFields), rows, total, get }
}
