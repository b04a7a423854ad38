// Summary of a day: counts by state, shares by product, person and hour, planned against done.
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { Board, DueGroup } from '#contract/monitoring/board.ts'
import { type DueState, dueStates } from '#contract/monitoring/due-states.ts'
import { dueStateLabels } from '#contract/monitoring/monitoring-labels.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { doneOf, sumOf } from './monitoring-labels.tsx'

type TilesProps = { board: Board; chosen: string | undefined; onChoose: (state: DueState | undefined) => void }

/** Counts by state; a press filters the rows below, a second press clears the filter. */
export function Tiles({ board, chosen, onChoose }: TilesProps) {
  return (
    <div className="due-tiles">
      {dueStates.map((state) => (
        <button
          key={state}
          type="button"
          className={`due-tile due-${state}`}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? undefined : state)}
        >
          <span className="due-tile-count">{board.counts[state]}</span>
          <span>{dueStateLabels[state]}</span>
        </button>
      ))}
    </div>
  )
}

const ways = [
  { value: 'products', label: '产品' },
  { value: 'people', label: '人员' },
  { value: 'hours', label: '时段' },
] as const
export type Way = (typeof ways)[number]['value']

function Bar({ counts }: { counts: DueGroup['counts'] }) {
  const sum = sumOf(counts)
  return (
    <span className="due-bar" aria-hidden="true">
      {dueStates.map((state) => (
        <span key={state} className={`due-${state}`} style={{ inlineSize: `${(counts[state] / sum) * 100}%` }} />
      ))}
    </span>
  )
}

type GroupsProps = { board: Board; chosen: (way: Way) => string | undefined; onChoose: (way: Way, id: string) => void }

export function Groups({ board, chosen, onChoose }: GroupsProps) {
  const [way, setWay] = useState<Way>('products')
  return (
    <section className="due-groups" aria-label="分组进度">
      <Segmented<Way> size="small" aria-label="分组" value={way} options={[...ways]} onChange={setWay} />
      <ul>
        {board[way].map(({ id, name, counts }) => (
          <li key={id}>
            <button
              type="button"
              disabled={id === ''}
              aria-pressed={id !== '' && chosen(way) === id}
              onClick={() => onChoose(way, id)}
            >
              <span className="due-group-name">{name}</span>
              <Bar counts={counts} />
              <span className="due-group-count">
                {counts.late > 0 && <b className="due-late-text">逾期 {counts.late}　</b>}
                {doneOf(counts)} / {sumOf(counts)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Progress({ board }: { board: Board }) {
  const data = useMemo(
    () => ({
      kind: 'line' as const,
      title: '计划与实际完成',
      unit: '项',
      labelName: '时间',
      labels: board.timeline.map(({ time }) => time),
      series: [
        { name: '计划', values: board.timeline.map(({ planned }) => planned) },
        { name: '实际', values: board.timeline.map(({ actual }) => actual) },
      ],
    }),
    [board.timeline],
  )
  return <Chart data={data} height={200} />
}
