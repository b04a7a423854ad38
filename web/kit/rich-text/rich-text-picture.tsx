// Settings of the selected picture: its width relative to the text, and its alternative text.
import { ColumnWidthOutlined } from '@ant-design/icons'
import { NodeSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { Input, Popover, Radio } from 'antd'
import { type RichTextWidth, richTextWidths } from '#contract/rich-text.ts'

const ALT_MAX = 200
const widths = [
  { value: '', label: '原始' },
  ...richTextWidths.map((value) => ({ value, label: `${value.slice(1)}%` })),
]

type Chosen = { width: RichTextWidth | null; alt: string }

/** `setNodeAttribute` keeps the picture selected; replacing the node would not. */
function change(editor: Editor, key: keyof Chosen, value: string | null): void {
  editor.commands.command(({ tr, state }) => {
    tr.setNodeAttribute(state.selection.from, key, value)
    return true
  })
}

/** In the toolbar while a picture is selected. */
export function RichTextPictureMenu({ editor }: { editor: Editor }) {
  const chosen = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      state.selection instanceof NodeSelection && state.selection.node.type.name === 'picture'
        ? (state.selection.node.attrs as Chosen)
        : null,
  })
  if (!chosen) return null
  const form = (
    <div className="rich-text-picture">
      <span>宽度</span>
      <Radio.Group
        aria-label="图片宽度"
        options={widths}
        value={chosen.width ?? ''}
        onChange={({ target }) => change(editor, 'width', String(target.value) || null)}
      />
      <label htmlFor="rich-text-alt">替代文字</label>
      <Input
        id="rich-text-alt"
        placeholder="图片无法显示时读到的文字"
        maxLength={ALT_MAX}
        value={chosen.alt}
        onChange={({ target }) => change(editor, 'alt', target.value)}
      />
    </div>
  )
  return (
    <Popover trigger="click" content={form} destroyOnHidden>
      <button
        type="button"
        className="rich-text-button"
        aria-label="图片设置"
        title="图片宽度与替代文字"
        aria-haspopup="dialog"
      >
        <ColumnWidthOutlined />
      </button>
    </Popover>
  )
}
