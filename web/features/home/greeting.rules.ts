// Greeting by time of day in Shanghai, whatever the browser's time zone.
import { formatMoment } from '#web/lib/format.ts'

const greetings = [
  { until: 6, text: '夜深了' },
  { until: 11, text: '早上好' },
  { until: 14, text: '中午好' },
  { until: 18, text: '下午好' },
] as const

export function greetingAt(now: Date): string {
  const hour = Number(formatMoment(now).slice(11, 13))
  return greetings.find(({ until }) => hour < until)?.text ?? '晚上好'
}
