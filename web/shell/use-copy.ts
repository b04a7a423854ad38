// Copies a text with a toast; if the browser forbids it, the toast asks to select the text.
import { notify } from '../lib/notify.ts'
import { useSecurityTexts } from './texts/security.ts'

export function useCopy(): (text: string) => void {
  const { copied, notCopied } = useSecurityTexts()
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(copied)
    } catch {
      notify.warning(notCopied)
    }
  }
  return (text) => void copy(text)
}
