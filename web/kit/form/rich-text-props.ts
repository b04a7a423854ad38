// The editor's props, for the editor and for the component that loads it lazily.
import type { Upload } from '../../lib/upload.ts'

export type RichTextProps = {
  'aria-label': string
  /** HTML as contract/rich-text.ts allows it. */
  value?: string | undefined
  onChange?: (html: string) => void
  placeholder?: string
  disabled?: boolean
  /** Whether pictures are being uploaded: a form must not save until then. */
  onBusy?: (isBusy: boolean) => void
  send?: Upload
}
