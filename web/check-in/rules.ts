// What a scan means at a door, by the snapshot that the phone has. No network, no page.
import { errors } from '#contract/errors.ts'
import { HEAD_CODE } from '#contract/meetings/head-codes.ts'

/** A head of the snapshot; `at`: when it was checked in on the list, ms since 1970. */
export type KnownHead = { name: string; mayEnter: boolean; at: number | null }
export type Verdict = { outcome: 'in' | 'again' | 'refused' | 'unknown'; name: string; at: number | null }

/** The code in a scanned or typed text, which may be an address that ends with it; undefined for any foreign code. */
export function codeOf(text: string): string | undefined {
  const last = text.trim().split(/[?#]/)[0]?.split('/').at(-1)?.replace(/[\s-]/g, '') ?? ''
  return HEAD_CODE.test(last) ? last : undefined
}

/** Lines of `Snapshot.people`, by hash. */
export function headsOf(people: string): Map<string, KnownHead> {
  const heads = new Map<string, KnownHead>()
  for (const line of people.split('\n')) {
    const [hash = '', name = '', mayEnter = '', at = ''] = line.split('\t')
    if (hash !== '') heads.set(hash, { name, mayEnter: mayEnter === '1', at: at === '' ? null : Date.parse(at) })
  }
  return heads
}

/** `own`: when this phone scanned it, which the snapshot may not know yet. */
export function judge(head: KnownHead | undefined, own: number | undefined): Verdict {
  if (!head) return { outcome: 'unknown', name: '', at: null }
  const at = head.at ?? own ?? null
  if (at !== null) return { outcome: 'again', name: head.name, at }
  return { outcome: head.mayEnter ? 'in' : 'refused', name: head.name, at: null }
}

/** The hash by which the snapshot names a code. */
export async function hashOf(code: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)))
  return btoa(String.fromCharCode(...bytes.slice(0, 9)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 11)
}

/** What this phone's clock is behind the server's by, ms; the snapshot's moment is that of the middle of the call. */
export const clockOffset = (serverNow: string, sentAt: number, receivedAt: number): number =>
  Date.parse(serverNow) - (sentAt + receivedAt) / 2

/** What a server answers that is not reached, or has too much to do: as without a network, a scan waits. */
export const isForLater = (code: number): boolean => code === errors.tooMany.code || (code >= 500 && code < 600)

const clock = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })
export const timeText = (at: number | string | null): string => (at === null ? '' : clock.format(new Date(at)))

/**
 * The one large result of a door belongs to the latest scan: an answer that comes late must not stand before the next guest.
 * @returns for each scan in turn: shows what becomes of it, unless another scan came since
 */
export function latestOnly<Result>(show: (result: Result) => void): () => (result: Result) => void {
  let latest = 0
  return () => {
    latest += 1
    const turn = latest
    return (result) => {
      if (turn === latest) show(result)
    }
  }
}
