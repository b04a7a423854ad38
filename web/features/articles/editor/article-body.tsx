// The body in the article form. It is not a form field: a field rerenders at each key, and each commit makes React read
// the focused text up to the cursor. Input is written into the form's values at once, so that readers of the form have
// it.
import type { Editor } from '@tiptap/react'
import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { useNoteChange } from '#web/kit/form/form-page.tsx'
import { type ArticleTextProps, readable, Writing } from './article-text.tsx'
import type { ArticleValues } from './article-values.ts'

/** Called after each change of the body, typed or set. Form watchers miss these changes, as the body is not a field. */
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

/** Calls back after each render, to copy the form's body into the editor. */
function FromForm({ onRender }: { onRender: () => void }) {
  useEffect(onRender)
  return null
}

type Props = ArticleTextProps & { form: FormInstance<ArticleValues>; followers: BodyFollowers }

export function ArticleBody({ form, followers, onEditor, ...rest }: Props) {
  const [content] = useState(() => readable(form.getFieldValue('body') as BodyNode))
  const [editor, setEditor] = useState<Editor>()
  const noteChange = useNoteChange()
  /** The body that the editor shows, as stored in the form. */
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

  /**
   * The body was set from outside: restored, merged or filled. Reads it now, as more may have been typed since the
   * render.
   */
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
