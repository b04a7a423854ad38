// Tracking of opening and clicks: a pixel and links of our own, signed for one message each. A link redirects to the address
// stored with the body; the call takes no address, so it is no open redirect.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TrackingState } from '#contract/push/push-labels.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from './mail-fields.ts'

/** Rate limit of calls from a mail by address, high because one server of a mail provider acts for many readers. */
export const PER_MINUTE = 1_200

export const trackingOf = ({ mailTracking, publicUrl }: Pick<Config, 'mailTracking' | 'publicUrl'>): TrackingState =>
  !mailTracking ? 'off' : publicUrl === undefined ? 'noUrl' : 'on'

/** Whether a push that wants it records opening and clicks. */
export const tracks = (config: Parameters<typeof trackingOf>[0], push: { isTracked: boolean }): boolean =>
  push.isTracked && trackingOf(config) === 'on'

const PIXEL = '<img src="{{track:0}}" width="1" height="1" alt="" style="display:block;border:0">'
const hrefPattern = /(<a\b[^>]*?\shref=")(https?:\/\/[^"]+)"/gi
const placePattern = /\{\{track:([1-9]\d{0,3})\}\}/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)

/** The HTML with fields in place of its web links, which are returned, and the pixel at its end. */
export function tracked(html: string): { html: string; links: string[] } {
  const links: string[] = []
  const marked = html.replace(hrefPattern, (whole, before: string, href: string) => {
    const link = unescapeHtml(href)
    if (link.includes('{{') || !URL.canParse(link)) return whole
    return `${before}{{track:${links.push(link)}}}"`
  })
  return { html: marked.replace('</body>', `${PIXEL}</body>`), links }
}

export const isTracked = (html: string): boolean => html.includes(PIXEL)

/** The original HTML: without the pixel, with its own links. */
export const untracked = (html: string, links: readonly string[]): string =>
  html.replace(PIXEL, '').replace(placePattern, (_, place: string) => escapeHtml(links[Number(place) - 1] ?? ''))

/** Signs with a key derived for these links only. */
const sign = ({ secretKey }: Pick<Config, 'secretKey'>, id: string, place: number) =>
  createHmac('sha256', createHmac('sha256', secretKey).update('tracking').digest()).update(`${id}.${place}`).digest()

/** The values of the fields of one message; undefined where nothing is recorded any more. */
export function trackingFields(
  config: Pick<Config, 'secretKey' | 'publicUrl' | 'mailTracking'>,
  id: string,
  links: readonly string[],
): Record<string, string> | undefined {
  if (trackingOf(config) !== 'on') return undefined
  const token = (place: number) => `${id}.${place}.${sign(config, id, place).toString('hex')}`
  const of = (place: number) =>
    `${config.publicUrl}/api/open/push/${place === 0 ? 'opened' : 'link'}?token=${token(place)}`
  return Object.fromEntries([0, ...links.map((_, at) => at + 1)].map((place) => [`track:${place}`, of(place)]))
}

/** The message and link number of a valid token; null otherwise. */
export function readTracking(config: Pick<Config, 'secretKey'>, token: string): { id: string; place: number } | null {
  const [, id = '', place = '', signature = ''] = /^([1-9]\d{0,18})\.(\d{1,4})\.([0-9a-f]{64})$/.exec(token) ?? []
  if (id === '') return null
  const right = sign(config, id, Number(place))
  return timingSafeEqual(Buffer.from(signature, 'hex'), right) ? { id, place: Number(place) } : null
}
