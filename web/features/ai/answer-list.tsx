// The answers of one assistant: trial runs, and what the article editor's buttons asked for.
import { useMemo } from 'react'
import { answerStateLabels } from '#contract/ai/ai-labels.ts'
import { queryAnswers } from '#contract/ai/assistants.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import { Status } from '#web/kit/table/status.tsx'

const tones = { running: 'warning', done: 'good', failed: 'bad', cancelled: 'idle' } as const

const columns = columnsOf(queryAnswers, {
  createdAt: {},
  promptNumber: { width: 70 },
  about: {
    width: 200,
    render: ({ about, isTrial }) => (isTrial ? `试运行：${about || '已删除的问题'}` : about || '资讯'),
  },
  state: {
    width: 160,
    render: ({ state, reason }) => (
      <Status tone={tones[state]}>{reason === '' ? answerStateLabels[state] : reason}</Status>
    ),
  },
  score: { width: 70, empty: '—' },
  text: {
    width: 360,
    render: ({ text, isTrial }) => <OverflowText>{text || (isTrial ? '—' : '只对提问的人显示')}</OverflowText>,
  },
  tokens: { width: 80 },
  cost: { width: 100, align: 'right', empty: '—' },
  ms: { width: 100, render: ({ ms }) => (ms === null ? '—' : (ms / 1_000).toFixed(1)) },
  model: { width: 140 },
  userName: { width: 90 },
})

const none = [] as const

export function AnswerList({ assistantId }: { assistantId: string }) {
  const fixedFilters = useMemo(() => ({ id: assistantId }), [assistantId])
  return (
    <ListPage
      endpoint={queryAnswers}
      filters={none}
      emptyHint="试运行或使用资讯的 AI 按钮后，回答会列在这里。"
      columns={columns}
      fixedFilters={fixedFilters}
      rowName={({ about }) => about}
    />
  )
}
