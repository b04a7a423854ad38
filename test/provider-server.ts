// A provider over HTTP on loopback: records its requests, and misbehaves on demand.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

/** Answers with a status of its own. */
type Refusing = { status: number; headers?: Record<string, string>; text?: string }

/** `never`: takes the request and does not answer. `cut`: the same, and closes. `half`: closes within its answer. */
export type Mood = 'well' | 'tooMany' | 'never' | 'cut' | 'half' | 'broken' | { json: object } | Refusing

export type ProviderServer = {
  host: string
  url: string
  received: ReceivedRequest[]
  /** Behaviour for the next requests, one each; `well` once used up. */
  moods: Mood[]
  /** The reply body for `well`. */
  answer: (received: ReceivedRequest) => object
  /** Timeout signal for `createOutbound`: aborts only when a request meets `never`. */
  patience: () => AbortSignal
  close: () => Promise<void>
}

export async function openProviderServer(): Promise<ProviderServer> {
  let giveUp = new AbortController()
  const provider: ProviderServer = {
    host: '',
    url: '',
    received: [],
    moods: [],
    answer: () => ({ errcode: 0, errmsg: 'ok' }),
    patience: () => giveUp.signal,
    close: async () => {},
  }
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.url)
    void text(request).then((body) => {
      const received = { path: pathname, query: searchParams, headers: request.headers, body }
      provider.received.push(received)
      const mood = pathname.endsWith('/gettoken') ? 'well' : (provider.moods.shift() ?? 'well')
      if (typeof mood === 'object' && 'status' in mood)
        return void reply.writeHead(mood.status, mood.headers).end(mood.text)
      const json = JSON.stringify(typeof mood === 'object' ? mood.json : provider.answer(received))
      if (mood === 'never') {
        giveUp.abort(new Error('no answer'))
        giveUp = new AbortController()
        return
      }
      if (mood === 'cut') return void request.socket.destroy()
      if (mood === 'tooMany') return void reply.writeHead(429, { 'retry-after': '7' }).end()
      if (mood === 'broken') return void reply.writeHead(502).end('<html>')
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
      if (mood === 'half') reply.write(json.slice(0, 4), () => request.socket.destroy())
      else reply.end(json)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.url = `http://${provider.host}`
  provider.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return provider
}
