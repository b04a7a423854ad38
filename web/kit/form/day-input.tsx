// A date field of a form; its value is `YYYY-MM-DD` or null, as in the API.
// month and day names, and weeks that start on Monday
import 'dayjs/locale/zh-cn'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'

export type DayInputProps = {
  id?: string
  'aria-label'?: string
  disabled?: boolean
  /** False if a day is required. */
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
