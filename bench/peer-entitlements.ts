// The bare limit of entitlements: node:http and pg, one grant by its primary key, and one SELECT of the feed.
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=Asia/Shanghai' })

const grant = {
  name: 'grant',
  text: 'select id, account_id, product_id, kind, starts_on::text, ends_on::text from grants where id = $1',
}
const changes = {
  name: 'changes',
  text: `select number::text, account_id::text as "accountId", at::text from entitlement_changes
    where sub_product = 'bigData' and number > $1 order by number limit $2`,
}

function answer(response: ServerResponse, data: unknown): void {
  const body = JSON.stringify({ code: 200, success: true, data, msg: '操作成功' })
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

createServer((request, response) => {
  const query = new URLSearchParams(request.url?.split('?')[1])
  const id = query.get('id')
  const asked =
    id === null
      ? pool.query({ ...changes, values: [query.get('after'), query.get('size')] }).then(({ rows }) => rows)
      : pool.query({ ...grant, values: [id] }).then(({ rows }) => rows[0])
  asked.then(
    (data) => answer(response, data),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
