// The editor's props, for the editor and for the component that loads it lazily.
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Upload } from '#web/lib/upload.ts'

type Common = {
  'aria-label': string
  placeholder?: string
  disabled?: boolean
  /** Whether pictures are being uploaded: a form must not save until then. */
  onBusy?: (isBusy: boolean) => void
  send?: Upload
}

export type RichTextProps = Common & {
  /** HTML as contract/rich-text.ts allows it. */
  value?: string | undefined
  onChange?: (html: string) => void
}

export type BodyTextProps = Common & {
  /** Nodes as contract/articles/body.ts allows them; pictures have their link in `src`. */
  value?: BodyNode | undefined
  onChange?: (body: BodyNode) => void
}
