// Calls to other servers: only to public addresses, unless the configuration allows more; no redirects, bounded in time
// and size. The address that was examined is the one that is connected to, so a changing DNS answer opens nothing.
import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
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

export type Outbound = {
  /** The body of a 200 as JSON. The address may hold secrets: no error repeats more of it than its host. */
  getJson: (address: URL) => Promise<unknown>
}

/** @param allowed hosts, as `host` or `host:port`, that may be private (environment OUTBOUND_ALLOW) */
export function createOutbound(allowed: readonly string[]): Outbound {
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

  /** Throws where the address may not be asked; null where its host may be private. */
  function lookupFor({ protocol, hostname, host, username, password }: URL): LookupFunction | null {
    if (protocol !== 'https:' && protocol !== 'http:') throw new OutboundRefused(`${protocol} is not asked`)
    if (username || password) throw new OutboundRefused('an address with a password is not asked')
    if (allowed.includes(hostname) || allowed.includes(host)) return null
    const bare = hostname.replace(/^\[|\]$/g, '')
    if (isIP(bare) !== 0 && isPrivate(bare)) throw new OutboundRefused(`${bare} is a private address`)
    return examined
  }

  return {
    getJson: (address) =>
      new Promise((resolve, reject) => {
        const lookupBy = lookupFor(address)
        const fail = (why: string) => reject(new Error(`${address.host}: ${why}`))
        const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(
          address,
          {
            headers: { accept: 'application/json' },
            // a connection of its own each time: one from a pool would have been examined for another call
            agent: false,
            signal: AbortSignal.timeout(TIMEOUT_MS),
            ...(lookupBy && { lookup: lookupBy }),
          },
          (reply) => {
            const parts: Buffer[] = []
            let bytes = 0
            reply.on('data', (part: Buffer) => {
              bytes += part.length
              if (bytes > REPLY_BYTES) request.destroy(new Error('the reply is too large'))
              else parts.push(part)
            })
            reply.on('error', reject)
            reply.on('end', () => {
              if (reply.statusCode !== 200) return fail(`HTTP ${reply.statusCode}`)
              try {
                resolve(JSON.parse(Buffer.concat(parts).toString('utf8')))
              } catch {
                fail('the reply is no JSON')
              }
            })
          },
        )
        request.on('error', reject)
        request.end()
      }),
  }
}
