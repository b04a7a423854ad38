// An OpenAI-compatible service on loopback, which streams, stalls, cuts off, answers nonsense, or refuses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../server/config.ts'

export type AiRequest = {
  authorization: string | undefined
  body: { model: string; temperature: number; max_tokens: number; messages: { role: string; content: string }[] }
}

type Manner = (reply: ServerResponse, request: AiRequest) => void | Promise<void>

const chunk = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const delta = (content: string) => chunk({ choices: [{ delta: { content }, finish_reason: null }] })

const start = (reply: ServerResponse) => reply.writeHead(200, { 'content-type': 'text/event-stream' })
const usage = { prompt_tokens: 120, completion_tokens: 30 }

export const manners = {
  /** Streams the text in pieces, in packets of so many bytes, which split characters. */
  streams:
    (text: string, packet = 37): Manner =>
    async (reply) => {
      start(reply)
      const whole = Buffer.from(
        `: keep-alive\n\n${(text.match(/[\s\S]{1,4}/gu) ?? []).map(delta).join('')}${chunk({
          choices: [{ delta: {}, finish_reason: 'stop' }],
        })}${chunk({ choices: [], usage })}${chunk('[DONE]')}`,
      )
      for (let at = 0; at < whole.length; at += packet) {
        reply.write(whole.subarray(at, at + packet))
        await new Promise(setImmediate)
      }
      reply.end()
    },
  /** Sends the text, and then nothing until `release` is called. */
  stalls: (text: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const manner: Manner = async (reply) => {
      start(reply).write(delta(text))
      await promise
      reply.end(chunk('[DONE]'))
    }
    return { manner, release: resolve }
  },
  cutsOff:
    (text: string): Manner =>
    (reply) => {
      start(reply).write(delta(text), () => reply.destroy())
    },
  /** Ends in due form, without having said that the answer is whole. */
  endsEarly:
    (text: string): Manner =>
    (reply) =>
      void start(reply).end(delta(text)),
  nonsense: ((reply) => void start(reply).end(chunk('<html>'))) satisfies Manner,
  refuses:
    (status: number): Manner =>
    (reply) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"sk-secret"}}'),
}

export type AiServer = {
  /** Settings of a console that uses it. */
  config: { ai: NonNullable<Config['ai']>; outboundAllow: string[] }
  requests: AiRequest[]
  /** How the next requests are answered. */
  become: (manner: Manner) => void
  close: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<AiRequest['body']> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as AiRequest['body']
}

export async function openAiServer(): Promise<AiServer> {
  const requests: AiRequest[] = []
  let manner: Manner = manners.streams('市场平稳。')
  const server = createServer(async (request, reply) => {
    if (request.url !== '/v1/chat/completions' || request.method !== 'POST') return void reply.writeHead(404).end()
    const asked = { authorization: request.headers.authorization, body: await bodyOf(request) }
    requests.push(asked)
    await manner(reply, asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    config: {
      ai: {
        ...{ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'sk-of-the-console', model: 'steel-chat' },
        ...{ timeoutMs: 10_000, dailyTokens: 200_000, price: { sent: '2', answered: '8' } },
      },
      outboundAllow: [`127.0.0.1:${port}`],
    },
    requests,
    become: (next) => {
      manner = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
