// Replies of server-sent events, for calls whose answer grows.
import type { FastifyReply, FastifyRequest } from 'fastify'

export const wantsStream = ({ headers }: FastifyRequest) => headers.accept?.includes('text/event-stream') ?? false

export type EventStream = {
  send: (event: string, data: unknown) => void
  /** Says nothing, so that proxies keep the connection. */
  keepAlive: () => void
  end: () => void
  /** Aborted once nobody listens any more. */
  closed: AbortSignal
}

/** Takes the reply over: refusals come before it. */
export function openEvents(reply: FastifyReply): EventStream {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const closed = new AbortController()
  raw.on('close', () => closed.abort())
  const write = (text: string) => {
    if (!closed.signal.aborted) raw.write(text)
  }
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    keepAlive: () => write(': keep-alive\n\n'),
    end: () => raw.end(),
    closed: closed.signal,
  }
}
