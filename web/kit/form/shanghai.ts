// antd's pickers in Asia/Shanghai, whatever the browser's zone, with the server's today. What they hold is the wall clock of
// Shanghai written as UTC, which has no summer time: no hour is left out or there twice.
// month and day names, and weeks that start on Monday
import 'dayjs/locale/zh-cn'
import dayjsConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useMemo } from 'react'
import { formatMoment } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-time.ts'

dayjs.extend(utc)

/** A day, or `YYYY-MM-DD HH:mm`, as the pickers hold it. */
export const wallClock = (text: string): Dayjs => dayjs.utc(text)
export const momentToPicker = (moment: string): Dayjs => wallClock(formatMoment(moment))
export const momentFromPicker = (picked: Dayjs): string => `${picked.format('YYYY-MM-DDTHH:mm')}:00+08:00`
export const shanghaiNow = (): Dayjs => wallClock(formatMoment(serverNow()))

const parse: typeof dayjsConfig.locale.parse = (_locale, text, formats) => {
  for (const format of formats) {
    const read = dayjs.utc(text, format, true)
    if (read.isValid()) return read
  }
  return null
}

export const ShanghaiPicker = DatePicker.generatePicker<Dayjs>({
  ...dayjsConfig,
  getNow: shanghaiNow,
  getFixedDate: wallClock,
  locale: { ...dayjsConfig.locale, parse },
})

/** Whether a clock on the wall beside the browser shows another time. */
export const isElsewhere = (): boolean => new Date(serverNow()).getTimezoneOffset() !== -480

/**
 * The same object for the same value: the library takes another one for a change from outside, and drops what is being typed,
 * whenever the field is rendered anew. `read` is the same function each time, too.
 */
export const usePicked = <T>(value: T | null | undefined, read: (value: T) => Dayjs): Dayjs | null =>
  useMemo(() => (value ? read(value) : null), [value, read])
