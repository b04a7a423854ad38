// The pivot of search marketing: a few rows, and as many as it can have.
import {
  PIVOT_COLUMNS,
  PIVOT_ROWS,
  type SearchFigures,
  type SearchPivot,
} from '#contract/operations/search-marketing.ts'
import { PivotTable } from '#web/features/operations/search-pivot-table.tsx'
import { Part, State } from './part.tsx'

const figuresOf = (n: number): SearchFigures => ({
  cost: (n * 137.25).toFixed(2),
  paid: (n * 120.5).toFixed(2),
  shows: n * 911,
  clicks: n * 13,
  clickRate: '1.43',
  costPerClick: '10.56',
  position: null,
  reported: n,
  leads: n,
  trials: 0,
  formals: 0,
  granted: 0,
  amount: '0.00',
  costPerLead: '137.25',
  costPerTrial: null,
  costPerFormal: null,
  costPerGranted: null,
  roi: '0.00',
})

const headsOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `${name} ${at + 1}`, total: figuresOf(count - at) }))

function pivotOf(rows: number, columns: number): SearchPivot {
  const cells = (row: number) =>
    Array.from({ length: columns }, (_, at) => ((row + at) % 7 ? figuresOf(row + at) : null))
  return {
    rows: headsOf(rows, '螺纹钢华东地区现货价格推广计划').map((head, row) => ({ ...head, cells: cells(row) })),
    columns: headsOf(columns, '第 2026 年周'),
    total: figuresOf(rows * columns),
  }
}

const few = pivotOf(6, 3)
/** What is beyond stands in one more of each. */
const most = pivotOf(PIVOT_ROWS + 1, PIVOT_COLUMNS + 1)

const Pivot = ({ of, onCell }: { of: SearchPivot; onCell: (place: string) => void }) => (
  <PivotTable
    of={of}
    measure="cost"
    corner="计划 ＼ 周"
    whole={{ rows: true, columns: true }}
    onRest={() => undefined}
    onCell={({ row = '合计', column = '合计' }) => onCell(`${row} ${column}`)}
  />
)

export const Pivots = () => (
  <Part id="pivot" title="交叉统计" about="表头、首列和合计固定；只画可见的行；点数字看明细。" isWide>
    <State name="六行三列" first="">
      {(_value, onChange) => <Pivot of={few} onCell={onChange} />}
    </State>
    <State name="最多的行与列" first="">
      {(value, onChange) =>
        value === '' ? (
          // a plain one: what it does when clicked is measured (bench/pivot.ts)
          <button type="button" onClick={() => onChange('画出')}>
            画出
          </button>
        ) : (
          <Pivot of={most} onCell={onChange} />
        )
      }
    </State>
  </Part>
)
