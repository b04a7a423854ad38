// What public pages cost at least: bare node:http, one text for each page, nothing for each report.
import { createServer } from 'node:http'

/** About as long as a shared article is. */
const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><body>${'<p>上海市场螺纹钢价格持稳，成交一般。</p>'.repeat(120)}</body></html>`
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(page) }

createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.method === 'POST') response.writeHead(204).end()
    else response.writeHead(200, headers).end(page)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
