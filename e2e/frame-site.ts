// A separate web site on localhost, to test which sites may be embedded.
import { once } from 'node:events'
import { createServer } from 'node:http'

export type Site = { origin: string; visits: string[]; close: () => void }

export async function startSite(heading: string): Promise<Site> {
  const visits: string[] = []
  const server = createServer((request, reply) => {
    visits.push(request.url ?? '')
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    reply.end(`<!doctype html><title>${heading}</title><link rel="icon" href="data:,"><h1>${heading}</h1>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${port}`, visits, close }
}
