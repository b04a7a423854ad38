// What the editor is given; the component that loads it late and the editor itself both need it.
import type { Upload } from '../../lib/upload.ts'

export type RichTextProps = {
  'aria-label': string
  /** HTML of the set in contract/rich-text.ts. */
  value?: string | undefined
  onChange?: (html: string) => void
  placeholder?: string
  disabled?: boolean
  /** Whether pictures are still on their way: a form waits with saving. */
  onBusy?: (isBusy: boolean) => void
  send?: Upload
}
