// The upper bound: bare node:http and pg, the product's SQL, no sign-in, no checks, no log.
import { createServer, type ServerResponse } from 'node:http'
import { pageOf, priceOf } from './peer.ts'

function answer(response: ServerResponse, data: unknown): void {
  const body = JSON.stringify(data)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

createServer((request, response) => {
  const fail = (error: unknown) => response.writeHead(500).end(String(error))
  if (request.method === 'GET') {
    const id = new URLSearchParams(request.url?.split('?')[1]).get('id') ?? ''
    priceOf(id).then((data) => answer(response, data), fail)
    return
  }
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const { productId } = JSON.parse(body) as { productId: string }
    pageOf(productId).then((data) => answer(response, data), fail)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
