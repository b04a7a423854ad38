// detail: one visit with its course, what was heard, pictures, and the acts of its state.
import './visits.css'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { heardPriceText } from '#contract/visits/heard.ts'
import { getVisitEnterprise } from '#contract/visits/visit-enterprises.ts'
import { heardVerdictLabels, talkMoodLabels, visitNoteLabels } from '#contract/visits/visit-labels.ts'
import { commentVisit, getVisit, type VisitDetail } from '#contract/visits/visits.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { Pictures } from './pictures.tsx'
import { useVisitActs } from './visit-acts.tsx'
import { MapLink, SITE_DETAILS, VISIT_DETAILS, VISITS, VisitStatus } from './visit-labels.tsx'
import { placeText } from './visit-place.rules.ts'

function Talks({ of: talks }: { of: VisitDetail['talks'] }) {
  if (talks.length === 0) return <p className="visit-faint">没有记下产品行情。</p>
  return (
    <div className="visit-scroll">
      <table className="visit-table" aria-label="各产品情况">
        <thead>
          <tr>
            {['产品', '价格', '含税', '交货', '库存', '开工率', '涨跌', '说明', '处理'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {talks.map((talk) => (
            <tr key={talk.id}>
              <td>
                {talk.productName}
                {talk.isConfidential && '（保密）'}
              </td>
              <td className="visit-figure">{heardPriceText(talk)}</td>
              <td>{talk.hasTax === null ? '—' : talk.hasTax ? '含税' : '不含税'}</td>
              <td>{talk.delivery || '—'}</td>
              <td>{talk.stock || '—'}</td>
              <td>{talk.rate === null ? '—' : `${talk.rate}%`}</td>
              <td>{talk.mood === null ? '—' : talkMoodLabels[talk.mood]}</td>
              <td>{talk.remark || '—'}</td>
              <td>
                {talk.verdict === null ? '—' : heardVerdictLabels[talk.verdict]}
                {talk.verdictReason && `：${talk.verdictReason}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What was said about the visit, with a field to say more. */
function Notes({ of: { id, notes } }: { of: VisitDetail }) {
  const [text, setText] = useState('')
  const act = useAct(commentVisit, { success: '评论已发表', invalidates: [getVisit] })
  const handleSend = async () => {
    if ((await act.run({ id, text })) !== undefined) setText('')
  }
  return (
    <>
      {notes.length > 0 && (
        <ul className="visit-day-list" aria-label="评论与退回">
          {notes.map((note) => (
            <li key={note.id}>
              <div className="visit-day-head">
                <strong>{note.authorName}</strong>
                {note.kind === 'return' && <Status tone="bad">{visitNoteLabels[note.kind]}</Status>}
                <span className="visit-faint">{formatMoment(note.at)}</span>
              </div>
              <p>{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="visit-comment">
        <Input.TextArea
          aria-label="评论"
          placeholder="写一句评论"
          rows={2}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={text.trim() === ''} loading={act.pending} onClick={() => void handleSend()}>
          评论
        </Button>
      </div>
    </>
  )
}

function PlaceLink({ of: visit }: { of: VisitDetail }) {
  return (
    <>
      {placeText(visit)}
      <MapLink url={visit.mapUrl} />
    </>
  )
}

function Acts({ of: visit }: { of: VisitDetail }) {
  const leave = useLeavePage()
  const { actionsOf, dialogs } = useVisitActs()
  return (
    <>
      <div className="visit-head-acts">
        {actionsOf(visit, () => leave(listAddress(VISITS))).map(({ label, call, isDanger = false, run }, at) => (
          <Can key={label} call={call}>
            <Button danger={isDanger} type={at === 0 && !isDanger ? 'primary' : 'default'} onClick={run}>
              {label}
            </Button>
          </Can>
        ))}
      </div>
      {dialogs}
    </>
  )
}

function Visit({ of: visit }: { of: VisitDetail }) {
  const isAllowed = useIsAllowed()
  const { enterpriseId, enterpriseName, state, sharedWith } = visit
  const address = `${SITE_DETAILS}?${new URLSearchParams({ id: enterpriseId, tagName: enterpriseName })}`
  const isReported = state === 'reported'
  return (
    <>
      <div className="visit-head">
        <h1>{enterpriseName}</h1>
        <VisitStatus {...visit} />
        <Acts of={visit} />
      </div>
      <Facts
        columns={2}
        labelWidth={88}
        items={factsOf(getVisit, visit, {
          enterpriseName: {
            render: ({ canSeeEnterprise }) =>
              canSeeEnterprise && isAllowed(getVisitEnterprise) ? (
                <Link to={address}>{enterpriseName}</Link>
              ) : (
                enterpriseName
              ),
          },
          kind: {},
          address: {
            label: '地址',
            span: 2,
            render: (row) => [row.regionPath, row.address].filter(Boolean).join(' ') || '—',
          },
          plannedAt: {},
          aim: {},
          ownerName: {},
          companions: { render: ({ companions }) => companions.join('、') || '—' },
          departedAt: {},
          arrivedAt: {},
          longitude: { when: visit.arrivedAt !== null, span: 2, render: () => <PlaceLink of={visit} /> },
          isOtherDevice: { when: visit.isOtherDevice, span: 2, render: () => '不是绑定的手机' },
          lateReason: { when: visit.isLateReport, span: 2 },
          cancelReason: { when: state === 'cancelled', span: 2 },
          sharedWith: {
            when: sharedWith.length > 0,
            span: 2,
            render: () => sharedWith.map(({ name }) => name).join('、'),
          },
        })}
      />
      {isReported && (
        <>
          <section aria-label="拜访报告" className="visit-part">
            <h2>拜访报告</h2>
            <Facts
              columns={2}
              labelWidth={88}
              items={factsOf(getVisit, visit, {
                met: {},
                reportedAt: {},
                result: { span: 2, render: ({ result }) => <span className="visit-text">{result}</span> },
                nextOn: { span: visit.nextOn === null ? 2 : 1 },
                nextUserName: { when: visit.nextOn !== null },
                nextText: {
                  when: visit.nextOn !== null,
                  span: 2,
                  render: ({ nextVisitId, nextText }) =>
                    nextVisitId ? (
                      <Link to={`${VISIT_DETAILS}?${new URLSearchParams({ id: nextVisitId })}`}>
                        {nextText || '已安排的拜访'}
                      </Link>
                    ) : (
                      nextText || '—'
                    ),
                },
              })}
            />
          </section>
          <section aria-label="各产品情况" className="visit-part">
            <h2>各产品情况</h2>
            <Talks of={visit.talks} />
          </section>
          <section aria-label="图片" className="visit-part">
            <h2>图片</h2>
            <Pictures of={visit.pictures} />
          </section>
        </>
      )}
      <section aria-label="评论" className="visit-part">
        <h2>评论</h2>
        <Notes of={visit} />
      </section>
    </>
  )
}

export default function VisitDetails() {
  const [address] = useSearchParams()
  const read = useCall(getVisit, { id: address.get('id') ?? '' }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="visit-page visit-record">
      <Loaded read={read} rows={10}>
        {(visit) => <Visit of={visit} />}
      </Loaded>
    </div>
  )
}
