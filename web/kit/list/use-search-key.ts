// The key / leads to the first field of the search, as long as nobody is typing and nothing stands over the page.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useActive } from '../../lib/active.ts'
import { dialogsInView } from '../../lib/dialogs.ts'

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'

export function useSearchKey(form: RefObject<HTMLElement | null>): void {
  const isActive = useActive()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!isActive || key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target instanceof Element && target.closest(TYPING)) return
    if (dialogsInView().length > 0) return
    const field = form.current?.querySelector<HTMLInputElement>('input')
    if (!field) return
    event.preventDefault()
    field.focus()
    field.select()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
