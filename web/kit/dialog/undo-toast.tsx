// A toast that offers to undo the last act, by click or Ctrl+Z. It has its own timer: an antd message that is closing
// may stay in the document unseen, and must not react to keys any more.
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUndoKey } from '#web/lib/use-undo-key.ts'

/** Long enough to read it and to change one's mind, ms. */
const UNDO_MS = 8_000

/** `onClose` removes the toast; the antd message around it must not close by itself. */
export type UndoToastProps = {
  text: string
  /** Text of the button if it does something else than undo; then Ctrl+Z does nothing. */
  verb?: string | undefined
  onUndo: () => void
  onClose: () => void
}

export function UndoToast({ text, verb, onUndo, onClose }: UndoToastProps) {
  const [isOver, setOver] = useState(false)
  /** The timer stops while the pointer or the focus is on it. */
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
  useUndoKey(!isOver && verb === undefined, undo)

  useEffect(() => {
    if (isOver || isHeld) return
    const timer = setTimeout(end, UNDO_MS)
    return () => clearTimeout(timer)
  }, [isOver, isHeld])

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
