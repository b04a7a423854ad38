// Ctrl+S saves the visible form, Ctrl+Enter a dialog's. A component of its own, so that switching tabs does not re-render the form.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useActive } from '#web/lib/active.ts'
import { dialogsInView } from '#web/lib/dialogs.ts'

export type SaveKeyProps = {
  onPress: () => void
  /** An element inside the form's dialog: the key works only while that dialog is on top. */
  inside?: RefObject<HTMLElement | null>
}

export function SaveKey({ onPress, inside }: SaveKeyProps) {
  const isActive = useActive()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isSave = key === 's' || (key === 'enter' && inside !== undefined && !event.defaultPrevented)
    if (!isActive || !(event.ctrlKey || event.metaKey) || !isSave) return
    event.preventDefault()
    const top = dialogsInView().at(-1)
    const isInView = inside ? top?.contains(inside.current) === true : top === undefined
    if (isInView) onPress()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  return null
}
