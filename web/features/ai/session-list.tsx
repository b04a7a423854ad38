// Sessions of members with assistants: list, figures, export, delete.
import './assistant-details.css'
import './sessions.css'
import { BarChartOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { feedbackLabels, feedbacks, sessionFlagLabels, sessionFlags } from '#contract/ai/ai-labels.ts'
import {
  exportAiSessions,
  getAiSession,
  getAiSessionFigures,
  queryAiSessions,
  removeAiSessions,
} from '#contract/ai/sessions.ts'
import { queryUnanswered } from '#contract/ai/unanswered.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { type Filter, filtersOf, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { tabOf } from '#web/lib/tab-of.ts'
import { useSessionRemoval } from './session-acts.tsx'
import { SessionFigures } from './session-figures.tsx'
import { FlagMark, SESSION_DETAILS } from './session-labels.tsx'
import { UnansweredList } from './unanswered-list.tsx'

/** Whole numbers only; any other text finds everything. */
const wholeFilter = <K extends 'minTokens' | 'promptNumber'>(
  key: K,
  label: string,
  digits: number,
): Filter<{ [P in K]: number }> => ({
  ...textFilter(key, label, digits),
  read: (text) => (/^\d+$/.test(text) ? ({ [key]: Number(text) } as { [P in K]: number }) : undefined),
})

const minCostFilter: Filter<{ minCost: string }> = {
  ...textFilter('minCost', '最少费用（元）', 12),
  read: (text) => (/^(?:0|[1-9]\d{0,5})(?:\.\d{1,6})?$/.test(text) ? { minCost: text } : undefined),
}

const filters = [
  ...filtersOf(queryAiSessions, ['loginName', 'enterprise', 'title']),
  dayRangeFilter('days', '最近消息', 'from', 'to'),
]

const advanced = [
  ...filtersOf(queryAiSessions, ['assistant']),
  selectFilter(
    'feedback',
    '评价',
    feedbacks.map((value) => ({ value, label: `有${feedbackLabels[value]}` })),
  ),
  selectFilter('flag', '标记', optionsOf(sessionFlagLabels, sessionFlags)),
  ...filtersOf(queryAiSessions, ['verdict', 'state']),
  wholeFilter('promptNumber', '提示词版本', 6),
  wholeFilter('minTokens', '最少词元', 9),
  minCostFilter,
]

/** Empty where there are none, so that the others stand out. */
const few = (count: number) => (count === 0 ? '' : count)

const columns = columnsOf(queryAiSessions, {
  title: { width: 190, opens: true },
  loginName: { width: 120 },
  realName: { width: 70 },
  enterprise: { width: 190 },
  assistantName: { width: 90 },
  messages: { label: '消息', width: 66 },
  tokens: { width: 84, render: ({ tokens }) => formatFigure(String(tokens)) },
  cost: { width: 96, align: 'right' },
  ups: { width: 44, render: ({ ups }) => few(ups) },
  downs: { width: 56, render: ({ downs }) => few(downs) },
  unanswered: {
    label: '标记',
    width: 120,
    render: ({ sensitive, unanswered }) => (
      <span className="ai-marks">
        {unanswered > 0 && <FlagMark flag="unanswered" />}
        {sensitive > 0 && <FlagMark flag="sensitive" />}
      </span>
    ),
  },
  lastAt: { width: 140 },
  startedAt: { width: 140 },
})

function Sessions() {
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const [isCounting, setCounting] = useState(false)
  const { remove, dialogs } = useSessionRemoval()
  return (
    <>
      <ListPage
        endpoint={queryAiSessions}
        emptyHint="会员在 AI 问答中的会话，由本系统回答，或由子产品通过开放接口提交。"
        settings="aiWeb.sessions"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title }) => title}
        rowActions={(row) => [{ label: '删除', call: removeAiSessions, isDanger: true, run: () => remove([row]) }]}
        onOpen={
          isAllowed(getAiSession) ? ({ id, title }) => openPage(SESSION_DETAILS, { id, tagName: title }) : undefined
        }
        toolbar={
          <Can call={getAiSessionFigures}>
            <Button icon={<BarChartOutlined />} onClick={() => setCounting(true)}>
              统计
            </Button>
          </Can>
        }
        exportCall={exportAiSessions}
        batchActs={[{ label: '删除', call: removeAiSessions, isDanger: true, run: remove }]}
      />
      {isCounting && <SessionFigures onClosed={() => setCounting(false)} />}
      {dialogs}
    </>
  )
}

export default function SessionList() {
  const isAllowed = useIsAllowed()
  const [address, setAddress] = useSearchParams()
  if (!isAllowed(queryUnanswered)) return <Sessions />
  const items = [
    { key: 'sessions', label: '会话', children: <Sessions /> },
    { key: 'unanswered', label: '没答上的', children: <UnansweredList /> },
  ]
  return (
    <div className="assistant-page">
      <Tabs
        destroyOnHidden
        activeKey={tabOf(address, items)}
        // the filters in the address are those of the list that is left
        onChange={(tab) => setAddress({ tab }, { replace: true })}
        items={items}
      />
    </div>
  )
}
