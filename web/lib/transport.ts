// Sends one request and parses the envelope. No sessions, no toasts: call.ts decides what a reply means.
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { RESPONSE_STATUSES } from '#contract/limits.ts'
import { noteServerTime } from './server-time.ts'

/** No reply, or one without an envelope. `status` is the HTTP status, if there was a response. */
export class Unreachable extends Error {
  readonly reason: 'timeout' | 'network' | 'format'
  readonly status: number | undefined
  constructor(reason: Unreachable['reason'], message: string, status?: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unreachable'
    this.reason = reason
    this.status = status
  }
}

export type Reply = { envelope: Envelope<unknown>; retryAfterS: number | undefined }

export type Sending = {
  headers: Record<string, string>
  form: boolean
  timeout: number
  signal: AbortSignal | undefined
  /** Reads a reply that comes as events; without it none is asked for. @returns the envelope that they stand for */
  readEvents?: ReadEvents | undefined
}
export type ReadEvents = (response: Response) => Promise<Envelope<unknown>>

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Fields as a query string or form: null and undefined are left out, arrays repeat the name. */
function serialise(fields: unknown): URLSearchParams {
  const params = new URLSearchParams()
  if (!isFields(fields)) return params
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(name, String(item))
    }
  }
  return params
}

type Parts = { query: unknown; body: unknown }

/** Splits the input into query and body. A POST that declares only `query` sends it in the body: no secrets in URLs. */
function partsOf<E extends Endpoint>(endpoint: E, input: Input<E> | undefined): Parts {
  if (endpoint.method === 'GET') return { query: input, body: undefined }
  if (endpoint.query && endpoint.body) {
    const both: Fields = isFields(input) ? input : {}
    return { query: both.query, body: both.body }
  }
  return { query: undefined, body: input ?? {} }
}

/** A reply without a code is a success (spec §8). */
function envelopeOf(value: unknown): Envelope<unknown> | undefined {
  if (!isFields(value)) return undefined
  const { code = 200, msg, data } = value
  if (typeof code !== 'number' || typeof msg !== 'string' || data === undefined) return undefined
  return { code, success: code === 200, msg, data }
}

/** spec §9. An overloaded reply (503) counts as a response, because it carries `retry-after`. */
const isResponse = (status: number, { code }: Envelope<unknown>) =>
  (status >= RESPONSE_STATUSES.from && status <= RESPONSE_STATUSES.to) || code === errors.overloaded.code

export async function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | undefined,
  { headers, form, timeout, signal, readEvents }: Sending,
): Promise<Reply> {
  const { query, body } = partsOf(endpoint, input)
  const search = serialise(query).toString()
  const limit = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(search ? `${endpoint.path}?${search}` : endpoint.path, {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept: readEvents ? 'text/event-stream' : 'application/json',
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ? serialise(body) : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const isEvents = readEvents && response.headers.get('content-type')?.startsWith('text/event-stream')
    const reply: unknown = await (isEvents ? readEvents(response) : response.json()).catch((cause: unknown) => {
      if (cause instanceof SyntaxError) return undefined
      throw cause
    })
    noteServerTime(response.headers.get('date'))
    const { status } = response
    const envelope = envelopeOf(reply)
    if (!envelope) throw new Unreachable('format', `HTTP ${status}`, status)
    if (!isResponse(status, envelope)) throw new Unreachable('network', `HTTP ${status}`, status)
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    return { envelope, retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined }
  } catch (cause) {
    if (cause instanceof Unreachable || signal?.aborted) throw cause
    if (limit.aborted) throw new Unreachable('timeout', 'timeout', undefined, { cause })
    throw new Unreachable('network', cause instanceof Error ? cause.message : String(cause), undefined, { cause })
  }
}
