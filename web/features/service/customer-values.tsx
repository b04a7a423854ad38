// followValueDetails: customers by what they are worth and how likely they are lost.
import { useState } from 'react'
import { EXPIRING_DAYS } from '#contract/members/members.ts'
import { type CustomerValueRow, queryCustomerValues, USE_DAYS } from '#contract/service/customer-values.ts'
import { addFollowUp, queryFollowUps } from '#contract/service/follow-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatDay, formatFigure } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { findPage } from '#web/lib/page.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { remaining, validityFor } from '#web/pickers/validity.rules.ts'
import { advanced, filters } from './customer-value-filters.tsx'
import { FollowUpDialog } from './follow-up-dialog.tsx'
import { CUSTOMER_SERVICE, FOLLOW_UPS, Mood, NextDay } from './follow-up-labels.tsx'
import { RiskScore } from './risk-score.tsx'

function NextEnd({ nextEndsOn }: Pick<CustomerValueRow, 'nextEndsOn'>) {
  if (nextEndsOn === null) return '—'
  const today = serverToday()
  if (validityFor({ startsOn: null, endsOn: nextEndsOn }, today) !== 'expiring') return nextEndsOn
  return <Status tone="warning">{`${nextEndsOn}（${remaining(nextEndsOn, today)}）`}</Status>
}

function SilentTask({ taskOn, returnOn }: Pick<CustomerValueRow, 'taskOn' | 'returnOn'>) {
  if (taskOn === null) return '—'
  if (returnOn === null) return `${taskOn} 起`
  return <Status tone="warning">{`${returnOn} 退回公海`}</Status>
}

const columns = columnsOf(queryCustomerValues, {
  name: { width: 220, opens: true },
  level: { label: '级别', width: 70 },
  score: { width: 130, tip: '0 至 100 分，将鼠标移到分数上可查看原因', render: RiskScore },
  contractSum: {
    label: '合同额（元）',
    width: 130,
    align: 'right',
    tip: '客户所有会员在售订单的金额',
    render: ({ contractSum }) => formatFigure(contractSum),
    sum: true,
  },
  accounts: { width: 90 },
  nextEndsOn: { width: 170, tip: `${EXPIRING_DAYS} 天内到期的会标出`, render: NextEnd },
  usedDays: { width: 100, tip: `最近 ${USE_DAYS} 天里有账号使用的天数` },
  lastSeenAt: { label: '最近使用', width: 110, render: ({ lastSeenAt }) => formatDay(lastSeenAt) },
  lastAt: { width: 140 },
  lastResult: { width: 90, empty: '—' },
  lastMood: { width: 80, render: ({ lastMood }) => <Mood mood={lastMood} /> },
  silentDays: { width: 130, tip: '从未跟进的，从建档算起' },
  nextOn: { width: 170, render: ({ nextOn }) => <NextDay nextOn={nextOn} isOpen /> },
  nextUserName: { width: 90, render: ({ nextOn, nextUserName }) => (nextOn === null ? '—' : nextUserName || '公海') },
  returnOn: {
    label: '沉默任务',
    width: 190,
    tip: '超过期限没有联系的客户；仍未联系的，到所示日期退回公海',
    render: SilentTask,
  },
  ownerName: { width: 90, empty: '公海' },
})

export default function CustomerValues() {
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const details = usePages((state) => findPage(state.pages, CUSTOMER_SERVICE)?.entry)
  const mayOpen = details !== undefined && (!details.access || isAllowed(details.access))
  const [followed, setFollowed] = useState<CustomerValueRow>()
  const open = ({ id, name }: CustomerValueRow) => openPage(CUSTOMER_SERVICE, { id, tagName: name })
  const actionsOf = (row: CustomerValueRow): RowAction[] => [
    { label: '跟进', call: addFollowUp, run: () => setFollowed(row) },
    { label: '跟进记录', call: queryFollowUps, run: () => openPage(FOLLOW_UPS, { enterpriseName: row.name }) },
  ]
  return (
    <>
      <ListPage
        endpoint={queryCustomerValues}
        emptyHint="有了客户后，这里按流失风险从高到低列出。"
        settings="followUp-value"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        onOpen={mayOpen ? open : undefined}
      />
      {followed && (
        <FollowUpDialog enterprise={{ id: followed.id, name: followed.name }} onClosed={() => setFollowed(undefined)} />
      )}
    </>
  )
}
