// Copies a text with a toast; if the browser forbids it, the toast asks to select the text manually.
import { notify } from './notify.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success('已复制')
  } catch {
    notify.warning('浏览器不允许复制，请手动选取')
  }
}
