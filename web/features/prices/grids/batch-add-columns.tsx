// The columns of the day's grid.
import { Tag } from 'antd'
import { priceStatusLabels } from '#contract/prices/price-labels.ts'
import type { GridColumn, GridMark } from '#web/kit/grid/grid-column.ts'
import { formatRange, Move } from '../price-labels.tsx'
import {
  type EntryRow,
  isChanged,
  isChangedCell,
  isHeld,
  isOpen,
  previewOf,
  problemAt,
  shownText,
  type Typed,
} from './batch-add.rules.ts'
import type { Copied } from './batch-add-paste.rules.ts'

const rangeOf = ({ last }: EntryRow) => (last ? formatRange(last.low, last.high) : '没有上期')

function markOf(row: EntryRow, key: keyof Typed): GridMark | undefined {
  const problem = problemAt(row, key)
  if (problem) return { kind: 'bad', why: problem }
  if (key === 'low' && isHeld(row)) return { kind: 'unusual', why: '当日不是发布日，在表格上方确认后保存' }
  if (key === 'low' && row.typed.reason === '') {
    const { unusual } = previewOf(row)
    if (unusual) return { kind: 'unusual', why: `${unusual}，提交前请填写原因` }
  }
  if (isChangedCell(row, key)) return { kind: 'changed' }
  return row.entry && key === 'low' && !isChanged(row) ? { kind: 'saved' } : undefined
}

const typed = (key: keyof Typed, label: string, width: number, align?: 'right'): GridColumn<EntryRow> => ({
  key,
  label,
  width,
  ...(align && { align }),
  textOf: (row) => row.typed[key],
  isEditable: isOpen,
  markOf: (row) => markOf(row, key),
  render: (row) => shownText(row.typed[key]),
})

const shownOnly = (
  key: string,
  label: string,
  width: number,
  textOf: (row: EntryRow) => string,
  more: Partial<GridColumn<EntryRow>> = {},
): GridColumn<EntryRow> => ({ key, label, width, textOf, ...more })

const columnsOf = (editors: ReadonlyMap<string, string[]>): readonly GridColumn<EntryRow>[] => [
  shownOnly('item', '报价项', 210, ({ itemName }) => itemName, {
    isPinned: true,
    render: ({ itemName, quoteItemId }) => {
      const names = editors.get(quoteItemId)
      return (
        <>
          {itemName}
          {names && <Tag className="price-reviewers">{names.join('、')} 正在录入</Tag>}
        </>
      )
    },
  }),
  shownOnly('unit', '单位', 70, ({ unit }) => unit),
  shownOnly('lastDay', '上期', 60, ({ last }) => last?.day.slice(5) ?? ''),
  shownOnly('lastRange', '上期价格', 150, rangeOf, { align: 'right' }),
  typed('low', '低价', 100, 'right'),
  typed('high', '高价', 100, 'right'),
  {
    ...typed('average', '均价', 100, 'right'),
    render: (row) =>
      shownText(row.typed.average) || <span className="price-note">{shownText(previewOf(row).average ?? '')}</span>,
  },
  shownOnly('change', '涨跌', 80, (row) => previewOf(row).change ?? '', {
    align: 'right',
    render: (row) => <Move of={previewOf(row).change} />,
  }),
  shownOnly('percent', '涨跌幅', 95, (row) => previewOf(row).percent ?? '', {
    align: 'right',
    render: (row) => <Move of={previewOf(row).percent} suffix="%" />,
  }),
  shownOnly('status', '状态', 80, ({ entry, closed, isDue }) =>
    entry ? priceStatusLabels[entry.status] : (closed ?? (isDue ? '' : '非发布日')),
  ),
  typed('reason', '原因', 160),
  typed('remark', '备注', 180),
  typed('englishRemark', '英文备注', 180),
  shownOnly('opinion', '驳回意见', 160, ({ entry }) => entry?.opinion ?? ''),
]

/** What a narrow screen shows beside the name without scrolling sideways. */
const narrowFirst = ['item', 'low', 'high', 'lastRange']

/** @param editors names of those who are in the row of an item now */
export function placedColumns(editors: ReadonlyMap<string, string[]>, isNarrow: boolean) {
  const columns = columnsOf(editors)
  if (!isNarrow) return columns
  const first = narrowFirst.flatMap((wanted) => columns.find(({ key }) => key === wanted) ?? [])
  return [...first, ...columns.filter(({ key }) => !narrowFirst.includes(key))]
}

const isTyped = (key: string): key is keyof Typed =>
  key in ({ low: 0, high: 0, average: 0, reason: 0, remark: 0, englishRemark: 0 } satisfies Record<keyof Typed, 0>)

/** A row copied from the grid repeats unit, last day and last price beside its name. */
const repeated = new Set(['item', 'unit', 'lastDay', 'lastRange'])
export const copiedFrom = (columns: readonly GridColumn<EntryRow>[]): Copied => ({
  shown: columns.map(({ key, textOf }) => (repeated.has(key) ? textOf : null)),
  columns: columns.map(({ key }) => (isTyped(key) ? key : null)),
})
