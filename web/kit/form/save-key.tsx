// Ctrl+S saves the visible form. A component of its own, so that switching tabs does not re-render the form.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useActive } from '../../lib/active.ts'
import { dialogsInView } from '../../lib/dialogs.ts'

export type SaveKeyProps = {
  onPress: () => void
  /** An element inside the form's dialog: the key works only while that dialog is on top. */
  inside?: RefObject<HTMLElement | null>
}

export function SaveKey({ onPress, inside }: SaveKeyProps) {
  const isActive = useActive()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
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
