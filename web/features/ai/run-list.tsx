// Runs of an assistant's evaluation, and the answers of one of them.
import { Alert, Rate, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { queryResults, queryRuns, type ResultRow, type RunRow, rateResult } from '#contract/ai/evaluation.ts'
import { runStateLabels, type Verdict, verdictLabels, verdicts } from '#contract/ai/evaluation-labels.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { SmallPager } from '#web/kit/list/small-pager.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { useAct, useCall } from '#web/lib/query.ts'

const PAGE = 20
const stateTones = { running: 'warning', done: 'good', failed: 'bad' } as const
const verdictTones = { passed: 'good', failed: 'bad', free: 'idle', void: 'idle', error: 'bad' } as const

const columns = columnsOf(queryRuns, {
  startedAt: {},
  setName: { width: 140, opens: true },
  promptNumber: { width: 70 },
  state: {
    width: 150,
    render: ({ state, answers, cases, repeats, isOutdated }) => (
      <Status tone={state === 'done' && isOutdated ? 'warning' : stateTones[state]}>
        {state === 'running'
          ? `${runStateLabels.running} ${answers} / ${cases * repeats}`
          : `${runStateLabels[state]}${isOutdated ? '，题已改动' : ''}`}
      </Status>
    ),
  },
  score: { width: 90, render: ({ score }) => (score === null ? '—' : `${score}%`) },
  passed: { width: 70 },
  failed: { width: 80 },
  priceFailed: { width: 90 },
  errors: { width: 90 },
  rating: { width: 80, empty: '—' },
  judged: { width: 80, empty: '—' },
  cost: { width: 100, align: 'right', empty: '—' },
  averageMs: {
    width: 100,
    render: ({ averageMs }) => (averageMs === null ? '—' : `${(averageMs / 1_000).toFixed(1)} 秒`),
  },
  model: { width: 140 },
  userName: { width: 90 },
})

function Result({ result }: { result: ResultRow }) {
  const { id, question, repeat, verdict, reasons, expected, expectedFrom, text, cost, ms, rating, judged } = result
  const isAllowed = useIsAllowed()
  const rate = useAct(rateResult, { success: '已打分', invalidates: [queryResults, queryRuns] })
  const facts = [
    expected !== '' && `应为 ${expected}（${expectedFrom}）`,
    `${(ms / 1_000).toFixed(1)} 秒`,
    cost !== null && `${cost} 元`,
    judged !== null && `模型打 ${judged} 分（不影响结果）`,
  ]
  return (
    <li>
      <div className="result-head">
        <strong>{question}</strong>
        <span className="result-facts">第 {repeat} 次</span>
        <Status tone={verdictTones[verdict]}>{verdictLabels[verdict]}</Status>
        {verdict === 'free' && (
          <Can call={rateResult}>
            <Rate
              aria-label={`为“${question}”第 ${repeat} 次打分`}
              value={rating ?? 0}
              disabled={!isAllowed(rateResult)}
              onChange={(score) => void rate.run({ id, rating: score === 0 ? null : score })}
            />
          </Can>
        )}
      </div>
      {reasons.length > 0 && <p className="result-reasons">{reasons.join('；')}</p>}
      <p>{text || '—'}</p>
      <p className="result-facts">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  )
}

const choices: { value: Verdict | ''; label: string }[] = [
  { value: '', label: '全部' },
  ...optionsOf(verdictLabels, verdicts),
]

function Results({ run, onClosed }: { run: RunRow; onClosed: () => void }) {
  const [verdict, setVerdict] = useState<Verdict | ''>('')
  const [current, setCurrent] = useState(1)
  const read = useCall(
    queryResults,
    { runId: run.id, current, size: PAGE, ...(verdict !== '' && { verdict }) },
    { placeholderData: (previous) => previous, call: { hideErrorMsg: true } },
  )
  return (
    <DetailsDrawer title={`${run.setName}：第 ${run.promptNumber} 版`} size={760} onClosed={onClosed}>
      {run.isOutdated && <Alert type="warning" showIcon title="评测集在这次运行后有改动，发布前请再运行一次" />}
      <Segmented
        aria-label="结果"
        value={verdict}
        options={choices}
        onChange={(next) => {
          setVerdict(next)
          setCurrent(1)
        }}
      />
      <Loaded read={read} rows={8}>
        {({ records, ...page }) => (
          <>
            <ul className="result-list">
              {records.map((result) => (
                <Result key={result.id} result={result} />
              ))}
            </ul>
            {records.length === 0 && <p>没有这样的结果。</p>}
            <SmallPager page={page} current={current} onTurn={setCurrent} />
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}

const none = [] as const

export function RunList({ assistantId }: { assistantId: string }) {
  const fixedFilters = useMemo(() => ({ assistantId }), [assistantId])
  const [shown, setShown] = useState<RunRow>()
  return (
    <>
      <ListPage
        endpoint={queryRuns}
        filters={none}
        emptyHint="在“评测题”中选一个版本运行，结果会列在这里。"
        columns={columns}
        fixedFilters={fixedFilters}
        rowName={({ setName, promptNumber }) => `${setName} 第 ${promptNumber} 版`}
        onOpen={setShown}
      />
      {shown && <Results run={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
