// Formats moments, days, ages and figures in Asia/Shanghai, whatever the browser's time zone.

import { serverNow } from './server-time.ts'

const ZONE = 'Asia/Shanghai'
const NONE = '—'

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

type Moment = string | number | Date | null | undefined

/** spec §5: a number of 10 digits is seconds. */
function toDate(value: Moment): Date | null {
  if (value === null || value === undefined || value === '') return null
  const isSeconds = /^\d{10}$/.test(String(value))
  const isNumber = typeof value === 'number' || /^\d+$/.test(String(value))
  const date = new Date(isSeconds ? Number(value) * 1000 : isNumber ? Number(value) : value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** `YYYY-MM-DD HH:mm` in Asia/Shanghai; a dash if absent or invalid. */
export function formatMoment(value: Moment): string {
  const date = toDate(value)
  if (!date) return NONE
  const of = Object.fromEntries(parts.formatToParts(date).map(({ type, value: text }) => [type, text]))
  return `${of.year}-${of.month}-${of.day} ${of.hour}:${of.minute}`
}

/** `YYYY-MM-DD`. A plain day is returned as it is, without time zone conversion. */
export function formatDay(value: Moment): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const text = formatMoment(value)
  return text === NONE ? NONE : text.slice(0, 10)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const units = [
  { ms: 365 * DAY, word: '年' },
  { ms: 30 * DAY, word: '个月' },
  { ms: DAY, word: '天' },
  { ms: HOUR, word: '小时' },
  { ms: MINUTE, word: '分钟' },
] as const

/** `刚刚`, `5 分钟前`, `3 天后`: the largest unit that fits. Show the exact moment on hover. */
export function formatAge(value: Moment, now = serverNow()): string {
  const date = toDate(value)
  if (!date) return NONE
  const age = now - date.getTime()
  const unit = units.find(({ ms }) => Math.abs(age) >= ms)
  if (!unit) return age >= 0 ? '刚刚' : '即将'
  return `${Math.floor(Math.abs(age) / unit.ms)} ${unit.word}${age >= 0 ? '前' : '后'}`
}

/** `12345.60` → `12,345.60`. Works on the text, so no precision is lost. */
export function formatFigure(figure: string): string {
  const [whole = '0', part] = figure.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}
