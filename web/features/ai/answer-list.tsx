// The answers of one assistant: trial runs, and what the article editor's buttons asked for.
import { useMemo } from 'react'
import { answerStateLabels } from '#contract/ai/ai-labels.ts'
import { type AnswerRow, queryAnswers } from '#contract/ai/assistants.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'

const tones = { running: 'warning', done: 'good', failed: 'bad', cancelled: 'idle' } as const

const columns: readonly Column<AnswerRow>[] = [
  { key: 'createdAt', label: '时间', width: 150, render: ({ createdAt }) => formatMoment(createdAt) },
  { key: 'promptNumber', label: '版本', width: 70, align: 'right' },
  {
    key: 'about',
    label: '问题或资讯',
    width: 200,
    render: ({ about, isTrial }) => (isTrial ? `试运行：${about || '已删除的问题'}` : about || '资讯'),
  },
  {
    key: 'state',
    label: '状态',
    width: 160,
    render: ({ state, reason }) => (
      <Status tone={tones[state]}>{reason === '' ? answerStateLabels[state] : reason}</Status>
    ),
  },
  { key: 'score', label: '分数', width: 70, align: 'right', render: ({ score }) => score ?? '—' },
  {
    key: 'text',
    label: '回答',
    width: 360,
    render: ({ text, isTrial }) => <OverflowText>{text || (isTrial ? '—' : '只对提问的人显示')}</OverflowText>,
  },
  { key: 'tokens', label: '词元', width: 80, align: 'right' },
  { key: 'cost', label: '费用（元）', width: 100, align: 'right', render: ({ cost }) => cost ?? '—' },
  {
    key: 'ms',
    label: '用时（秒）',
    width: 100,
    align: 'right',
    render: ({ ms }) => (ms === null ? '—' : (ms / 1_000).toFixed(1)),
  },
  { key: 'model', label: '模型', width: 140 },
  { key: 'userName', label: '提问人', width: 90 },
]

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
