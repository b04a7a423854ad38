// Panel to insert a template field, so that nobody needs to know its syntax.
import type { Editor } from '@tiptap/react'
import { Button, Popover, Select, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  type ChartDays,
  chartDays,
  type DateForm,
  type Direction,
  dateForms,
  directions,
  fieldText,
  type PricePart,
  priceParts,
  type TemplateCondition,
  type TemplateField,
} from '#contract/articles/template-fields.ts'
import { findFigures } from '#contract/articles/templates.ts'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

const optionsOf = <T extends string>(table: Readonly<Record<string, T>>) =>
  Object.entries(table).map(([label, value]) => ({ value, label }))

const kinds = [
  { value: 'price', label: '价格' },
  { value: 'condition', label: '条件文字' },
  { value: 'table', label: '价格表' },
  { value: 'chart', label: '走势图' },
  { value: 'product', label: '产品' },
  { value: 'date', label: '日期' },
] as const
type Kind = (typeof kinds)[number]['value']

const own = Array.from({ length: 9 }, (_, i) => ({ value: `#${i + 1}`, label: `本产品第 ${i + 1} 个报价项` }))

type ItemsProps = {
  label: string
  placeholder?: string
  many?: boolean
  value: readonly string[]
  onChange: (refs: string[]) => void
}

/** The product's items by position, or any item by server search; chosen items keep their labels. */
function ItemSelect({ label, placeholder, many = false, value, onChange }: ItemsProps) {
  const [text, setText] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map(own.map((each) => [each.value, each.label])))
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const { data = [], isFetching } = useCall(findFigures, { day: serverToday(), text }, { enabled: text !== '' })
  const found = data.map(({ code, name, market }) => ({ value: code, label: `${name} ${market}（${code}）` }))
  const options = text === '' ? own : found
  return (
    <Select<string[] | string>
      aria-label={label}
      placeholder={placeholder}
      style={{ width: many ? 360 : 260 }}
      {...(many && { mode: 'multiple' as const, allowClear: true, maxTagCount: 8 })}
      showSearch={{
        filterOption: false,
        onSearch: (typed) => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
        },
      }}
      loading={isFetching}
      options={options}
      labelRender={({ value: ref }) => names.get(String(ref)) ?? String(ref)}
      value={many ? [...value] : (value[0] ?? null)}
      onChange={(chosen: string[] | string) => {
        setNames(new Map([...names, ...options.map((each) => [each.value, each.label] as const)]))
        onChange([chosen].flat())
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen) setText('')
      }}
      notFoundContent={isFetching ? '正在查找…' : '没有符合条件的报价项'}
    />
  )
}

export function FieldPanel({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<Kind>('price')
  const [item, setItem] = useState('#1')
  const [part, setPart] = useState<PricePart>('average')
  const [form, setForm] = useState<DateForm>('monthDay')
  const [days, setDays] = useState<ChartDays>(30)
  const [when, setWhen] = useState<Direction>('up')
  const [items, setItems] = useState<readonly string[]>([])

  const fieldOf = (): TemplateField | TemplateCondition => {
    if (kind === 'product') return { kind }
    if (kind === 'date') return { kind, form }
    if (kind === 'price') return { kind, item, part }
    if (kind === 'chart') return { kind, item, days }
    if (kind === 'condition') return { kind, item, when }
    return { kind: 'table', items }
  }
  const text = fieldText(fieldOf())
  const insert = () => {
    setOpen(false)
    editor.chain().focus().insertContent({ type: 'text', text }).run()
    // put the cursor between the tags of the condition
    if (kind === 'condition')
      editor.commands.setTextSelection(editor.state.selection.from - text.length + text.indexOf('}}') + 2)
  }
  const panel = (
    <Space direction="vertical">
      <Space wrap>
        <Select aria-label="字段" options={[...kinds]} value={kind} onChange={setKind} style={{ width: 110 }} />
        {(kind === 'price' || kind === 'chart' || kind === 'condition') && (
          <ItemSelect label="报价项" value={[item]} onChange={([chosen = '#1']) => setItem(chosen)} />
        )}
        {kind === 'price' && (
          <Select
            aria-label="数值"
            options={optionsOf(priceParts)}
            value={part}
            onChange={setPart}
            style={{ width: 90 }}
          />
        )}
        {kind === 'condition' && (
          <Select
            aria-label="条件"
            options={optionsOf(directions)}
            value={when}
            onChange={setWhen}
            style={{ width: 90 }}
          />
        )}
        {kind === 'chart' && (
          <Select
            aria-label="天数"
            options={chartDays.map((value) => ({ value, label: `近 ${value} 天` }))}
            value={days}
            onChange={setDays}
            style={{ width: 110 }}
          />
        )}
        {kind === 'date' && (
          <Select
            aria-label="格式"
            options={optionsOf(dateForms)}
            value={form}
            onChange={setForm}
            style={{ width: 100 }}
          />
        )}
        {kind === 'table' && (
          <ItemSelect many label="价格表的报价项" placeholder="留空为本产品全部" value={items} onChange={setItems} />
        )}
      </Space>
      <Space>
        <code>{text}</code>
        <Button type="primary" size="small" onClick={insert}>
          插入
        </Button>
      </Space>
    </Space>
  )
  return (
    <Popover trigger="click" open={isOpen} onOpenChange={setOpen} content={panel} destroyOnHidden>
      <button type="button" className="rich-text-button article-tool" aria-haspopup="dialog" aria-expanded={isOpen}>
        插入字段
      </button>
    </Popover>
  )
}
