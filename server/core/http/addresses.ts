// IP addresses and networks from which a key may be used.
import { BlockList, isIP } from 'node:net'
import { checkFields } from './refusal.ts'

/** `::ffff:10.0.0.1` is the IPv4 address in it. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An address, or a network as in `10.0.0.0/8`. */
function isPlace(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}

/** Throws 400 at the field `addresses` where one is neither an address nor a network. */
export const checkAddresses = (addresses: readonly string[]): void =>
  checkFields({ addresses: addresses.every(isPlace) ? null : '允许的地址应为 IP 地址或网段，如 10.0.0.0/8' })

/** Whether a caller's address is one of these; none of them: from anywhere. */
export function isAllowedFrom(addresses: readonly string[], from: string): boolean {
  if (addresses.length === 0) return true
  const address = plain(from)
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const each of addresses) {
    const [place = '', bits] = each.split('/')
    if (bits === undefined) list.addAddress(place, familyOf(place))
    else list.addSubnet(place, Number(bits), familyOf(place))
  }
  return list.check(address, familyOf(address))
}

/** Stands for a caller whose address is not known: no allowed place, and not this machine. */
const UNKNOWN = '0.0.0.0'

/** `203.0.113.7`, `203.0.113.7:443`, `[2001:db8::1]:443`, or with quotation marks. */
function forwardedAddress(text: string): string {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
  return isIP(address) === 0 ? UNKNOWN : address
}

/** The list of X-Forwarded-For as addresses: some proxies add the port, others send a word such as `unknown`. */
export const forwardedAddresses = (list: string): string => list.split(',').map(forwardedAddress).join(', ')
