// A rich text field of a form. The editor's code is loaded when the first one is shown.
import './rich-text.css'
import { Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import type { BodyTextProps, RichTextProps } from './rich-text-props.ts'

const Editor = lazy(() => import('./rich-text-editor.tsx'))

const BodyEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).BodyTextEditor }))

function Waiting({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className="rich-text rich-text-waiting">
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
      }
    >
      {children}
    </Suspense>
  )
}

export function RichText(props: RichTextProps) {
  return (
    <Waiting>
      <Editor {...props} />
    </Waiting>
  )
}

/** The same for a text that is kept as nodes. */
export function BodyText(props: BodyTextProps) {
  return (
    <Waiting>
      <BodyEditor {...props} />
    </Waiting>
  )
}

/** Shows a rich text read-only: `html` comes from the server, which has cleaned it (server/core/files/rich-text.ts). */
export function RichTextView({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on saving and again on reading
  return <div className="rich-text-content" dangerouslySetInnerHTML={{ __html: html }} />
}
