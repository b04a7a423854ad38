// The editor's toolbar; arrow keys move between its buttons.
import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { fileEndings } from '#contract/files.ts'
import type { RichTextAlign } from '#contract/rich-text.ts'
import { RichTextColourMenu, RichTextHeadingMenu, RichTextLinkMenu, RichTextTableMenu } from './rich-text-menus.tsx'
import { RichTextPictureMenu } from './rich-text-picture.tsx'

type Act = {
  name: string
  keys?: string
  icon: ReactNode
  isOn?: (editor: Editor) => boolean
  canRun?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const at = (editor: Editor) => editor.chain().focus()

const mark = (name: string, keys: string, icon: ReactNode, type: string): Act => ({
  name,
  keys,
  icon,
  isOn: (editor) => editor.isActive(type),
  run: (editor) => at(editor).toggleMark(type).run(),
})

const align = (name: string, keys: string, icon: ReactNode, to: RichTextAlign | null): Act => ({
  name,
  keys,
  icon,
  isOn: (editor) => editor.isActive({ align: to }),
  run: (editor) => at(editor).setAlign(to).run(),
})

const groups: readonly (readonly Act[])[] = [
  [
    {
      name: '撤销',
      keys: 'Ctrl+Z',
      icon: <UndoOutlined />,
      canRun: ({ state }) => undoDepth(state) > 0,
      run: (editor) => at(editor).undo().run(),
    },
    {
      name: '重做',
      keys: 'Ctrl+Shift+Z',
      icon: <RedoOutlined />,
      canRun: ({ state }) => redoDepth(state) > 0,
      run: (editor) => at(editor).redo().run(),
    },
    {
      name: '清除格式',
      icon: <ClearOutlined />,
      run: (editor) => at(editor).unsetAllMarks().setAlign(null).run(),
    },
  ],
  [
    mark('加粗', 'Ctrl+B', <BoldOutlined />, 'bold'),
    mark('斜体', 'Ctrl+I', <ItalicOutlined />, 'italic'),
    mark('下划线', 'Ctrl+U', <UnderlineOutlined />, 'underline'),
    mark('删除线', 'Ctrl+Shift+S', <StrikethroughOutlined />, 'strike'),
  ],
  [
    align('左对齐', 'Ctrl+Shift+L', <AlignLeftOutlined />, null),
    align('居中', 'Ctrl+Shift+E', <AlignCenterOutlined />, 'center'),
    align('右对齐', 'Ctrl+Shift+R', <AlignRightOutlined />, 'right'),
  ],
  [
    {
      name: '无序列表',
      keys: 'Ctrl+Shift+8',
      icon: <UnorderedListOutlined />,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => at(editor).toggleBulletList().run(),
    },
    {
      name: '有序列表',
      keys: 'Ctrl+Shift+7',
      icon: <OrderedListOutlined />,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => at(editor).toggleOrderedList().run(),
    },
    {
      name: '引用',
      keys: 'Ctrl+Shift+B',
      icon: <span className="rich-text-quote">”</span>,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => at(editor).toggleBlockquote().run(),
    },
  ],
]

type ButtonProps = { act: Act; editor: Editor; isOn: boolean; isOff: boolean }

function ActButton({ act: { name, keys, icon, isOn: hasState, run }, editor, isOn, isOff }: ButtonProps) {
  return (
    <button
      type="button"
      className="rich-text-button"
      aria-label={name}
      title={keys ? `${name}（${keys}）` : name}
      aria-pressed={hasState ? isOn : undefined}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()} // keeps the selection
      onClick={() => !isOff && run(editor)}
    >
      {icon}
    </button>
  )
}

/** Left and Right move the focus between the buttons and wrap around; Home and End go to the first and last. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('.rich-text-button')]
  const now = buttons.indexOf(document.activeElement as HTMLElement)
  if (now < 0) return false
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: buttons.length - 1 }[key]
  if (to === undefined) return false
  buttons.at(to % buttons.length)?.focus()
  return true
}

type ToolbarProps = { editor: Editor; label: string; onPictures: (files: File[]) => void; children?: ReactNode }

export function RichTextToolbar({ editor, label, onPictures, children }: ToolbarProps) {
  const input = useRef<HTMLInputElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      groups.flat().map(({ isOn, canRun }) => ({ isOn: isOn?.(now) ?? false, isOff: canRun ? !canRun(now) : false })),
  })
  const all = groups.flat()
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="rich-text-toolbar"
      onKeyDown={(event) => {
        if (moveFocus(event)) event.preventDefault()
      }}
    >
      <RichTextHeadingMenu editor={editor} />
      {groups.map((acts) => (
        <span key={acts[0]?.name} className="rich-text-group">
          {acts.map((act) => {
            const { isOn = false, isOff = false } = state[all.indexOf(act)] ?? {}
            return <ActButton key={act.name} act={act} editor={editor} isOn={isOn} isOff={isOff} />
          })}
        </span>
      ))}
      <span className="rich-text-group">
        <RichTextColourMenu editor={editor} />
        <RichTextLinkMenu editor={editor} />
        <RichTextTableMenu editor={editor} />
        <button
          type="button"
          className="rich-text-button"
          aria-label="插入图片"
          title="插入图片（也可粘贴或拖入）"
          onClick={() => input.current?.click()}
        >
          <PictureOutlined />
        </button>
        <RichTextPictureMenu editor={editor} />
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label="选择图片"
          accept={fileEndings.image.join(',')}
          onChange={({ target }) => {
            onPictures([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </span>
      {children}
    </div>
  )
}
