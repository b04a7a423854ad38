// Shared by both peers: the pool, the product's statements, and rows mapped to objects by hand.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { priceFields } from '#server/features/prices/prices.queries.ts'
import type { Statement, Statements } from './statements.ts'

const { mark, fields, rows, total, get } = JSON.parse(readFileSync(process.env.STATEMENTS ?? '', 'utf8')) as Statements
const SIZE = 20

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c timezone=Asia/Shanghai',
})

/** Dates and timestamps stay text, as in the product. */
const asText = (text: string) => text
const types = { getTypeParser: (id: number) => (id === pg.types.builtins.INT4 ? Number : asText) }

async function send({ name, text, values }: Statement, value: string): Promise<unknown[][]> {
  const filled = values.map((each) => (each === mark ? value : each))
  return (await pool.query({ name, text, values: filled, rowMode: 'array', types })).rows
}

/** Where each field stands in a row. */
const at = Object.fromEntries(fields.map((name, index) => [name, index])) as Record<keyof typeof priceFields, number>

const toPrice = (row: unknown[]) => ({
  id: row[at.id],
  version: row[at.version],
  day: row[at.day],
  productId: row[at.productId],
  productName: row[at.productName],
  quoteItemId: row[at.quoteItemId],
  itemName: row[at.itemName],
  itemStatus: row[at.itemStatus],
  market: row[at.market],
  specification: row[at.specification],
  unit: row[at.unit],
  low: row[at.low],
  high: row[at.high],
  average: row[at.average],
  struck: row[at.struck] === null ? null : JSON.parse(String(row[at.struck])),
  change: row[at.change],
  percent: row[at.percent],
  status: row[at.status],
  remark: row[at.remark],
  englishRemark: row[at.englishRemark],
  isOutlier: row[at.isOutlier] === 't',
  reason: row[at.reason],
  opinion: row[at.opinion],
  publication: row[at.publication],
  reviewing: row[at.reviewing],
  submittedByName: row[at.submittedByName],
  verifiedByName: row[at.verifiedByName],
  updatedAt: `${String(row[at.updatedAt]).replace(' ', 'T')}:00`,
})

const envelope = (data: unknown) => ({ code: 200, success: true, data, msg: '操作成功' })

export async function pageOf(productId: string) {
  const [records, counted] = await Promise.all([send(rows, productId), send(total, productId)])
  const found = Number(counted[0]?.[0])
  return envelope({
    records: records.map(toPrice),
    total: found,
    current: 1,
    size: SIZE,
    pages: Math.ceil(found / SIZE),
  })
}

export async function priceOf(id: string) {
  const [row] = await send(get, id)
  return envelope(row && toPrice(row))
}
