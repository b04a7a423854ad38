// The headers that every reply carries, whichever part of the server answers; pages and files replace what must differ.
import type { Socket } from 'node:net'
import { errors } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'

/** One year, s. */
const HTTPS_ONLY_S = 31_536_000

export const constantHeaders = ({ publicUrl }: Config): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': `max-age=${HTTPS_ONLY_S}; includeSubDomains` }),
})

const lines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers what is not HTTP, or was never sent to its end: before there is a request that hooks could run for. */
export function refuseUnread(headers: Record<string, string>) {
  const { code, text } = errors.invalid
  const body = JSON.stringify({ code, success: false, data: null, msg: text })
  const head = { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' }
  const written = Object.entries({ ...head, 'content-length': String(Buffer.byteLength(body)) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable)
      socket.write(`HTTP/1.1 ${lines[error.code ?? ''] ?? '400 Bad Request'}\r\n${written}\r\n${body}`)
    socket.destroy(error)
  }
}
