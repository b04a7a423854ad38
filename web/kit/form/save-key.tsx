// Ctrl+S saves the form in view. Apart from the form, so that a switch of pages draws no form anew.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useActive } from '../../lib/active.ts'
import { dialogsInView } from '../../lib/dialogs.ts'

export type SaveKeyProps = {
  onPress: () => void
  /** Something inside the dialog that the form stands in: it is answered only while that dialog is on top. */
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
