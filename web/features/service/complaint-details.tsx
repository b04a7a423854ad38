// One complaint: what the customer said, how it stands, and each step from its entry to its end.
import './follow-ups.css'
import { Button, Space, Timeline } from 'antd'
import { complaintStepLabels } from '#contract/service/complaint-labels.ts'
import { type ComplaintRow, getComplaint } from '#contract/service/complaints.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { complaintTones, SolveBy } from './complaint-labels.tsx'

const WIDTH = 680

type DetailsProps = { row: ComplaintRow; actionsOf: (row: ComplaintRow) => RowAction[]; onClosed: () => void }

export function ComplaintDetails({ row: listed, actionsOf, onClosed }: DetailsProps) {
  const read = useCall(getComplaint, { id: listed.id }, { staleTime: 0 })
  const row = read.data ?? listed
  return (
    <DetailsDrawer
      title={`投诉：${row.enterpriseName}`}
      size={WIDTH}
      onClosed={onClosed}
      acts={actionsOf(row)}
      extra={(own) => (
        <Space wrap>
          {own.map(({ label, run }) => (
            <Button key={label} onClick={run}>
              {label}
            </Button>
          ))}
        </Space>
      )}
    >
      <Facts
        columns={2}
        items={factsOf(getComplaint, row, {
          state: { tones: complaintTones },
          ownerName: {},
          solveBy: { render: SolveBy },
          solvedAt: {},
          level: {},
          contactName: {},
          way: {},
          at: {},
          content: { span: 2, render: ({ content }) => <span className="follow-text">{content}</span> },
          solution: { span: 2, render: ({ solution }) => <span className="follow-text">{solution || '—'}</span> },
        })}
      />
      <Loaded read={read} rows={4}>
        {({ steps }) => (
          <section aria-label="处理过程">
            <h3>处理过程</h3>
            <Timeline
              items={steps.map(({ id, at, step, note, actorName }) => ({
                key: id,
                content: (
                  <>
                    <div>{`${complaintStepLabels[step]} · ${actorName}`}</div>
                    {note && <div className="follow-text">{note}</div>}
                    <div className="follow-faint">{formatMoment(at)}</div>
                  </>
                ),
              }))}
            />
          </section>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
