// A toast that offers to take back what has just been done, with a click or with Ctrl+Z. It counts its own time: an antd message
// that is going may stay in the document unseen, and must not answer any more.
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '../../lib/typing.ts'

/** Long enough to read it and to change one's mind, ms. */
const UNDO_MS = 8_000

/** `onClose` takes the toast away; it is given a message that does not end by itself. */
export type UndoToastProps = {
  text: string
  /** What it offers instead of taking back; no keys do that. */
  verb?: string | undefined
  onUndo: () => void
  onClose: () => void
}

export function UndoToast({ text, verb, onUndo, onClose }: UndoToastProps) {
  const [isOver, setOver] = useState(false)
  /** Under the pointer or with the focus it waits. */
  const [isHeld, setHeld] = useState(false)
  const isUsed = useRef(false)

  const end = useEffectEvent(() => {
    setOver(true)
    onClose()
  })
  const undo = () => {
    if (isUsed.current) return
    isUsed.current = true
    setOver(true)
    onClose()
    onUndo()
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    // In a field the keys take back what was typed.
    if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
    event.preventDefault()
    undo()
  })

  useEffect(() => {
    if (isOver || isHeld) return
    const timer = setTimeout(end, UNDO_MS)
    return () => clearTimeout(timer)
  }, [isOver, isHeld])
  useEffect(() => {
    if (isOver || verb !== undefined) return
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [isOver, verb])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only so that it does not go while somebody is about to press it
    <span
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {!isOver && (
        <Button type="link" size="small" {...(verb === undefined && { title: 'Ctrl+Z' })} onClick={undo}>
          {verb ?? '撤销'}
        </Button>
      )}
    </span>
  )
}
