// Fields for the addresses from which programs may call, and for the hosts that may embed our pages.
import { Type } from 'typebox'

const ADDRESSES_MAX = 50
const DOMAINS_MAX = 50

/** IP addresses and networks such as `10.0.0.0/8`; the server validates them. Empty: from anywhere. */
export const Addresses = Type.Array(
  Type.String({
    title: '允许的地址',
    maxLength: 64,
    pattern: '^[0-9A-Fa-f:.]{2,45}(/[0-9]{1,3})?$',
    messages: { pattern: '允许的地址应为 IP 地址或网段，如 10.0.0.0/8' },
  }),
  { title: '允许的地址', maxItems: ADDRESSES_MAX, uniqueItems: true },
)

/** Host names without scheme and port; `*.example.com` covers all subdomains. */
export const Domains = Type.Array(
  Type.String({
    title: '嵌入域名',
    maxLength: 253,
    pattern: '^(\\*\\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$',
    messages: { pattern: '域名应如 www.example.com 或 *.example.com，不带 http:// 与端口' },
  }),
  { title: '嵌入域名', maxItems: DOMAINS_MAX, uniqueItems: true },
)
