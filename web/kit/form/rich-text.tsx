// A rich text field of a form. The editor's code is loaded when the first one is shown.
import './rich-text.css'
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-props.ts'

const Editor = lazy(() => import('./rich-text-editor.tsx'))

export function RichText(props: RichTextProps) {
  return (
    <Suspense
      fallback={
        <div className="rich-text rich-text-waiting">
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}

/** Shows a rich text read-only: `html` comes from the server, which has cleaned it (server/core/files/rich-text.ts). */
export function RichTextView({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on saving and again on reading
  return <div className="rich-text-content" dangerouslySetInnerHTML={{ __html: html }} />
}
