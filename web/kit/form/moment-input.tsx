// A moment in Asia/Shanghai: its value is ISO 8601 with the offset +08:00, or null. Where the browser is elsewhere, it says so.
import './moment-input.css'
import type { ReactNode } from 'react'
import {
  isElsewhere,
  momentFromPicker,
  momentToPicker,
  ShanghaiPicker,
  shanghaiNow,
  usePicked,
  wallClock,
} from './shanghai.ts'

type MomentInputProps = {
  id?: string
  'aria-label'?: string
  placeholder?: string
  disabled?: boolean
  minuteStep?: 5
  /** Nothing later than today. */
  isPast?: boolean
  value?: string | null
  onChange?: (moment: string | null) => void
}

/** In the words of people who sit elsewhere. */
function Zoned({ children }: { children: ReactNode }) {
  if (!isElsewhere()) return children
  return (
    <span className="moment-zoned">
      {children}
      <span className="moment-zone">北京时间</span>
    </span>
  )
}

export function MomentInput({
  placeholder = '请选择时间',
  minuteStep,
  isPast = false,
  value,
  onChange,
  ...rest
}: MomentInputProps) {
  const shown = usePicked(value, momentToPicker)
  return (
    <Zoned>
      <ShanghaiPicker
        {...rest}
        // what was typed or picked counts when the field is left, without a click on 确定
        needConfirm={false}
        showTime={{ format: 'HH:mm', ...(minuteStep && { minuteStep }) }}
        format="YYYY-MM-DD HH:mm"
        classNames={{ popup: { root: 'moment-popup' } }}
        placeholder={placeholder}
        {...(isPast && { maxDate: shanghaiNow().endOf('day') })}
        value={shown}
        onChange={(picked) => onChange?.(picked ? momentFromPicker(picked) : null)}
      />
    </Zoned>
  )
}

/** On any day: only its time is shown. */
const clockToPicker = (clock: string) => wallClock(`2026-01-01 ${clock}`)

/** A time of day, `HH:mm`; empty for none. */
export function ClockInput({ value, onChange, ...rest }: Pick<MomentInputProps, 'id' | 'value' | 'onChange'>) {
  const shown = usePicked(value, clockToPicker)
  return (
    <Zoned>
      <ShanghaiPicker.TimePicker
        {...rest}
        needConfirm={false}
        format="HH:mm"
        value={shown}
        onChange={(picked) => onChange?.(picked ? picked.format('HH:mm') : '')}
      />
    </Zoned>
  )
}
