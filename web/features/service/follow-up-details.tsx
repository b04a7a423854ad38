// followUpRecordDetails: one follow-up with its customer, its neighbours, and what became of its reminder.
import './follow-ups.css'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { DataOf } from '#contract/endpoint.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { getFollowUp } from '#contract/service/follow-ups.ts'
import { Can } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { sizeText } from '#web/lib/upload.ts'
import { useFollowUpActs } from './follow-up-acts.tsx'
import { CUSTOMER_SERVICE, FOLLOW_UP_DETAILS, FOLLOW_UPS, Mood, NextDay } from './follow-up-labels.tsx'

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
        items={[
          { label: '客户', children: <Link to={customerAddress(record)}>{record.enterpriseName}</Link> },
          { label: '级别', children: enterpriseLevelLabels[record.level] },
          { label: '联系人', children: record.contactName || '—' },
          { label: '跟进时间', children: formatMoment(record.at) },
          { label: '方式', children: followWayLabels[record.way] },
          { label: '结果', children: followResultLabels[record.result] },
          { label: '态度', children: <Mood mood={record.mood} /> },
          { label: '跟进人', children: record.authorName },
          { label: '跟进内容', span: 2, children: <span className="follow-text">{record.content}</span> },
          { label: '附件', span: 2, children: <Files of={record} /> },
          { label: '下次跟进', children: <NextDay {...record} /> },
          { label: '由谁跟进', children: record.nextOn ? record.nextUserName || '公海' : '—' },
          { label: '下次要做', span: 2, children: record.nextText || '—' },
          ...(endedBy
            ? [
                {
                  label: '完成于',
                  span: 2,
                  children: (
                    <Button type="link" size="small" className="follow-link" onClick={open(endedBy.id)}>
                      {`${formatMoment(endedBy.at)} ${endedBy.authorName}的跟进`}
                    </Button>
                  ),
                },
              ]
            : []),
          ...(endedByVisit
            ? [
                {
                  label: '完成于',
                  span: 2,
                  children: `${formatMoment(endedByVisit.at)} ${endedByVisit.authorName}的拜访报告`,
                },
              ]
            : []),
          { label: '更新时间', span: 2, children: formatMoment(record.updatedAt) },
        ]}
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
