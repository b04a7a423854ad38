// Details of one push: content, audience, and the state of each recipient.
import './push.css'
import { Alert, Button, Progress, Skeleton, type TableColumnsType, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type MessageState, messageStateLabels, messageStates } from '#contract/outbox/message-labels.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { type PushKind, pushPages, trackingLabels } from '#contract/push/push-labels.ts'
import type { PushDetail, PushRecipient } from '#contract/push/pushes.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { MailView } from './mail-view.tsx'
import { usePushActs } from './push-acts.tsx'
import { MessageStatus, PushStatus, whenOf } from './push-labels.tsx'
import { RecipientFilter } from './recipient-filter.tsx'

/** Refetch interval while the push is being sent, ms. */
const PROGRESS_MS = 3_000

const columns: TableColumnsType<PushRecipient> = [
  { title: '姓名', dataIndex: 'name', width: 100 },
  { title: '企业', dataIndex: 'enterprise', width: 220 },
  { title: '邮箱', dataIndex: 'address', width: 220, render: (address: string) => address || '—' },
  { title: '状态', dataIndex: 'state', width: 90, render: (state: MessageState) => <MessageStatus state={state} /> },
  { title: '原因', dataIndex: 'reason', width: 220, render: (reason: string) => reason || '—' },
  { title: '时间', dataIndex: 'at', width: 150, render: (at: string | null) => formatMoment(at) },
]

const openedColumns: TableColumnsType<PushRecipient> = [
  { title: '打开', dataIndex: 'openedAt', width: 150, render: (at: string | null) => (at ? formatMoment(at) : '—') },
  { title: '点击', dataIndex: 'clickedAt', width: 150, render: (at: string | null) => (at ? formatMoment(at) : '—') },
]

/** Acts on messages whose delivery nobody knows. */
function useSettling(kind: PushKind, push: PushDetail) {
  const calls = pushCalls[kind]
  const isAllowed = useIsAllowed()
  const [confirm, dialogs] = useConfirm()
  const decide = useAct(calls.decide, { success: '已核实', invalidates: [calls.get, calls.list, calls.recipients] })
  const settle = ({ id }: PushRecipient, hasArrived: boolean) =>
    decide.run({ id: push.id, messageIds: [id], hasArrived })
  const columns: TableColumnsType<PushRecipient> = [
    {
      title: '核实',
      key: 'settle',
      width: 150,
      render: (_, row) =>
        row.state === 'unsure' && (
          <>
            <Button type="link" size="small" onClick={() => void settle(row, true)}>
              已送达
            </Button>
            <Button
              type="link"
              size="small"
              onClick={() =>
                confirm({
                  title: `重新发给${row.name}？`,
                  content: '邮件服务器没有答复是否收下。如果对方其实已经收到，会收到第二封。',
                  verb: '重发',
                  run: () => settle(row, false),
                })
              }
            >
              重发
            </Button>
          </>
        ),
    },
  ]
  const isShown = (push.counts?.unsure ?? 0) > 0 && isAllowed(calls.decide)
  return { columns: isShown ? columns : [], dialogs }
}

function Recipients({ kind, push }: { kind: PushKind; push: PushDetail }) {
  const [current, setCurrent] = useState(1)
  const [state, setState] = useState<MessageState>()
  const [text, setText] = useState('')
  const query = { pushId: push.id, current, size: PAGED_ROWS, ...(state && { state }), ...(text && { text }) }
  const isMoving = push.state === 'sending'
  const settling = useSettling(kind, push)
  const read = useCall(pushCalls[kind].recipients, query, isMoving ? { refetchInterval: PROGRESS_MS } : {})
  return (
    <>
      <RecipientFilter
        label="收件人状态"
        placeholder="姓名或邮箱"
        onState={(next) => {
          setState(next)
          setCurrent(1)
        }}
        onText={(next) => {
          setText(next)
          setCurrent(1)
        }}
      />
      <PagedTable
        columns={[...columns, ...(push.opened === null ? [] : openedColumns), ...settling.columns]}
        minWidth={push.opened === null ? 1_040 : 1_340}
        read={read}
        current={current}
        onTurn={setCurrent}
        emptyText="还没有收件人"
      />
      {settling.dialogs}
    </>
  )
}

const correctedText = ({ corrected, correctedArticles }: PushDetail) =>
  `其中 ${[corrected > 0 && `${corrected} 个价格`, correctedArticles > 0 && `${correctedArticles} 篇资讯`]
    .filter(Boolean)
    .join('、')}在发送后已更正或撤回`

function Counts({ counts }: { counts: NonNullable<PushDetail['counts']> }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const open = counts.queued + counts.sending
  return (
    <div role="status" aria-label="发送进度">
      <Progress percent={total === 0 ? 100 : Math.floor(((total - open) * 100) / total)} size="small" />
      <div className="push-counts">
        {messageStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <span key={state}>
              {messageStateLabels[state]} {counts[state]}
            </span>
          ))}
      </div>
    </div>
  )
}

/** Mail scanners open mails and links too: the numbers are approximate. */
function Opened({ kind, push: { isTracked, opened, clicked } }: { kind: PushKind; push: PushDetail }) {
  const { data } = useCall(pushCalls[kind].tracking, {})
  if (opened !== null) return `打开 ${opened} 人，点击 ${clicked ?? 0} 人（含安全软件的自动打开）`
  if (!isTracked || !data) return '不记录'
  return data.state === 'on' ? '发送后记录' : trackingLabels[data.state]
}

function MailOf({ kind, push }: { kind: PushKind; push: PushDetail }) {
  const read = useCall(pushCalls[kind].shown, { id: push.id })
  return (
    <Loaded read={read} rows={8}>
      {(mail) => <MailView mail={mail} />}
    </Loaded>
  )
}

function Details({ kind, push }: { kind: PushKind; push: PushDetail }) {
  const { actionsOf, correct, dialogs } = usePushActs(kind)
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const calls = pushCalls[kind]
  const { list } = pushPages[kind]
  const mayRead = isAllowed(calls.recipients)
  return (
    <div className="push-page">
      <div className="push-head">
        <h1>{push.title}</h1>
        <PushStatus state={push.state} />
        <div className="push-head-acts">
          {actionsOf(push).map(({ label, call, isDanger = false, run }, at) => (
            <Can key={label} call={call}>
              <Button type={at === 0 && !isDanger ? 'primary' : 'default'} danger={isDanger} onClick={run}>
                {label}
              </Button>
            </Can>
          ))}
        </div>
      </div>
      {push.note && <Alert type="warning" showIcon title={push.note} />}
      {push.corrected + push.correctedArticles > 0 && push.corrections.length === 0 && (
        <Alert
          type="warning"
          showIcon
          title={correctedText(push)}
          action={
            <Can call={calls.correct}>
              <Button size="small" onClick={() => correct(push)}>
                通知收到的人
              </Button>
            </Can>
          }
        />
      )}
      {push.corrections.map(({ id, title, state }) => (
        <Alert
          key={id}
          type="info"
          showIcon
          title={
            <>
              更正通知：
              <Button type="link" size="small" onClick={() => openPage(`${list}/details`, { id, tagName: title })}>
                {title}
              </Button>
              <PushStatus state={state} />
            </>
          }
        />
      ))}
      {push.counts && <Counts counts={push.counts} />}
      <Facts
        columns={3}
        items={factsOf(calls.get, push, {
          timing: { render: whenOf },
          startedAt: {},
          endedAt: {},
          nextAt: { render: ({ state, nextAt }) => (state === 'scheduled' ? formatMoment(nextAt) : '—') },
          articles: { render: ({ articles }) => articles.map(({ title }) => `《${title}》`).join('、') || '—' },
          attachments: { render: ({ attachments }) => attachments.map(({ name }) => name).join('、') || '—' },
          authorName: {},
          pusherName: {},
          reviewerName: {},
          opened: { render: () => <Opened kind={kind} push={push} /> },
        })}
      />
      {mayRead && (
        <Tabs
          items={[
            ...(push.counts
              ? [{ key: 'recipients', label: '收件人', children: <Recipients kind={kind} push={push} /> }]
              : []),
            { key: 'mail', label: '邮件内容', children: <MailOf kind={kind} push={push} /> },
          ]}
        />
      )}
      {dialogs}
    </div>
  )
}

export default function PushDetails({ kind }: { kind: PushKind }) {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const read = useCall(
    pushCalls[kind].get,
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.state === 'sending' || data?.state === 'scheduled' ? PROGRESS_MS : false,
    },
  )
  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return read.data ? (
    <Details kind={kind} push={read.data} />
  ) : (
    <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />
  )
}
