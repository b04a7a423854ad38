// followUpRecordDetails: one follow-up with its customer, its neighbours, and what became of its reminder.
import './follow-ups.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { DataOf } from '#contract/endpoint.ts'
import { getFollowUp } from '#contract/service/follow-ups.ts'
import { Can } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { sizeText } from '#web/lib/upload.ts'
import { useFollowUpActs } from './follow-up-acts.tsx'
import { CUSTOMER_SERVICE, FOLLOW_UP_DETAILS, FOLLOW_UPS, moodTones, NextDay } from './follow-up-labels.tsx'

type FollowUpDetail = DataOf<typeof getFollowUp>

const customerAddress = ({ enterpriseId, enterpriseName }: FollowUpDetail) =>
  `${CUSTOMER_SERVICE}?${new URLSearchParams({ id: enterpriseId, tagName: enterpriseName })}`

function Files({ of: { files } }: { of: FollowUpDetail }) {
  if (files.length === 0) return '—'
  return (
    <ul className="follow-files">
      {files.map(({ id, name, size, url }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            {`${name}（${sizeText(size)}）`}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Record({ of: record }: { of: FollowUpDetail }) {
  const { actionsOf, dialogs } = useFollowUpActs()
  const openPage = useOpenPage()
  const leave = useLeavePage()
  const open = (id: string | null) => () => {
    if (id !== null) openPage(FOLLOW_UP_DETAILS, { id, tagName: record.enterpriseName })
  }
  const { endedBy, endedByVisit } = record
  return (
    <>
      <div className="follow-head">
        <h1>{record.enterpriseName}</h1>
        <div className="follow-head-acts">
          <Button icon={<LeftOutlined />} disabled={record.before === null} onClick={open(record.before)}>
            上一条
          </Button>
          <Button
            icon={<RightOutlined />}
            iconPlacement="end"
            disabled={record.after === null}
            onClick={open(record.after)}
          >
            下一条
          </Button>
          {actionsOf(record, () => leave(listAddress(FOLLOW_UPS))).map(({ label, call, isDanger = false, run }) => (
            <Can key={label} call={call}>
              <Button danger={isDanger} type={isDanger ? 'default' : 'primary'} onClick={run}>
                {label}
              </Button>
            </Can>
          ))}
        </div>
      </div>
      <Facts
        columns={2}
        items={factsOf(getFollowUp, record, {
          enterpriseName: {
            render: ({ enterpriseName }) => <Link to={customerAddress(record)}>{enterpriseName}</Link>,
          },
          level: { label: '级别' },
          contactName: {},
          at: {},
          way: {},
          result: {},
          mood: { tones: moodTones },
          authorName: {},
          content: { span: 2, render: ({ content }) => <span className="follow-text">{content}</span> },
          files: { span: 2, render: () => <Files of={record} /> },
          nextOn: { render: NextDay },
          nextUserName: { render: ({ nextOn, nextUserName }) => (nextOn ? nextUserName || '公海' : '—') },
          nextText: { span: 2 },
          endedBy: {
            when: endedBy !== null,
            span: 2,
            render: () =>
              endedBy && (
                <Button type="link" size="small" className="follow-link" onClick={open(endedBy.id)}>
                  {`${formatMoment(endedBy.at)} ${endedBy.authorName}的跟进`}
                </Button>
              ),
          },
          endedByVisit: {
            when: endedByVisit !== null,
            span: 2,
            render: () => endedByVisit && `${formatMoment(endedByVisit.at)} ${endedByVisit.authorName}的拜访报告`,
          },
          updatedAt: { span: 2 },
        })}
      />
      {dialogs}
    </>
  )
}

export default function FollowUpDetails() {
  const [address] = useSearchParams()
  const read = useCall(getFollowUp, { id: address.get('id') ?? '' }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="follow-page follow-record">
      <Loaded read={read} rows={8}>
        {(record) => <Record of={record} />}
      </Loaded>
    </div>
  )
}
