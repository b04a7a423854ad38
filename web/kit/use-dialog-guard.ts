// Buttons of a dialog answer to a second click only after 1000 ms (spec §9).
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '../../contract/limits.ts'
import { createGuard } from '../lib/guard.ts'

export function useDialogGuard(): (act: () => void) => void {
  const [guard] = useState(() => createGuard(DIALOG_GUARD_MS))
  return (act) => {
    if (!guard.enter('click')) return
    act()
    guard.leave('click')
  }
}
