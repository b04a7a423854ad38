// A date field of a form; its value is `YYYY-MM-DD` or null, as in the API.
import { ShanghaiPicker, usePicked, wallClock } from './shanghai.ts'

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
    <ShanghaiPicker
      {...rest}
      {...(id !== undefined && { id })}
      value={usePicked(value, wallClock)}
      format="YYYY-MM-DD"
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  )
}
