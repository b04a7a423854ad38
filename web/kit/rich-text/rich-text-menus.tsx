// Menus of the editor's toolbar: headings, colours, links, tables.
import { FontColorsOutlined, LinkOutlined, TableOutlined } from '@ant-design/icons'
import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Dropdown, Input, type MenuProps, Popover, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { type RichTextColour, richTextClass, richTextHeadings } from '#contract/rich-text.ts'
import { linkAddress } from './rich-text.rules.ts'

const at = (editor: Editor) => editor.chain().focus()

type MenuButtonProps = {
  name: string
  icon: ReactNode
  items: NonNullable<MenuProps['items']>
  isOn?: boolean
  onChoose: (key: string) => void
}

function MenuButton({ name, icon, items, isOn, onChoose }: MenuButtonProps) {
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, onClick: ({ key }) => onChoose(key) }}>
      <button
        type="button"
        className="rich-text-button"
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        data-on={isOn || undefined}
      >
        {icon}
      </button>
    </Dropdown>
  )
}

const headingNames = ['标题一', '标题二', '标题三'] as const

export function RichTextHeadingMenu({ editor }: { editor: Editor }) {
  const level = useEditorState({
    editor,
    selector: ({ editor: now }) => richTextHeadings.find((each) => now.isActive('heading', { level: each })) ?? 0,
  })
  const names = new Map<number, string>([
    [0, '正文'],
    ...richTextHeadings.map((each, i) => [each, headingNames[i] ?? ''] as const),
  ])
  return (
    <MenuButton
      name={`段落格式：${names.get(level)}`}
      icon={<span className="rich-text-kind">{names.get(level)}</span>}
      items={[...names].map(([key, name]) => ({ key: String(key), label: name }))}
      onChoose={(key) => {
        const chosen = richTextHeadings.find((each) => String(each) === key)
        if (chosen) at(editor).setHeading({ level: chosen }).run()
        else at(editor).setParagraph().run()
      }}
    />
  )
}

const colourNames: Record<RichTextColour, string> = {
  red: '红色',
  orange: '橙色',
  green: '绿色',
  blue: '蓝色',
  purple: '紫色',
  grey: '灰色',
}

const isColour = (key: string): key is RichTextColour => Object.hasOwn(colourNames, key)

export function RichTextColourMenu({ editor }: { editor: Editor }) {
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('colour') })
  return (
    <MenuButton
      name="文字颜色"
      icon={<FontColorsOutlined />}
      isOn={isOn}
      items={[
        { key: 'none', label: '默认颜色' },
        ...Object.entries(colourNames).map(([key, name]) => ({
          key,
          label: <span className={isColour(key) ? richTextClass(key) : undefined}>{name}</span>,
        })),
      ]}
      onChoose={(key) =>
        at(editor)
          .setColour(isColour(key) ? key : null)
          .run()
      }
    />
  )
}

export function RichTextLinkMenu({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  const href = linkAddress(typed)

  const change = (open: boolean) => {
    if (open) setTyped(String(editor.getAttributes('link').href ?? ''))
    setOpen(open)
  }
  const set = () => {
    if (href === null) return
    setOpen(false)
    const { selection, doc } = editor.state
    const isText = isOn || doc.textBetween(selection.from, selection.to) !== ''
    // without selected text the address becomes the link's text
    const address = { type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }
    if (isText) at(editor).extendMarkRange('link').setLink({ href }).run()
    else at(editor).insertContentAt(selection.to, address).run()
  }
  const remove = () => {
    setOpen(false)
    at(editor).extendMarkRange('link').unsetLink().run()
  }

  const form = (
    <form
      className="rich-text-link"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation() // the form around the editor must not be submitted
        set()
      }}
    >
      <Input
        autoFocus
        aria-label="链接地址"
        placeholder="https://"
        value={typed}
        maxLength={2_000}
        status={typed !== '' && href === null ? 'error' : ''}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Space>
        {isOn && <Button onClick={remove}>移除链接</Button>}
        <Button type="primary" htmlType="submit" disabled={href === null}>
          确定
        </Button>
      </Space>
    </form>
  )
  return (
    <Popover trigger="click" open={isOpen} onOpenChange={change} content={form} destroyOnHidden>
      <button
        type="button"
        className="rich-text-button"
        aria-label="链接"
        title="链接"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-on={isOn || undefined}
      >
        <LinkOutlined />
      </button>
    </Popover>
  )
}

const STEP_PX = 40

type TableAct = readonly [key: string, name: string, run: (editor: Editor) => boolean, can: (editor: Editor) => boolean]

const tableActs: readonly (TableAct | null)[] = [
  ['rowBefore', '上方插入行', (e) => at(e).addRowBefore().run(), (e) => e.can().addRowBefore()],
  ['rowAfter', '下方插入行', (e) => at(e).addRowAfter().run(), (e) => e.can().addRowAfter()],
  ['columnBefore', '左侧插入列', (e) => at(e).addColumnBefore().run(), (e) => e.can().addColumnBefore()],
  ['columnAfter', '右侧插入列', (e) => at(e).addColumnAfter().run(), (e) => e.can().addColumnAfter()],
  null,
  ['merge', '合并单元格', (e) => at(e).mergeCells().run(), (e) => e.can().mergeCells()],
  ['split', '拆分单元格', (e) => at(e).splitCell().run(), (e) => e.can().splitCell()],
  ['header', '切换表头行', (e) => at(e).toggleHeaderRow().run(), (e) => e.can().toggleHeaderRow()],
  null,
  ['wider', '加宽列', (e) => at(e).changeColumnWidth(STEP_PX).run(), (e) => e.can().changeColumnWidth(STEP_PX)],
  ['narrower', '缩窄列', (e) => at(e).changeColumnWidth(-STEP_PX).run(), (e) => e.can().changeColumnWidth(-STEP_PX)],
  ['autoWidth', '自动列宽', (e) => at(e).changeColumnWidth(null).run(), (e) => e.can().changeColumnWidth(null)],
  null,
  ['dropRow', '删除行', (e) => at(e).deleteRow().run(), (e) => e.can().deleteRow()],
  ['dropColumn', '删除列', (e) => at(e).deleteColumn().run(), (e) => e.can().deleteColumn()],
  ['dropTable', '删除表格', (e) => at(e).deleteTable().run(), (e) => e.can().deleteTable()],
]

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true }

export function RichTextTableMenu({ editor }: { editor: Editor }) {
  const possible = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive('table') ? tableActs.map((act) => act?.[3](now) ?? false) : null),
  })
  const items: NonNullable<MenuProps['items']> = possible
    ? tableActs.map((act, i) =>
        act
          ? { key: act[0], label: act[1], disabled: !possible[i], danger: act[0].startsWith('drop') }
          : { type: 'divider', key: `line${i}` },
      )
    : [{ key: 'insert', label: `插入表格（${NEW_TABLE.rows} 行 ${NEW_TABLE.cols} 列）` }]
  return (
    <MenuButton
      name="表格"
      icon={<TableOutlined />}
      isOn={possible !== null}
      items={items}
      onChoose={(key) => {
        if (key === 'insert') at(editor).insertTable(NEW_TABLE).run()
        else tableActs.find((act) => act?.[0] === key)?.[2](editor)
      }}
    />
  )
}
