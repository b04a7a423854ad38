// A dialog or drawer that stands in the page while it is wanted: it is open until it is closed, out of sight while its page
// is behind another one, and taken out of the page once it has closed.
import { useEffect, useRef, useState } from 'react'
import { useActive } from '../../lib/active.ts'

type Dialog = {
  /** Also while its page is behind. */
  isOpen: boolean
  close: () => void
  /** For the `Modal` or `Drawer`. */
  frame: { open: boolean; afterOpenChange: (isShown: boolean) => void }
}

/** @param onClosed once, after it has closed: take it out of the page */
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
    // what is out of sight already does not disappear once more, and would tell no end
    if (!isActive) finish()
  })
  return {
    isOpen,
    close: () => setOpen(false),
    frame: { open: isOpen && isActive, afterOpenChange: (isShown) => !isShown && finish() },
  }
}
