// Range requests (RFC 9110): one range of bytes; several at once are answered with the whole.
import type { ByteRange } from './storage-contents.ts'

/** `whole`: answer 200; `none`: nothing of it lies in the content, 416. */
export type Asked = ByteRange | 'whole' | 'none'

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

export function askedRange(header: string | undefined, size: number): Asked {
  const [, first = '', last = ''] = pattern.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end }
}
