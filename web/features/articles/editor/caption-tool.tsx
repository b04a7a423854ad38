// Edits the caption of a table, picture or chart: of the selected one, or of the table around the cursor.
import { findParentNode } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { Input, Popover } from 'antd'
import { CAPTION_MAX } from '#web/kit/rich-text/rich-text-schema.ts'

/** By node type: the attribute that holds its caption. */
const captioned: Readonly<Record<string, { attribute: 'caption' | 'title'; name: string }>> = {
  picture: { attribute: 'caption', name: '图片说明' },
  priceChart: { attribute: 'title', name: '走势图标题' },
  priceTable: { attribute: 'caption', name: '表格标题' },
  table: { attribute: 'caption', name: '表格标题' },
}

function chosenIn(editor: Editor) {
  const { selection } = editor.state
  const table = findParentNode(({ type }) => type.name === 'table')(selection)
  const found = selection instanceof NodeSelection ? { node: selection.node, pos: selection.from } : table
  const rule = captioned[found?.node.type.name ?? '']
  if (!found || !rule) return null
  return { ...rule, pos: found.pos, text: String(found.node.attrs[rule.attribute] ?? '') }
}

export function CaptionTool({ editor }: { editor: Editor }) {
  const chosen = useEditorState({ editor, selector: ({ editor: now }) => chosenIn(now) })
  if (!chosen) return null
  const { name, attribute, pos, text } = chosen
  const change = (typed: string) =>
    editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(pos, attribute, typed === '' && attribute === 'caption' ? null : typed)
      return true
    })
  const form = (
    <Input
      autoFocus
      aria-label={name}
      placeholder={`请输入${name}`}
      maxLength={CAPTION_MAX}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
  return (
    <Popover trigger="click" content={form} destroyOnHidden>
      <button type="button" className="rich-text-button article-tool" aria-haspopup="dialog">
        {name}
      </button>
    </Popover>
  )
}
