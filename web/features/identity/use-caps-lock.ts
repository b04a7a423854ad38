// Whether Caps Lock is on while a field has the focus.
import { type FocusEvent, type KeyboardEvent, useState } from 'react'

export function useCapsLock() {
  const [isOn, setOn] = useState(false)
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setOn(event.getModifierState('CapsLock'))
  const leave = (_event: FocusEvent<HTMLInputElement>) => setOn(false)
  return { isOn, listeners: { onKeyDown: watch, onKeyUp: watch, onBlur: leave } }
}
