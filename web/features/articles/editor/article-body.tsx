// The text of an article in its form. It is no field of the form: a field is drawn anew at each key, and to draw anything React
// reads the focused text. What is typed is written into the form's values, so that whoever reads them has it at once.
import type { Editor } from '@tiptap/react'
import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { useNoteChange } from '../../../kit/form/form-page.tsx'
import { type ArticleTextProps, readable, Writing } from './article-text.tsx'
import type { ArticleValues } from './article-values.ts'

/** Called after each change of the text, typed or set. The form's watchers do not see it, as the text is no field. */
export type BodyFollowers = Set<() => void>

export function useFollowing(followers: BodyFollowers, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const follow = () => latest.current()
    followers.add(follow)
    return () => void followers.delete(follow)
  }, [followers])
}

/** Sets the editor's text to the form's, at each render; nothing where they are the same. */
function FromForm({ onRender }: { onRender: () => void }) {
  useEffect(onRender)
  return null
}

type Props = ArticleTextProps & { form: FormInstance<ArticleValues>; followers: BodyFollowers }

export function ArticleBody({ form, followers, onEditor, ...rest }: Props) {
  const [content] = useState(() => readable(form.getFieldValue('body') as BodyNode))
  const [editor, setEditor] = useState<Editor>()
  const noteChange = useNoteChange()
  /** What the editor shows, as the form's values hold it. */
  const shown = useRef(form.getFieldValue('body') as BodyNode)

  const handleTyped = useCallback(
    (body: BodyNode) => {
      shown.current = body
      form.setFieldValue('body', body)
      noteChange()
      for (const follow of followers) follow()
    },
    [form, noteChange, followers],
  )
  const given = useRef(onEditor)
  useEffect(() => {
    given.current = onEditor
  })
  const handleEditor = useCallback((created: Editor) => {
    setEditor(created)
    given.current?.(created)
  }, [])

  /** A text from outside: restored, merged, filled. Read now, as more may have been typed since the render. */
  const showForm = () => {
    const body = form.getFieldValue('body') as BodyNode
    if (!editor || body === shown.current) return
    shown.current = body
    editor.commands.setContent(readable(body), { emitUpdate: false })
    for (const follow of followers) follow()
  }
  return (
    <>
      <Writing {...rest} content={content} onTyped={handleTyped} onEditor={handleEditor} />
      <Form.Item<ArticleValues> noStyle shouldUpdate={(_before, now) => now.body !== shown.current}>
        {() => <FromForm onRender={showForm} />}
      </Form.Item>
    </>
  )
}
