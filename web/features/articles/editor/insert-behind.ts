// Inserts content at the cursor. A selected block stays, with the content after it.
import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'
import type { BodyNode } from '#contract/articles/nodes.ts'

/** After an inserted block, moves the cursor below it, into a new paragraph if needed. */
function goBelow(tr: Transaction): boolean {
  if (!(tr.selection instanceof NodeSelection)) return true
  const { to } = tr.selection
  const { paragraph } = tr.doc.type.schema.nodes
  if (paragraph && tr.doc.resolve(to).nodeAfter === null) tr.insert(to, paragraph.create())
  tr.setSelection(Selection.near(tr.doc.resolve(to)))
  return true
}

export function insertBehind(editor: Editor, content: BodyNode[]): void {
  const { selection } = editor.state
  const isBlock = selection instanceof NodeSelection && selection.node.isBlock
  const isText = content.every(({ type }) => type === 'text')
  editor
    .chain()
    .insertContentAt(
      isBlock ? selection.to : { from: selection.from, to: selection.to },
      (isBlock && isText ? { type: 'paragraph', content } : content) as JSONContent,
    )
    .command(({ tr }) => goBelow(tr))
    .run()
}
