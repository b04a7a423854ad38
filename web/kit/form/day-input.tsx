// A day in a form: `YYYY-MM-DD` or null, as calls carry it.
// names of months and days, and Monday as the first of the week
import 'dayjs/locale/zh-cn'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'

export type DayInputProps = {
  id?: string
  'aria-label'?: string
  disabled?: boolean
  /** False where there is always a day. */
  allowClear?: boolean
  value?: string | null
  onChange?: (day: string | null) => void
}

export function DayInput({ id, value, onChange, ...rest }: DayInputProps) {
  return (
    <DatePicker
      {...rest}
      {...(id !== undefined && { id })}
      value={value ? dayjs(value) : null}
      format="YYYY-MM-DD"
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  )
}
