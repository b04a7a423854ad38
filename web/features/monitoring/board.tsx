// The board of a day: due, done and late rows, live; each row opens the page where it is completed.

import { DesktopOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { Alert, Button, Segmented, Tag } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { finishUnanswered } from '#contract/ai/unanswered.ts'
import {
  addAbsence,
  type DueQuery,
  type DueRow,
  excuseDues,
  getBoard,
  getDue,
  handOverDues,
  listAbsences,
  listDues,
  unexcuseDues,
} from '#contract/monitoring/board.ts'
import { type WhoseDues, whoseDues } from '#contract/monitoring/monitoring-labels.ts'
import { getReliability } from '#contract/monitoring/reliability.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import { saveReportIssue } from '#contract/push/reports.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { BatchActs } from '#web/kit/list/batch-acts.tsx'
import { ColumnSettingsButton } from '#web/kit/list/column-settings.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { type Filter, filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { Toolbar } from '#web/kit/list/list-page.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { useListSetup } from '#web/kit/list/use-list-setup.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useSelection } from '#web/kit/table/use-selection.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { Absences, boardReads, Excuse, HandOver } from './board-dialogs.tsx'
import { Groups, Progress, Tiles, type Way } from './board-summary.tsx'
import { DueDetails } from './due-details.tsx'
import { placeOf } from './due-place.rules.ts'
import { dueTones, responsibleText, stateOptions, timeOf, whoseOptions } from './monitoring-labels.tsx'
import { ReliabilityView } from './reliability.tsx'
import { Wall } from './wall.tsx'
import './monitoring.css'
import { serverToday } from '#web/lib/server-clock.ts'

/** Refetch interval, ms: deadlines pass without a change event. */
const FOLLOW_MS = 60_000

const hourFilter: Filter<Pick<DueQuery, 'hour'>> = {
  ...selectFilter(
    'hour',
    '时段',
    Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` })),
  ),
  read: (text) => (/^\d{1,2}$/.test(text) && Number(text) < 24 ? { hour: Number(text) } : undefined),
}

const filters = [
  selectFilter('state', '状态', stateOptions),
  productFilter('productId', '产品'),
  userFilter('responsibleId', '负责人'),
]
const advanced = [...filtersOf(listDues, ['kind']), hourFilter]
const all = [...filters, ...advanced]
const filterKeys = all.map(({ key }) => key)
const wayKeys: Readonly<Record<Way, string>> = { products: 'productId', people: 'responsibleId', hours: 'hour' }

const columns = columnsOf(listDues, {
  dueAt: { width: 80, render: ({ dueAt }) => timeOf(dueAt) },
  name: { width: 240, opens: true },
  kind: { width: 90 },
  productName: { width: 140 },
  state: { width: 110, tones: dueTones },
  doneAt: { width: 80, render: ({ doneAt }) => (doneAt === null ? '—' : timeOf(doneAt)) },
  doneCount: {
    width: 80,
    align: 'right',
    render: ({ doneCount, wanted }) => (wanted > 1 ? `${doneCount} / ${wanted}` : '—'),
  },
  responsibleName: { width: 130, render: responsibleText },
  excuse: { width: 220, render: ({ excuse, excusedBy }) => (excuse === null ? '' : `${excuse}（${excusedBy}）`) },
})

/** The call whose right is needed to complete a due row, by kind. */
const doing = {
  price: getSheet,
  series: getDue,
  article: getDue,
  report: saveReportIssue,
  import: getDue,
  sheet: getDue,
  settledSheet: getDue,
  question: finishUnanswered,
} as const

type Dialog = { kind: 'excuse' | 'handOver'; rows: readonly DueRow[]; clear: () => void }

function useRowActs(setDialog: (dialog: Dialog) => void) {
  const openPage = useOpenPage()
  const taking = useAct(unexcuseDues, { invalidates: boardReads, success: '已撤销说明' })
  return (row: DueRow): RowAction[] => {
    const { state, mayAct } = row
    const isMissing = state === 'soon' || state === 'late' || state === 'notYet' || state === 'excused'
    const { label, path, query } = placeOf(row)
    const act = (of: Dialog['kind']) => () => setDialog({ kind: of, rows: [row], clear: () => undefined })
    return [
      ...(isMissing ? [{ label, call: doing[row.kind], run: () => openPage(path, query) }] : []),
      ...(mayAct && isMissing ? [{ label: '赶不上', call: excuseDues, run: act('excuse') }] : []),
      // a question is handed over where it can be read
      ...(mayAct && isMissing && row.kind !== 'question'
        ? [{ label: '转交', call: handOverDues, run: act('handOver') }]
        : []),
      ...(mayAct && state === 'excused'
        ? [{ label: '撤销说明', call: unexcuseDues, run: () => void taking.run({ ids: [row.id] }) }]
        : []),
    ]
  }
}

type DayProps = { day: string; whose: WhoseDues; isWall: boolean; onWallClosed: () => void }

function DayBoard({ day, whose, isWall, onWallClosed }: DayProps) {
  const [dialog, setDialog] = useState<Dialog>()
  const [opened, setOpened] = useState<DueRow>()
  const filter = useMemo(() => ({ day, whose }), [day, whose])
  const list = useList(listDues, all, filter)
  const {
    data: board,
    error,
    refetch,
  } = useCall(getBoard, filter, {
    refetchInterval: FOLLOW_MS,
    placeholderData: (previous) => previous,
  })
  const refresh = () => {
    void refetch()
    list.refresh()
  }
  useShared('dues', refresh)
  // a publication completes due rows
  useShared('priceReviews', refresh)
  useShared('articles', refresh)
  const setup = useListSetup('dataToBeUpdatedToday', columns, list, filterKeys)
  const selection = useSelection<DueRow>(list.filters)
  const actsOf = useRowActs(setDialog)
  const isAllowed = useIsAllowed()
  const latest = useRef(list)
  latest.current = list
  const choose = useCallback((key: string, value: string | undefined) => {
    const { [key]: _, ...rest } = latest.current.filters
    latest.current.search(value === undefined ? rest : { ...rest, [key]: value })
  }, [])
  if (!board) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null
  const batch = [
    { label: '赶不上', call: excuseDues, kind: 'excuse' as const },
    { label: '转交', call: handOverDues, kind: 'handOver' as const },
  ]
    .filter(({ call }) => isAllowed(call))
    .map(({ label, call, kind }) => ({
      label,
      call,
      run: (rows: readonly DueRow[], clear: () => void) => setDialog({ kind, rows, clear }),
    }))
  const close = () => setDialog(undefined)
  return (
    <>
      {board.unannounced.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${board.unannounced.join('、')}：${day.slice(0, 4)} 年的安排尚未公布，暂按通常的星期计算。`}
        />
      )}
      {board.isSealed && <Tag>当天已结束，结果已封存</Tag>}
      <Tiles board={board} chosen={list.filters.state} onChoose={(state) => choose('state', state)} />
      <div className="due-halves">
        <Groups
          board={board}
          chosen={(way) => list.filters[wayKeys[way]]}
          onChoose={(way, id) => choose(wayKeys[way], list.filters[wayKeys[way]] === id ? undefined : id)}
        />
        <Progress board={board} />
      </div>
      <SearchBar filters={filters} advanced={advanced} applied={list.filters} onSearch={list.search} />
      <Toolbar
        onRefresh={refresh}
        end={
          <ColumnSettingsButton
            columns={columns}
            settings={setup.columns}
            onChange={setup.changeColumns}
            onReset={setup.resetColumns}
          />
        }
      >
        <BatchActs acts={batch} selection={selection} />
      </Toolbar>
      <DataTable<DueRow>
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actsOf}
        onOpen={isAllowed(getDue) ? setOpened : undefined}
        emptyHint="这一天没有需要更新的数据；监控规则决定哪些数据要更新。"
        selection={batch.length > 0 ? selection : undefined}
        placed={setup.placed}
        onResize={setup.onResize}
        isWaiting={setup.isWaiting}
      />
      {opened && <DueDetails due={opened} acts={actsOf(opened)} onClosed={() => setOpened(undefined)} />}
      {dialog?.kind === 'excuse' && <Excuse rows={dialog.rows} onDone={dialog.clear} onClosed={close} />}
      {dialog?.kind === 'handOver' && <HandOver rows={dialog.rows} onDone={dialog.clear} onClosed={close} />}
      {isWall && <Wall board={board} whose={whose} onClose={onWallClosed} />}
    </>
  )
}

const views = [
  { value: 'board', label: '当日看板' },
  { value: 'reliability', label: '及时率' },
] as const
type View = (typeof views)[number]['value']

export default function BoardPage() {
  const [address, setAddress] = useSearchParams()
  const [view, setView] = useState<View>('board')
  const [isWall, setWall] = useState(false)
  const [isAway, setAway] = useState(false)
  const isAllowed = useIsAllowed()
  const day = /^\d{4}-\d{2}-\d{2}$/.test(address.get('day') ?? '') ? (address.get('day') ?? '') : serverToday()
  const whose = whoseDues.find((each) => each === address.get('whose')) ?? 'all'
  const set = (key: string, value: string) => {
    const next = new URLSearchParams(address)
    next.set(key, value)
    next.delete('current')
    setAddress(next, { replace: true })
  }
  return (
    <div className="list-page due-page">
      <div className="due-toolbar">
        {isAllowed(getReliability) && (
          <Segmented<View> aria-label="视图" value={view} options={[...views]} onChange={setView} />
        )}
        {view === 'board' && (
          <>
            <DayInput aria-label="日期" allowClear={false} value={day} onChange={(next) => next && set('day', next)} />
            <Segmented<WhoseDues>
              aria-label="范围"
              value={whose}
              options={whoseOptions}
              onChange={(next) => set('whose', next)}
            />
            <span className="due-toolbar-end">
              <Can call={listAbsences}>
                <Button icon={<UserSwitchOutlined />} onClick={() => setAway(true)}>
                  外出登记
                </Button>
              </Can>
              <Button icon={<DesktopOutlined />} onClick={() => setWall(true)}>
                大屏
              </Button>
            </span>
          </>
        )}
      </div>
      {view === 'board' ? (
        <DayBoard day={day} whose={whose} isWall={isWall} onWallClosed={() => setWall(false)} />
      ) : (
        <ReliabilityView />
      )}
      {isAway && isAllowed(addAbsence) && <Absences onClosed={() => setAway(false)} />}
    </div>
  )
}
