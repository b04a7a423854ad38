// Keys of the day's grid beside those of its cells: Ctrl+S saves, Ctrl+Shift+Enter submits, Alt+= repeats yesterday.
import { useEffect, useEffectEvent } from 'react'
import { useActive } from '#web/lib/active.ts'
import { dialogsInView } from '#web/lib/dialogs.ts'

type GridKeysProps = { onSave: () => void; onSubmit: () => void; onRepeat: () => void }

function actOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): keyof GridKeysProps | undefined {
  const isCtrl = ctrlKey || metaKey
  if (altKey) return key === '=' && !isCtrl ? 'onRepeat' : undefined
  if (isCtrl && shiftKey && key === 'Enter') return 'onSubmit'
  return isCtrl && !shiftKey && key.toLowerCase() === 's' ? 'onSave' : undefined
}

export function GridKeys(props: GridKeysProps) {
  const isActive = useActive()
  const run = useEffectEvent((act: keyof GridKeysProps) => props[act]())
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event)
    if (!act || !isActive || event.isComposing || dialogsInView().length > 0) return
    event.preventDefault()
    // the cell that was being typed is drawn with its new value first
    window.setTimeout(() => run(act))
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  return null
}
