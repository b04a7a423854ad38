// Copies a text with a toast in the chosen language.
import { copyText } from '#web/lib/copy.ts'
import { useSecurityTexts } from './texts/security.ts'

export function useCopy(): (text: string) => void {
  const texts = useSecurityTexts()
  return (text) => void copyText(text, texts)
}
