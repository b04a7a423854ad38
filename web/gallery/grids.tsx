// The grid for entering prices: its marks, and a thousand rows. Typed text is parsed as on the price pages.
import { useCallback, useState } from 'react'
import { changeOf, percentOf } from '#contract/prices/decimals.ts'
import { type Entered, type PriceCells, readEntry } from '#contract/prices/typed-entries.ts'
import type { GridChange } from '#web/kit/grid/grid-changes.rules.ts'
import type { GridColumn, GridMark } from '#web/kit/grid/grid-column.ts'
import { PriceGrid } from '#web/kit/grid/price-grid.tsx'
import { Part, State } from './part.tsx'

type Cell = 'low' | 'high' | 'average'
type Row = Record<Cell | 'code' | 'name' | 'unit' | 'last' | 'remark' | 'english', string> & {
  entered: Entered | null
  refusals: PriceCells
  state: string
}

const names = ['螺纹钢 HRB400E Φ20', '热轧卷板 Q235B 5.75', '中厚板 Q235B 20', '聚丙烯拉丝级 T30S', '甲醇 江苏']
const rules = { decimals: 0, allowsNegative: false, isRange: true }

const rowAt = (n: number): Row => ({
  code: `Q${1001 + n}`,
  name: `${names[n % names.length]}`,
  unit: '元/吨',
  last: String(3_400 + ((n * 37) % 500)),
  low: '',
  high: '',
  average: '',
  entered: null,
  refusals: {},
  state: n % 9 === 4 ? '停更' : '未录入',
  remark: '',
  english: '',
})

const quoteOf = ({ last }: Row) => ({ low: last, high: String(Number(last) + 60), average: String(Number(last) + 30) })

function withChanges(row: Row, texts: Partial<Record<string, string>>): Row {
  const { low, high, average, ...others } = texts
  const typed = Object.fromEntries(Object.entries({ low, high, average }).filter(([, text]) => text !== undefined))
  if (Object.keys(typed).length === 0) return { ...row, ...others } as Row
  const { entered, refusals } = readEntry({ typed, standing: row.entered ?? row, last: quoteOf(row), rules })
  const shown = entered ?? { low: row.low, high: row.high, average: row.average, ...typed }
  const state = entered ? '已修改' : row.state
  return { ...row, ...others, ...shown, entered, refusals, state } as Row
}

const change = ({ entered, last }: Row) => (entered ? changeOf(entered.average, String(Number(last) + 30), 0) : '')
const percent = ({ entered, last }: Row) => (entered ? `${percentOf(entered.average, String(Number(last) + 30))}%` : '')

function markOf(cell: Cell, { entered, refusals, last }: Row): GridMark | undefined {
  const why = refusals[cell]
  if (why) return { kind: 'bad', why }
  if (!entered) return undefined
  const isUnusual = Math.abs(Number(entered.average) - Number(last)) > 300
  if (cell === 'average' && isUnusual) return { kind: 'unusual', why: '涨跌超出平常，请填写原因' }
  return { kind: cell === 'average' ? 'saved' : 'changed' }
}

const isDue = ({ state }: Row) => state !== '停更'
const figure = (key: Cell, label: string): GridColumn<Row> => ({
  key,
  label,
  width: 92,
  align: 'right',
  textOf: (row) => row[key],
  isEditable: isDue,
  markOf: (row) => markOf(key, row),
})

const columns: readonly GridColumn<Row>[] = [
  { key: 'code', label: '编号', width: 80, isPinned: true, textOf: ({ code }) => code },
  { key: 'name', label: '报价项', width: 190, isPinned: true, textOf: ({ name }) => name },
  { key: 'unit', label: '单位', width: 72, textOf: ({ unit }) => unit },
  { key: 'last', label: '上期', width: 80, align: 'right', textOf: ({ last }) => last },
  figure('low', '低价'),
  figure('high', '高价'),
  figure('average', '均价'),
  { key: 'change', label: '涨跌', width: 76, align: 'right', textOf: change },
  { key: 'percent', label: '幅度', width: 76, align: 'right', textOf: percent },
  { key: 'state', label: '状态', width: 76, textOf: ({ state }) => state },
  { key: 'remark', label: '备注', width: 160, textOf: ({ remark }) => remark, isEditable: isDue },
  { key: 'english', label: '英文备注', width: 160, textOf: ({ english }) => english, isEditable: isDue },
]

const codeOf = ({ code }: Row) => code
const nameOf = ({ code, name }: Row) => `${code} ${name}`

/** Pastes a block whose first column holds codes into the rows of these codes. */
function byCode(block: readonly (readonly string[])[]): readonly GridChange[] | undefined {
  if (!block.every(([code = '']) => /^Q\d+$/.test(code))) return undefined
  return block.flatMap(([row = '', low, high]) => [
    ...(low === undefined ? [] : [{ row, column: 'low', text: low }]),
    ...(high === undefined ? [] : [{ row, column: 'high', text: high }]),
  ])
}

function Entering({ label, count, onRows }: { label: string; count: number; onRows?: (rows: readonly Row[]) => void }) {
  const [rows, setRows] = useState<readonly Row[]>(() => Array.from({ length: count }, (_, n) => rowAt(n)))
  const changed = useCallback(
    (changes: readonly GridChange[]) => {
      const texts = Map.groupBy(changes, ({ row }) => row)
      const one = (row: Row) =>
        Object.fromEntries((texts.get(row.code) ?? []).map(({ column, text }) => [column, text]))
      return rows.map((row) => (texts.has(row.code) ? withChanges(row, one(row)) : row))
    },
    [rows],
  )
  // dependent cells and normalised numbers belong to the same undo step
  const resolve = (changes: readonly GridChange[]) => {
    const keys = new Set(changes.map(({ row }) => row))
    const after = changed(changes).filter(({ code }) => keys.has(code))
    const figures = after.flatMap((row) =>
      (['low', 'high', 'average'] as const).map((column) => ({ row: row.code, column, text: row[column] })),
    )
    return [...changes.filter(({ column }) => column === 'remark' || column === 'english'), ...figures]
  }
  return (
    <PriceGrid
      label={label}
      rows={rows}
      columns={columns}
      keyOf={codeOf}
      nameOf={nameOf}
      height={count > 20 ? 640 : 420}
      resolve={resolve}
      onPaste={byCode}
      onChange={(changes) => {
        const after = changed(changes)
        setRows(after)
        onRows?.(after)
      }}
    />
  )
}

const summaryOf = (rows: readonly Row[]) =>
  rows
    .filter(({ low, high, remark }) => low || high || remark)
    .map(({ code, low, high, average, remark }) => [code, low, high, average, remark].join(' '))

export function Grids() {
  return (
    <Part id="grid" title="录价表格" about="像电子表格一样录入：键盘、输入法、从 Excel 和 WPS 粘贴、撤销。" isWide>
      <State<string[]> name="录入" first={[]}>
        {(_, onChange) => <Entering label="录入价格" count={12} onRows={(rows) => onChange(summaryOf(rows))} />}
      </State>
      <State name="一千行" first={null}>
        {() => <Entering label="一千行" count={1_000} />}
      </State>
    </Part>
  )
}
