// An OpenAI-compatible service on loopback, which streams, stalls, cuts off, answers nonsense, or refuses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#server/config.ts'

export type AiRequest = {
  authorization: string | undefined
  body: {
    model: string
    temperature: number
    max_tokens: number
    stream_options?: unknown
    tools?: { function: { name: string } }[]
    messages: { role: string; content: string; reasoning_content?: string; tool_calls?: unknown[] }[]
  }
}

type Manner = (reply: ServerResponse, request: AiRequest) => void | Promise<void>

const chunk = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const delta = (content: string) => chunk({ choices: [{ delta: { content }, finish_reason: null }] })

const start = (reply: ServerResponse) => reply.writeHead(200, { 'content-type': 'text/event-stream' })
const usage = { prompt_tokens: 120, completion_tokens: 30 }

const ended = chunk({ choices: [{ delta: {}, finish_reason: 'stop' }] })

/** Arguments arrive in pieces of three characters, and name the call once. */
function toolChunks(calls: readonly { name: string; arguments: string }[]): string {
  const pieces = calls.flatMap(({ name, arguments: sent }, index) => [
    { index, id: `call_${index}`, function: { name, arguments: '' } },
    ...(sent.match(/[\s\S]{1,3}/gu) ?? []).map((piece) => ({ index, function: { arguments: piece } })),
  ])
  const all = pieces.map((piece) => chunk({ choices: [{ delta: { tool_calls: [piece] }, finish_reason: null }] }))
  return `${all.join('')}${chunk({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] })}${chunk({ choices: [], usage })}`
}

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
  /** Whatever chunks, and then `[DONE]`. */
  chunks:
    (...data: unknown[]): Manner =>
    (reply) =>
      void start(reply).end([...data, '[DONE]'].map(chunk).join('')),
  /** What it thought, the text, and the end of it, with usage as a service has it. */
  thinks:
    (reasoning: string, text: string, last: unknown): Manner =>
    (reply) => {
      const thought = { choices: [{ delta: { reasoning_content: reasoning }, finish_reason: null }] }
      start(reply).end(`${chunk(thought)}${delta(text)}${ended}${chunk(last)}${chunk('[DONE]')}`)
    },
  /** Calls tools, the arguments in pieces that split anywhere; then, once their results are there, answers. */
  callsTools:
    (calls: readonly { name: string; arguments: string }[], text: string | ((request: AiRequest) => string)): Manner =>
    async (reply, request) => {
      if (request.body.messages.some(({ role }) => role === 'tool')) {
        return manners.streams(typeof text === 'string' ? text : text(request))(reply, request)
      }
      start(reply).end(`${toolChunks(calls)}${chunk('[DONE]')}`)
    },
  /** Never stops calling a tool. */
  endlessTools:
    (name: string, sent: string): Manner =>
    (reply) =>
      void start(reply).end(`${toolChunks([{ name, arguments: sent }])}${chunk('[DONE]')}`),
  /** Alive, and without a word for ever. */
  keepsAlive: () => {
    let timer: NodeJS.Timeout | undefined
    const manner: Manner = (reply) => {
      start(reply).write(': keep-alive\n\n')
      timer = setInterval(() => reply.write(': keep-alive\n\n'), 50)
      reply.on('close', () => clearInterval(timer))
    }
    return { manner, release: () => clearInterval(timer) }
  },
  /** A line of more than 1 MB. */
  hugeLine: ((reply) => void start(reply).end(`data: "${'x'.repeat(1_200_000)}`)) satisfies Manner,
  redirects:
    (to: string): Manner =>
    (reply) =>
      void reply.writeHead(307, { location: to }).end(),
  /** A refusal in the service's own words. */
  reports:
    (status: number, body: unknown, headers: Record<string, string> = {}): Manner =>
    (reply) =>
      void reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  /** One after the other; the last one for all that follow. */
  inTurn: (...all: readonly Manner[]): Manner => {
    let at = 0
    return (reply, request) => all[Math.min(at++, all.length - 1)]?.(reply, request)
  },
  nonsense: ((reply) => void start(reply).end(chunk('<html>'))) satisfies Manner,
  refuses:
    (status: number): Manner =>
    (reply) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"sk-secret"}}'),
}

export type AiServer = {
  /** Settings of a console that uses it. */
  config: { ai: NonNullable<Config['ai']>; aiTimeout: number; outboundAllow: string[] }
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
        baseUrl: `http://127.0.0.1:${port}/v1`,
        apiKey: 'sk-of-the-console',
        model: 'steel-chat',
        price: { sent: '2', answered: '8' },
      },
      aiTimeout: 10,
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
