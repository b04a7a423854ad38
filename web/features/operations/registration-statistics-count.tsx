// A figure that opens its list, and how figures are written.
import { createContext, useContext } from 'react'
import type { FilterTexts } from '#web/kit/table/table-source.ts'

/** Opens the list of the page's filters and these; undefined without the right to it. */
export type OpenDetails = ((slice: FilterTexts) => void) | undefined

export const OpenDetailsContext = createContext<OpenDetails>(undefined)

const grouped = (count: number) => count.toLocaleString('zh-CN')

type CountProps = {
  count: number
  /** What is counted; with the number it is the link's name. */
  of: string
  /** Filters beside those of the page. */
  slice?: FilterTexts
}

export function Count({ count, of, slice = {} }: CountProps) {
  const open = useContext(OpenDetailsContext)
  if (!open || count === 0) return grouped(count)
  return (
    <button
      type="button"
      className="statistics-count"
      aria-label={`${of} ${grouped(count)}，查看明细`}
      onClick={() => open(slice)}
    >
      {grouped(count)}
    </button>
  )
}

/** `37.5%`, a dash where there is no whole. */
export const share = (part: number, whole: number) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`)

const HOUR = 60
const DAY = 24 * HOUR

const oneDecimal = (number: number) => String(Math.round(number * 10) / 10)

/** `45 分钟`, `3.5 小时`, `12.4 天`; working time stays hours, as its days are shorter. */
export function describeMinutes(minutes: number | null, kind: 'plain' | 'work' = 'plain'): string {
  if (minutes === null) return '—'
  if (minutes < 1) return '不到 1 分钟'
  if (minutes < HOUR) return `${minutes} 分钟`
  return kind === 'work' || minutes < 2 * DAY ? `${oneDecimal(minutes / HOUR)} 小时` : `${oneDecimal(minutes / DAY)} 天`
}

/** The four figures that every table has, each with the filter of its list. */
export const sliceColumns = [
  { key: 'count', label: '注册', slice: {} },
  { key: 'contacted', label: '已联系', slice: { reached: 'contacted' } },
  { key: 'trials', label: '试用', slice: { reached: 'trial' } },
  { key: 'formals', label: '正式', slice: { reached: 'formal' } },
] as const
