// Calls to other servers: only to public addresses, unless the configuration allows more; no redirects, bounded in time
// and size. The connection uses the address that was checked, so that DNS rebinding is no way around the check.
import { lookup } from 'node:dns'
import { lookup as lookupHost } from 'node:dns/promises'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

const TIMEOUT_MS = 8_000
const REPLY_BYTES = 262_144

/** Loopback, private, link-local, shared, documentation, multicast and reserved networks. */
const privateNetworks = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]) {
  const [base = '', bits] = network.split('/')
  privateNetworks.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4')
}

/** `::ffff:10.0.0.1` is 10.0.0.1: BlockList compares mapped addresses with the IPv4 networks itself. */
export const isPrivate = (address: string) => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

export class OutboundRefused extends Error {
  override name = 'OutboundRefused'
}

/** A call without a complete reply. */
export class OutboundFailed extends Error {
  override name = 'OutboundFailed'
  /** The other side may have had the request. */
  readonly mayHaveArrived: boolean
  constructor(message: string, mayHaveArrived: boolean) {
    super(message)
    this.mayHaveArrived = mayHaveArrived
  }
}

type Posted = { status: number; headers: IncomingHttpHeaders; text: string }

export type Outbound = {
  /** The body of a 200 as JSON. The address may hold secrets: no error repeats more of it than its host. */
  getJson: (address: URL) => Promise<unknown>
  /** Rejects with `OutboundFailed` where no whole reply came. */
  post: (address: URL, headers: Record<string, string>, body: string) => Promise<Posted>
  /** The reply to a POST while it arrives; `idleMs` without a byte ends it. The caller limits its size. */
  stream: (
    address: URL,
    headers: Record<string, string>,
    body: string,
    options: { signal: AbortSignal; idleMs: number },
  ) => Promise<IncomingMessage>
  /** The address that a host may be connected to; throws OutboundRefused. */
  examine: (host: string, port: number) => Promise<string>
}

/**
 * @param allowed hosts, as `host` or `host:port`, that may be private (environment OUTBOUND_ALLOW)
 * @param patience aborted when a call has taken too long
 */
export function createOutbound(allowed: readonly string[], patience = () => AbortSignal.timeout(TIMEOUT_MS)): Outbound {
  const examined: LookupFunction = (host, options, answer) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, [])
      if (found.length === 0 || found.some(({ address }) => isPrivate(address)))
        return answer(new OutboundRefused(`${host} leads to a private address`), [])
      const [first] = found
      if (options.all) answer(null, found)
      else answer(null, first?.address ?? '', first?.family)
    })
  }

  /** Throws where requests to the address are forbidden; null where its host may be private. */
  function lookupFor({ protocol, hostname, host, username, password }: URL): LookupFunction | null {
    if (protocol !== 'https:' && protocol !== 'http:') throw new OutboundRefused(`${protocol} is not allowed`)
    if (username || password) throw new OutboundRefused('an address with a password is not allowed')
    if (allowed.includes(hostname) || allowed.includes(host)) return null
    const bare = hostname.replace(/^\[|\]$/g, '')
    if (isIP(bare) !== 0 && isPrivate(bare)) throw new OutboundRefused(`${bare} is a private address`)
    return examined
  }

  type RequestHead = { method: string; headers: Record<string, string>; signal?: AbortSignal }

  /** A new connection each time: a pooled one would have been checked for another call. */
  function ask(address: URL, head: RequestHead, heard: (reply: IncomingMessage) => void): ClientRequest {
    const lookupBy = lookupFor(address)
    return (address.protocol === 'https:' ? requestHttps : requestHttp)(
      address,
      { signal: patience(), ...head, agent: false, ...(lookupBy && { lookup: lookupBy }) },
      heard,
    )
  }

  function whole(request: ClientRequest, reply: IncomingMessage, done: (text: string) => void): void {
    const parts: Buffer[] = []
    let bytes = 0
    reply.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > REPLY_BYTES) request.destroy(new Error('the reply is too large'))
      else parts.push(part)
    })
    reply.on('end', () => done(Buffer.concat(parts).toString('utf8')))
  }

  return {
    getJson: (address) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${address.host}: ${why}`))
        const request = ask(address, { method: 'GET', headers: { accept: 'application/json' } }, (reply) => {
          reply.on('error', reject)
          whole(request, reply, (text) => {
            if (reply.statusCode !== 200) return fail(`HTTP ${reply.statusCode}`)
            try {
              resolve(JSON.parse(text))
            } catch {
              fail('the reply is no JSON')
            }
          })
        })
        request.on('error', reject)
        request.end()
      }),

    post: (address, headers, body) =>
      new Promise((resolve, reject) => {
        let isConnected = false
        const fail = (error: Error) => reject(new OutboundFailed(`${address.host}: ${error.message}`, isConnected))
        const length = String(Buffer.byteLength(body))
        const head = { method: 'POST', headers: { ...headers, 'content-length': length } }
        const request = ask(address, head, (reply) => {
          reply.on('error', fail)
          reply.on('aborted', () => fail(new Error('the reply was cut off')))
          whole(request, reply, (text) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
        })
        request.on('socket', (socket) => {
          socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
            isConnected = true
          })
        })
        request.on('error', fail)
        request.end(body)
      }),

    stream: (address, headers, body, { signal, idleMs }) =>
      new Promise((resolve, reject) => {
        const length = String(Buffer.byteLength(body))
        const head = { method: 'POST', headers: { ...headers, 'content-length': length }, signal }
        const request = ask(address, head, resolve)
        request.setTimeout(idleMs, () => request.destroy(new Error('silent for too long')))
        request.on('error', reject)
        request.end(body)
      }),

    examine: async (host, port) => {
      const bare = host.replace(/^\[|\]$/g, '')
      if (allowed.includes(host) || allowed.includes(`${host}:${port}`)) {
        return isIP(bare) === 0 ? (await lookupHost(bare)).address : bare
      }
      if (isIP(bare) !== 0) {
        if (isPrivate(bare)) throw new OutboundRefused(`${bare} is a private address`)
        return bare
      }
      const found = await lookupHost(bare, { all: true })
      if (found.length === 0 || found.some(({ address }) => isPrivate(address)))
        throw new OutboundRefused(`${host} leads to a private address`)
      return found[0]?.address ?? ''
    },
  }
}
