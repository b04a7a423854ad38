// A chart with its title, its values as a table, and its picture to download. ECharts is loaded with the first chart.
import './chart.css'
import { Button, Segmented, Spin } from 'antd'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { repeatable } from '#web/lib/load-again.ts'
import { notify } from '#web/lib/notify.ts'
import { saveBlob } from '#web/lib/save-blob.ts'
import { EmptyState, ErrorState } from '../dialog/page-state.tsx'
import { ScrollBox } from '../scroll-box.tsx'
import { SKELETON_AFTER_MS, useLate } from '../use-late.ts'
import { type ChartData, describeChart, isEmpty, tableOf } from './chart.data.ts'
import type { ChartTheme } from './chart.options.ts'
import type { Engine } from './chart-engine.ts'

/** The most rows that the table shows; lists and exports have all. */
const ROWS_MOST = 1_000

/** The exact values of a chart as a table. */
function ChartTable({ data }: { data: ChartData }) {
  const { heads, rows } = useMemo(() => tableOf(data), [data])
  return (
    <ScrollBox className="chart-table" label={`${data.title} 的数据`}>
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
    </ScrollBox>
  )
}

const STILL = '(prefers-reduced-motion: reduce)'

/** The page's theme for charts, as JSON. */
function read(): string {
  const root = getComputedStyle(document.documentElement)
  const colour = (name: string) => root.getPropertyValue(name).trim()
  const theme: ChartTheme = {
    isDark: document.documentElement.dataset.theme === 'dark',
    text: colour('--text'),
    textSoft: colour('--text-soft'),
    line: colour('--line'),
    lineSoft: colour('--line-soft'),
    surface: colour('--surface'),
    font: getComputedStyle(document.body).fontFamily,
    hasMotion: !matchMedia(STILL).matches,
  }
  return JSON.stringify(theme)
}

function subscribe(listen: () => void): () => void {
  const observer = new MutationObserver(listen)
  observer.observe(document.documentElement, { attributes: true })
  const still = matchMedia(STILL)
  still.addEventListener('change', listen)
  return () => {
    observer.disconnect()
    still.removeEventListener('change', listen)
  }
}

/** A string, so that an unchanged theme is the same snapshot. */
const useChartTheme = (): string => useSyncExternalStore(subscribe, read)

const HEIGHT_PX = 320

export type ChartProps = {
  /** Pass the same object for the same values: a new one redraws the chart. */
  data: ChartData
  /** Height of the drawing, px. */
  height?: number
  isLoading?: boolean
  error?: Error | undefined
  onRetry?: () => void
}

const loadEngine = repeatable(() => import('./chart-engine.ts'))

function useEngine(isWanted: boolean) {
  const [engine, setEngine] = useState<Engine>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    if (!isWanted || engine || error) return
    let isOver = false
    loadEngine().then(
      (loaded) => !isOver && setEngine(loaded.default),
      (failure: Error) => !isOver && setError(failure),
    )
    return () => {
      isOver = true
    }
  }, [isWanted, engine, error])
  return { engine, error, retry: () => setError(undefined) }
}

type CanvasProps = { engine: Engine; data: ChartData; theme: string }

function ChartCanvas({ engine, data, theme }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<ReturnType<Engine['draw']>>(null)
  // A hidden page releases its canvas, and draws again when it is shown.
  useEffect(() => {
    if (!box.current) return
    const drawn = engine.draw(box.current)
    drawing.current = drawn
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      drawn.dispose()
      drawing.current = null
    }
  }, [engine])
  useEffect(() => {
    // a new engine has made a new drawing
    if (engine) drawing.current?.show(data, JSON.parse(theme) as ChartTheme)
  }, [engine, data, theme])
  return <div ref={box} className="chart-canvas" role="img" aria-label={describeChart(data)} />
}

async function savePicture(engine: Engine, data: ChartData, theme: string): Promise<void> {
  const picture = await engine.renderPicture(data, JSON.parse(theme) as ChartTheme)
  saveBlob(`${data.title}.png`, picture)
}

export function Chart({ data, height = HEIGHT_PX, isLoading = false, error, onRetry }: ChartProps) {
  const titleId = useId()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const hasNothing = useMemo(() => isEmpty(data), [data])
  const isShown = !isLoading && !error && !hasNothing
  const { engine, error: missing, retry } = useEngine(isShown)
  const theme = useChartTheme()
  const isLate = useLate(isLoading || (isShown && !engine && !missing), SKELETON_AFTER_MS)

  const body = () => {
    if (error) return <ErrorState error={error} onRetry={() => onRetry?.()} />
    if (isLoading) return isLate && <Spin />
    if (hasNothing) return <EmptyState />
    if (view === 'table') return <ChartTable data={data} />
    if (missing) return <ErrorState error={missing} onRetry={retry} />
    if (!engine) return isLate && <Spin />
    return <ChartCanvas engine={engine} data={data} theme={theme} />
  }

  return (
    <figure className="chart" aria-labelledby={titleId} aria-busy={isLoading || undefined}>
      <div className="chart-head">
        <figcaption id={titleId} className="chart-title">
          {data.title}
        </figcaption>
        {isShown && (
          <>
            <Segmented
              size="small"
              aria-label="显示方式"
              value={view}
              options={[
                { value: 'chart', label: '图表' },
                { value: 'table', label: '表格' },
              ]}
              onChange={setView}
            />
            <Button
              size="small"
              type="text"
              disabled={!engine}
              onClick={() =>
                engine && void savePicture(engine, data, theme).catch(() => notify.error('图片生成失败，请重试'))
              }
            >
              下载图片
            </Button>
          </>
        )}
      </div>
      <div className="chart-body" style={{ height }}>
        {body()}
      </div>
    </figure>
  )
}
