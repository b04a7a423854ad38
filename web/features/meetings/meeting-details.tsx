// The details of a meeting in a drawer; an earlier edition opens in its place.
import { Button } from 'antd'
import { useState } from 'react'
import { getMeeting, getMeetingEditions, type MeetingDetail } from '#contract/meetings/meetings.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { RichTextView } from '#web/kit/rich-text/rich-text.tsx'
import { keyed } from '#web/lib/keyed.ts'
import { useCall } from '#web/lib/query.ts'
import { Editions } from './editions.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { channelNames, daysText, feeText, fullName, meetingTones, phaseTones } from './meeting-labels.tsx'
import './meetings.css'

const signUpText = ({ signUpFrom, signUpUntil }: MeetingDetail) =>
  signUpFrom === null && signUpUntil === null ? '未限定' : `${signUpFrom ?? '即日起'} 至 ${signUpUntil ?? '会议结束'}`

function PublicPage({ meeting: { url, state, name } }: { meeting: MeetingDetail }) {
  const [isShown, setShown] = useState(false)
  if (state !== 'published' && state !== 'cancelled') return '发布后生成'
  return (
    <>
      <Button type="link" size="small" onClick={() => setShown(true)}>
        链接和二维码
      </Button>
      {isShown && (
        <LinkDialog
          title={`报名页：${name}`}
          url={url}
          hint="所有人都可以打开，填写后即报名；可以放在通知、海报和网站上。"
          onClosed={() => setShown(false)}
        />
      )}
    </>
  )
}

function Details({ meeting }: { meeting: MeetingDetail }) {
  const { cover, agenda, html, htmlEn } = meeting
  return (
    <>
      {cover && <img className="meeting-cover" src={cover.url} alt="封面" />}
      <Facts
        labelWidth={84}
        items={factsOf(getMeeting, meeting, {
          nameEn: {},
          kind: {},
          state: { tones: meetingTones },
          phase: { tones: phaseTones, when: meeting.phase !== null },
          cancelReason: { when: meeting.state === 'cancelled' },
          startsOn: { label: '日期', render: daysText },
          venue: { label: '地点', render: ({ city, venue }) => [city, venue].filter(Boolean).join(' ') || '—' },
          place: {},
          organisers: {},
          seats: { unit: '人' },
          fee: { label: '参会费', render: ({ fee }) => feeText(fee) },
          signUpFrom: { label: '报名', render: signUpText },
          url: { render: () => <PublicPage meeting={meeting} /> },
          contacts: {
            render: ({ contacts }) =>
              contacts.map(({ name, mobile, email }) => [name, mobile, email].filter(Boolean).join(' ')).join('；'),
          },
          channels: { render: ({ channels }) => channelNames(channels) },
          publishedAt: {},
        })}
      />
      <section className="meeting-part">
        <h3>议程</h3>
        {agenda.length === 0 && <p className="meeting-faint">没有议程。</p>}
        <ol className="meeting-agenda" aria-label="议程">
          {keyed(agenda, JSON.stringify).map(({ key, row: { day, from, to, hall, title, speaker, company } }) => (
            <li key={key}>
              <span>
                {day} {from}–{to}
              </span>
              <span>
                {title}
                <br />
                <span className="meeting-faint">{[hall, speaker, company].filter(Boolean).join(' · ')}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="meeting-part">
        <h3>页面正文</h3>
        {html === '' || html === '<p></p>' ? <p className="meeting-faint">没有正文。</p> : <RichTextView html={html} />}
      </section>
      {htmlEn !== '' && (
        <section className="meeting-part">
          <h3>英文正文</h3>
          <RichTextView html={htmlEn} />
        </section>
      )}
    </>
  )
}

const quiet = { call: { hideErrorMsg: true } }

export function MeetingDrawer({ id, title, onClosed }: { id: string; title: string; onClosed: () => void }) {
  const [shown, setShown] = useState({ id, title })
  const read = useCall(getMeeting, { id: shown.id }, quiet)
  const editions = useCall(getMeetingEditions, { id: shown.id }, quiet)
  return (
    <DetailsDrawer title={shown.title} size={720} onClosed={onClosed}>
      <Loaded read={read} rows={10}>
        {(meeting) => <Details meeting={meeting} />}
      </Loaded>
      <section className="meeting-part">
        <h3>往届</h3>
        <Loaded read={editions} rows={2}>
          {(data) => (
            <Editions
              editions={data.editions}
              nameOf={(edition) => (
                <Button type="link" size="small" onClick={() => setShown({ id: edition.id, title: fullName(edition) })}>
                  {fullName(edition)}
                </Button>
              )}
            />
          )}
        </Loaded>
      </section>
    </DetailsDrawer>
  )
}
