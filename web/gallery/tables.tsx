// Tables in their states: loaded, loading, empty, filtered to nothing, failed, a tree, two rows of headings, sums, very
// many rows.
import { Tag } from 'antd'
import { useState } from 'react'
import { signedIn } from '#contract/access.ts'
import type { ColumnSettings } from '#contract/system/list-settings.ts'
import { mergeColumns, placeColumns } from '#web/kit/list/column-settings.rules.ts'
import { ColumnPanel } from '#web/kit/list/column-settings.tsx'
import type { List } from '#web/kit/list/use-list.ts'
import type { Column } from '#web/kit/table/columns.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { createSelection } from '#web/kit/table/use-selection.ts'
import { Part, State } from './part.tsx'

export type Row = {
  id: string
  name: string
  market: string
  low: string
  high: string
  tons: string
  state: string
  children?: Row[]
}

const markets = ['上海', '天津', '广州', '乐从', '杭州']
const names = ['螺纹钢', '热轧卷板', '中厚板', '聚乙烯 LLDPE', '聚丙烯拉丝级 T30S（含税自提，现款现货）']

const rowAt = (n: number, prefix = ''): Row => ({
  id: `${prefix}${n}`,
  name: `${names[n % names.length]} ${n + 1}`,
  market: markets[n % markets.length] ?? '',
  low: (3_400 + ((n * 37) % 500)).toLocaleString('zh-CN'),
  high: (3_950 + ((n * 53) % 500)).toLocaleString('zh-CN'),
  tons: `${n * 3}.5`,
  state: n % 4 === 0 ? '待审核' : '已审核',
})
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => rowAt(n))
const tree: Row[] = [0, 1, 2].map((n) => ({
  ...rowAt(n),
  children: [0, 1].map((below) => ({
    ...rowAt(below + 3, `${n}-`),
    children: below === 0 ? [rowAt(7, `${n}-${below}-`)] : [],
  })),
}))

const columns: readonly Column<Row>[] = [
  { key: 'name', label: '品种', width: 220, opens: true },
  { key: 'market', label: '市场', width: 100 },
  { key: 'low', label: '最低价', width: 110, align: 'right', group: '价格（元/吨）' },
  { key: 'high', label: '最高价', width: 110, align: 'right', group: '价格（元/吨）', tip: '当日成交的最高价' },
  {
    key: 'state',
    label: '状态',
    width: 120,
    render: ({ state }) => <Status tone={state === '待审核' ? 'warning' : 'good'}>{state}</Status>,
  },
]
const plainColumns = columns.map(({ group: _, ...column }) => column as Column<Row>)

const sums: readonly Column<Row>[] = [
  { key: 'name', label: '品种', width: 220, opens: true },
  { key: 'market', label: '市场', width: 100 },
  { key: 'tons', label: '成交量（吨）', width: 140, align: 'right', summary: { of: ({ tons }) => tons } },
]

const nothing = () => undefined
export const listOf = (records: Row[] | undefined, more: Partial<List<Row>> = {}): List<Row> => ({
  filters: {},
  current: 1,
  size: 14,
  sort: undefined,
  sortable: ['name', 'market'],
  page: records && { records, total: records.length, current: 1, size: 14, pages: 1 },
  isLoading: false,
  error: undefined,
  search: nothing,
  goTo: nothing,
  sortBy: nothing,
  apply: nothing,
  refresh: nothing,
  ...more,
})

const few = listOf(rowsOf(14), { sort: { column: 'name', descending: true } })
const many = listOf(rowsOf(10_000))
const onePageOf = (total: number, ofAll?: Record<string, string>) => {
  const records = rowsOf(14)
  return listOf(records, { page: { records, total, current: 1, size: 14, pages: 3, ...(ofAll && { sums: ofAll }) } })
}
const treeList = listOf(tree)
const states: readonly (readonly [name: string, list: List<Row>])[] = [
  ['加载中', listOf(undefined, { isLoading: true })],
  ['重新加载', listOf(rowsOf(3), { isLoading: true })],
  ['没有数据', listOf([])],
  ['筛选后没有数据', listOf([], { filters: { name: '没有' } })],
  ['加载失败', listOf(undefined, { error: new Error('cut') })],
]
const rowName = ({ name }: Row) => name

const actions = () => ['编辑', '复制', '移动', '停用'].map((label) => ({ label, call: signedIn, run: nothing }))

function WithSettings() {
  const [settings, setSettings] = useState<ColumnSettings>(() =>
    mergeColumns(plainColumns, [
      { key: 'name', isShown: true, isPinned: true, width: 180 },
      { key: 'low', isShown: false, isPinned: false, width: null },
    ]),
  )
  return (
    <>
      <ColumnPanel
        columns={plainColumns}
        settings={settings}
        onChange={setSettings}
        onReset={() => setSettings(mergeColumns(plainColumns, []))}
      />
      <DataTable
        list={few}
        columns={plainColumns}
        rowName={rowName}
        placed={placeColumns(plainColumns, settings)}
        onResize={(key, width) => setSettings(settings.map((each) => (each.key === key ? { ...each, width } : each)))}
      />
    </>
  )
}

const summed: readonly (readonly [name: string, list: List<Row>])[] = [
  ['合计：本页', onePageOf(40)],
  ['合计：全部结果', onePageOf(40, { tons: '2361.00' })],
  ['合计：没有数据', listOf([])],
]

function WithSums({ list }: { list: List<Row> }) {
  const [selection] = useState(() => createSelection<Row>())
  return <DataTable list={list} columns={sums} rowName={rowName} selection={selection} />
}

export function Tables() {
  const [selection] = useState(() => createSelection<Row>())
  const [ofTree] = useState(() => createSelection<Row>())
  return (
    <Part id="table" title="表格" about="两行表头、说明图标、树形行、合计行、列设置；一万行仍可流畅滚动。" isWide>
      <State name="两行表头、选择与操作" first={null}>
        {() => (
          <DataTable
            list={few}
            columns={columns}
            rowName={rowName}
            onOpen={nothing}
            rowActions={actions}
            selection={selection}
          />
        )}
      </State>
      <State name="树形行" first={null}>
        {() => <DataTable list={treeList} columns={plainColumns} rowName={rowName} selection={ofTree} />}
      </State>
      <State name="一万行" first={null}>
        {() => (
          <DataTable list={many} columns={plainColumns} rowName={rowName} onOpen={nothing} selection={selection} />
        )}
      </State>
      {summed.map(([name, list]) => (
        <State key={name} name={name} first={null}>
          {() => <WithSums list={list} />}
        </State>
      ))}
      <State name="列设置" first={null}>
        {() => <WithSettings />}
      </State>
      <State name="标签" first={null}>
        {() => (
          <>
            <Tag>中英对应</Tag>
            {(['success', 'processing', 'warning', 'error'] as const).map((state) => (
              <Tag key={state} color={state}>
                {state}
              </Tag>
            ))}
          </>
        )}
      </State>
      {states.map(([name, list]) => (
        <State key={name} name={name} first={null}>
          {() => <DataTable list={list} columns={plainColumns} rowName={rowName} />}
        </State>
      ))}
    </Part>
  )
}
