// The filter for a range of last days, as the page's address keeps it.

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

export type Ends = { endFrom?: string; endTo?: string }

/** `2026-11-01~`, `~2026-11-30` or both; undefined where it is no such range. */
export function readEnds(text: string): Ends | undefined {
  const [from = '', to, more] = text.split('~')
  if (to === undefined || more !== undefined || (from === '' && to === '')) return undefined
  if ((from !== '' && !isDay(from)) || (to !== '' && !isDay(to))) return undefined
  return { ...(from && { endFrom: from }), ...(to && { endTo: to }) }
}
