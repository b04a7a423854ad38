// Inserts a day's published prices: single figures, a table or a chart. They stay bound to their quote items.
import { keepPreviousData } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { Empty, Input, Select, Table } from 'antd'
import { useRef, useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { type BoundField, boundFieldKeys, boundFields } from '#contract/articles/bound-fields.ts'
import { chartNode, figureMark, tableNode } from '#contract/articles/bound-figures.ts'
import { inEnglish } from '#contract/articles/english.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { type ChartDays, chartDays, type PricePart, priceParts } from '#contract/articles/template-fields.ts'
import { partText } from '#contract/articles/template-fill.ts'
import {
  COURSES_AT_ONCE,
  type Course,
  type FoundFigures,
  findFigures,
  readCourses,
} from '#contract/articles/templates.ts'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { insertBehind } from './insert-behind.ts'

const columns = [
  { dataIndex: 'name', title: '报价项', width: 260 },
  { dataIndex: 'market', title: '市场' },
  {
    key: 'average',
    title: '均价',
    align: 'right',
    render: (_: unknown, { entry }: FoundFigures) => entry?.average ?? '未发布',
  },
  {
    key: 'change',
    title: '涨跌',
    align: 'right',
    render: (_: unknown, { entry }: FoundFigures) => entry?.change ?? '-',
  },
  { dataIndex: 'unit', title: '单位' },
] as const

type Kind = 'figure' | 'table' | 'chart'
const kinds = [
  { value: 'table', label: '价格表' },
  { value: 'figure', label: '文中价格' },
  { value: 'chart', label: '走势图' },
]
const partOptions = Object.entries(priceParts).map(([label, value]) => ({ value, label }))

type Props = {
  editor: Editor
  edition: Edition
  productId: string | undefined
  /** Appends figures to a text field. */
  onField: (field: BoundField, nodes: readonly BodyNode[]) => void
  onClosed: () => void
}
type Target = BoundField | 'body'
const targetOptions = [
  { value: 'body' as Target, label: '正文' },
  ...boundFieldKeys.map((value) => ({ value: value as Target, label: boundFields[value] })),
]

/** For an English text only items with an English name, in English. */
const namedIn = <Item extends { name: string; englishName: string; unit: string }>(
  edition: Edition,
  items: readonly Item[],
) => (edition === 'zh' ? items : items.filter(({ englishName }) => englishName !== '').map(inEnglish))

function nodesOf(
  edition: Edition,
  kind: Kind,
  day: string,
  items: readonly FoundFigures[],
  part: PricePart,
  days: ChartDays,
  courses: readonly Course[],
): BodyNode[] {
  if (kind === 'chart') {
    return namedIn(edition, courses)
      .filter(({ points }) => points.length > 0)
      .map((course) => chartNode(day, days, course, course.points, edition))
  }
  const published = namedIn(edition, items).flatMap(({ entry, ...item }) => (entry ? [{ ...item, entry }] : []))
  if (kind === 'table') return published.length > 0 ? [tableNode(day, published, edition)] : []
  return published.flatMap(({ entry, ...item }) => {
    const text = partText(item, entry, part, edition)
    const mark = figureMark({ code: item.code, part, day, priceId: entry.id, publication: entry.publication })
    return text === null ? [] : [{ type: 'text', text, marks: [mark] }]
  })
}

function PriceInsert({ editor, edition, productId, onField, onClosed }: Props) {
  const isPut = useRef(false)
  const finish = () => {
    onClosed()
    // closing returns the focus to the button; move it to the editor instead
    if (isPut.current) editor.commands.focus()
  }
  const dialog = useEditDialog(finish, () => false)
  const [kind, setKind] = useState<Kind>('table')
  const [target, setTarget] = useState<Target>('body')
  const [day, setDay] = useState(serverToday())
  const [text, setText] = useState('')
  const [part, setPart] = useState<PricePart>('average')
  const [days, setDays] = useState<ChartDays>(30)
  const [chosen, setChosen] = useState<readonly FoundFigures[]>([])
  const asked = text ? { day, text } : { day, ...(productId && { productId }) }
  const { data = [], isFetching } = useCall(findFigures, asked, { placeholderData: keepPreviousData })
  const codes = chosen.map(({ code }) => code)
  const isTooMany = kind === 'chart' && codes.length > COURSES_AT_ONCE
  const drawn = useCall(
    readCourses,
    { day, days, codes },
    { enabled: kind === 'chart' && codes.length > 0 && !isTooMany },
  )
  const nodes = nodesOf(edition, kind, day, chosen, part, days, drawn.data ?? [])
  const reason = isTooMany
    ? `一次最多插入 ${COURSES_AT_ONCE} 张走势图`
    : edition === 'en'
      ? '请选择已发布价格、有英文名称的报价项'
      : '请选择已发布价格的报价项'
  const insert = () => {
    if (kind === 'figure' && target !== 'body') onField(target, nodes)
    else {
      insertBehind(editor, nodes)
      isPut.current = true
    }
    dialog.close()
  }
  return (
    <EditFrame
      dialog={dialog}
      title="插入价格"
      width={720}
      verb="插入"
      isSaving={drawn.isFetching}
      disabled={nodes.length === 0}
      reason={nodes.length === 0 ? reason : undefined}
      onOk={insert}
    >
      <div className="price-insert">
        <div className="price-insert-bar">
          <Select aria-label="内容" options={kinds} value={kind} onChange={setKind} style={{ width: 110 }} />
          {kind === 'figure' && (
            <>
              <Select aria-label="数值" options={partOptions} value={part} onChange={setPart} style={{ width: 90 }} />
              <Select
                aria-label="插入到"
                options={targetOptions}
                value={target}
                onChange={setTarget}
                style={{ width: 100 }}
              />
            </>
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
          <DayInput
            aria-label="日期"
            allowClear={false}
            value={day}
            onChange={(next) => {
              if (next) setDay(next)
              setChosen([])
            }}
          />
          <Input.Search
            aria-label="查找报价项"
            placeholder="名称、编码或产品"
            allowClear
            style={{ width: 220 }}
            onSearch={(typed) => setText(typed.trim())}
          />
        </div>
        <Table<FoundFigures>
          size="small"
          rowKey="code"
          loading={isFetching}
          columns={columns as never}
          dataSource={data}
          pagination={false}
          scroll={{ y: 320 }}
          locale={{ emptyText: <Empty description="没有符合条件的报价项" /> }}
          rowSelection={{ selectedRowKeys: codes, onChange: (_keys, rows) => setChosen(rows) }}
        />
      </div>
    </EditFrame>
  )
}

export function PriceButton(props: Omit<Props, 'onClosed'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="rich-text-button article-tool"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        插入价格
      </button>
      {isOpen && <PriceInsert {...props} onClosed={() => setOpen(false)} />}
    </>
  )
}
