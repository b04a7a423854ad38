// Shared by both peers: the pool, the product's statements, and rows mapped to objects by hand.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Statement, Statements } from './statements.ts'

const { mark, rows, total, get } = JSON.parse(readFileSync(process.env.STATEMENTS ?? '', 'utf8')) as Statements
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

const toPrice = (row: unknown[]) => ({
  id: row[0],
  version: row[1],
  day: row[2],
  productId: row[3],
  productName: row[4],
  quoteItemId: row[5],
  itemName: row[6],
  itemStatus: row[7],
  market: row[8],
  specification: row[9],
  unit: row[10],
  low: row[11],
  high: row[12],
  average: row[13],
  change: row[14],
  percent: row[15],
  status: row[16],
  remark: row[17],
  englishRemark: row[18],
  isOutlier: row[19] === 't',
  reason: row[20],
  opinion: row[21],
  publication: row[22],
  reviewing: row[23],
  submittedByName: row[24],
  verifiedByName: row[25],
  updatedAt: `${String(row[26]).replace(' ', 'T')}:00`,
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
