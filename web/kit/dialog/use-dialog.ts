// For a dialog or drawer that is mounted while it is needed: open from the start, hidden while its page is not the
// visible tab, unmounted by `onClosed` after it has closed.
import { useEffect, useRef, useState } from 'react'
import { useActive } from '#web/lib/active.ts'

type Dialog = {
  /** Also true while its page is hidden. */
  isOpen: boolean
  close: () => void
  /** For the `Modal` or `Drawer`. */
  frame: { open: boolean; afterOpenChange: (isShown: boolean) => void }
}

/** @param onClosed called once, after it has closed: unmount it */
export function useDialog(onClosed: () => void): Dialog {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const isOver = useRef(false)
  const finish = () => {
    if (isOpen || isOver.current) return
    isOver.current = true
    onClosed()
  }
  useEffect(() => {
    // antd does not report the close of a dialog that is already hidden
    if (!isActive) finish()
  })
  return {
    isOpen,
    close: () => setOpen(false),
    frame: { open: isOpen && isActive, afterOpenChange: (isShown) => !isShown && finish() },
  }
}
