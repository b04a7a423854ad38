// What happened with a customer, newest first, of all kinds or of one.
import { Empty, Segmented, Timeline } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  queryCustomerStream,
  STREAM_MAX,
  type StreamKind,
  type StreamRecord,
  streamKindLabels,
} from '#contract/service/customer-stream.ts'
import { getFollowUp } from '#contract/service/follow-ups.ts'
import { getVisit } from '#contract/visits/visits.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { FOLLOW_UP_DETAILS } from './follow-up-labels.tsx'

const VISIT_DETAILS = '/application/visitingAssistants/visitRecord/detail'

const colours: Readonly<Record<StreamKind, string>> = {
  followUp: 'var(--accent)',
  complaint: 'var(--danger)',
  grant: 'var(--ink)',
  order: 'var(--success)',
  push: 'var(--text-faint)',
  fieldVisit: 'var(--accent)',
  visit: 'var(--text-faint)',
  meeting: 'var(--accent)',
  registration: 'var(--success)',
  owner: 'var(--violet)',
  edit: 'var(--text-faint)',
}

type Chosen = StreamKind | 'all'
const kinds = [
  { value: 'all' as const, label: '全部' },
  ...(Object.keys(streamKindLabels) as StreamKind[]).map((value) => ({ value, label: streamKindLabels[value] })),
]

function Title({ of: { title, followUpId, visitId } }: { of: StreamRecord }) {
  const isAllowed = useIsAllowed()
  if (visitId !== undefined && isAllowed(getVisit))
    return <Link to={`${VISIT_DETAILS}?${new URLSearchParams({ id: visitId })}`}>{title}</Link>
  if (followUpId === null || !isAllowed(getFollowUp)) return <strong>{title}</strong>
  return <Link to={`${FOLLOW_UP_DETAILS}?${new URLSearchParams({ id: followUpId })}`}>{title}</Link>
}

const noteOf = ({ note, actorName }: StreamRecord) => [note, actorName].filter(Boolean).join(' · ')

function Records({ records }: { records: readonly StreamRecord[] }) {
  if (records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有记录" />
  return (
    <>
      <Timeline
        items={records.map((record) => ({
          key: record.id,
          color: colours[record.kind],
          content: (
            <>
              <div className="service-record-head">
                <Title of={record} />
                <span>{formatMoment(record.at)}</span>
              </div>
              {record.text && <div className="follow-text">{record.text}</div>}
              {noteOf(record) && <div className="follow-faint">{noteOf(record)}</div>}
            </>
          ),
        }))}
      />
      {records.length === STREAM_MAX && <p className="follow-faint">{`只列出最近 ${STREAM_MAX} 条。`}</p>}
    </>
  )
}

export function CustomerStream({ enterpriseId }: { enterpriseId: string }) {
  const isAllowed = useIsAllowed()
  const [kind, setKind] = useState<Chosen>('all')
  const read = useCall(
    queryCustomerStream,
    { enterpriseId, ...(kind !== 'all' && { kind }) },
    { enabled: isAllowed(queryCustomerStream), placeholderData: (previous) => previous },
  )
  if (!isAllowed(queryCustomerStream)) return null
  return (
    <section aria-label="服务动态">
      <Segmented<Chosen> aria-label="类型" className="service-kinds" options={kinds} value={kind} onChange={setKind} />
      <Loaded read={read} rows={10}>
        {(records) => <Records records={records} />}
      </Loaded>
    </section>
  )
}
