// Ctrl+Z outside of text: undoes the last act while that is offered. In a text field it undoes typing.
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './typing.ts'

/** One act is undone by one press: whoever undoes it first has the key. */
export function useUndoKey(isOffered: boolean, undo: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    if (!isOffered) return
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [isOffered])
}
