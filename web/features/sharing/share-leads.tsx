// Leads with the course of each: registered → contacted → trial → formal.
import { Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { getRegistration } from '#contract/members/registration-handling.ts'
import { type LeadRow, queryShareLeads } from '#contract/sharing/share-counts.ts'
import { shareChannelLabels } from '#contract/sharing/share-labels.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatDay, formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { Stage } from './share-labels.tsx'
import './sharing.css'

export type LeadsOf = Input<typeof queryShareLeads>

/** Steps that a lead has taken. */
const DONE: Record<LeadRow['stage'], number> = { new: 1, contacted: 2, trial: 3, formal: 4, invalid: 1 }

function Course({ lead }: { lead: LeadRow }) {
  const { at, contactedAt, grantedAt, formalAt, stage } = lead
  const steps = [
    { title: '注册', on: at },
    { title: '联系', on: contactedAt },
    { title: '试用', on: grantedAt },
    { title: '正式', on: formalAt },
  ]
  if (stage === 'invalid') return <Stage stage={stage} />
  const done = DONE[stage]
  return (
    <ol className="lead-course" aria-label="进展">
      {steps.map(({ title, on }, at) => (
        <li key={title} data-done={at < done || undefined}>
          <span>{title}</span>
          <small>{on && at < done ? formatDay(on).slice(5) : '—'}</small>
        </li>
      ))}
    </ol>
  )
}

/** @param withShare shows of which share each is */
export function LeadTable({ of, withShare = false }: { of: LeadsOf; withShare?: boolean }) {
  const [current, setCurrent] = useState(1)
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const mayOpen = isAllowed(getRegistration)
  const read = useCall(
    queryShareLeads,
    { ...of, current, size: PAGED_ROWS },
    { staleTime: 0, placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  const columns: TableColumnsType<LeadRow> = [
    { title: '申请时间', dataIndex: 'at', width: 140, render: (at: string) => formatMoment(at) },
    {
      title: '公司',
      width: 200,
      render: (_, { id, company, contact, isVisible }) =>
        !isVisible ? (
          <span className="share-note">已归其他同事</span>
        ) : mayOpen ? (
          <Button
            type="link"
            size="small"
            className="share-figure share-name"
            onClick={() => openPage('/home/index', { registration: id })}
          >
            {`${company} ${contact}`}
          </Button>
        ) : (
          `${company} ${contact}`
        ),
    },
    ...(withShare
      ? [
          {
            title: '分享',
            width: 200,
            render: (_: unknown, { title, sharerName, channel }: LeadRow) => (
              <>
                {title}
                <span className="share-note">{`${sharerName} · ${shareChannelLabels[channel]}`}</span>
              </>
            ),
          },
        ]
      : []),
    { title: '进展', width: 250, render: (_, lead) => <Course lead={lead} /> },
    { title: '负责人', width: 80, render: (_, { ownerName }) => ownerName || '待分配' },
  ]
  return (
    <PagedTable<LeadRow>
      columns={columns}
      minWidth={withShare ? 870 : 670}
      read={read}
      current={current}
      onTurn={setCurrent}
      emptyText="还没有线索；读者在分享页申请试用后会列在这里。"
    />
  )
}
