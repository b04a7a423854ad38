// The server's today, by which days begin.
import { formatDay } from './format.ts'
import { serverNow } from './server-time.ts'

/** `YYYY-MM-DD` of Asia/Shanghai. */
export const serverToday = (): string => formatDay(serverNow())
