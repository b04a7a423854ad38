/** Moments come in Asia/Shanghai: `2026-11-20T17:48:13.12+08:00`. */
export const formatSecond = (moment: string) => moment.slice(0, 19).replace('T', ' ')

const MINUTE_S = 60
const HOUR_S = 3_600

/** 45 秒, 3 分 20 秒, 2 小时 5 分 */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '—'
  if (seconds < MINUTE_S) return `${seconds} 秒`
  const [hours, minutes, rest] = [
    Math.floor(seconds / HOUR_S),
    Math.floor((seconds % HOUR_S) / MINUTE_S),
    seconds % MINUTE_S,
  ]
  if (hours > 0) return minutes > 0 ? `${hours} 小时 ${minutes} 分` : `${hours} 小时`
  return rest > 0 ? `${minutes} 分 ${rest} 秒` : `${minutes} 分`
}
