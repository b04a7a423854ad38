// Copies a text with a toast; if the browser forbids it, the toast asks to select the text manually.
import { notify } from './notify.ts'

const said = { copied: '已复制', notCopied: '浏览器不允许复制，请手动选取' }

/** @returns whether it was copied */
export async function copyText(text: string, { copied, notCopied } = said): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(copied)
    return true
  } catch {
    notify.warning(notCopied)
    return false
  }
}
