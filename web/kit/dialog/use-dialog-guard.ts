// Buttons of a dialog ignore a second click within 1000 ms (spec §9).
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { createGuard } from '#web/lib/guard.ts'

/** Pass another `key` for a press that means something else: it is not a repetition. */
export function useDialogGuard(): (act: () => void, key?: string) => void {
  const [guard] = useState(() => createGuard(DIALOG_GUARD_MS))
  return (act, key = 'click') => {
    if (!guard.enter(key)) return
    act()
    guard.leave(key)
  }
}
