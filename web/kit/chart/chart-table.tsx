// The figures of a chart as a table, the same as they were given.
import { useMemo } from 'react'
import { type ChartData, tableOf } from './chart.data.ts'

/** More rows than these nobody reads here: lists and exports have them all. */
const ROWS_MOST = 1_000

export function ChartTable({ data }: { data: ChartData }) {
  const { heads, rows } = useMemo(() => tableOf(data), [data])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className="chart-table" tabIndex={0} aria-label={`${data.title} 的数据`}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MOST).map(([label = '', ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and rows never move
            <tr key={row}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS_MOST && (
        <p>
          共 {rows.length} 行，仅显示前 {ROWS_MOST} 行
        </p>
      )}
    </section>
  )
}
