// sendReport/:id: one order of customised reports. Each issue is written with a file, reviewed and sent; its receipt is
// recorded.
import './push.css'
import { Button, Card, Empty, Form, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { type IssueState, issueStateLabels } from '#contract/push/report-labels.ts'
import {
  getReportOrder,
  overruleReportIssue,
  passReportIssue,
  queryReportDue,
  type ReportIssue,
  receiveReportIssue,
  reportOrderCalls,
  saveReportIssue,
  sendReportIssue,
  submitReportIssue,
} from '#contract/push/reports.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { addressedIssue } from './addressed-issue.rules.ts'

const shownIn = [getReportOrder, reportOrderCalls.list, queryReportDue]
const tones: Readonly<Record<IssueState, Tone>> = {
  draft: 'idle',
  reviewing: 'warning',
  passed: 'warning',
  sent: 'good',
  received: 'good',
}

type Values = { dueOn: string; title: string; text: string; files: UploadedFile[] }
type Edited = { orderId: string; issue: ReportIssue | undefined; due: readonly string[]; title: string }

function EditIssue({ orderId, issue, due, title, onClosed }: Edited & { onClosed: () => void }) {
  return (
    <FormDialog<typeof saveReportIssue, Values>
      title={issue ? `编辑第 ${issue.number} 期` : '写新一期'}
      endpoint={saveReportIssue}
      initial={
        issue
          ? { dueOn: issue.dueOn, title: issue.title, text: issue.text, files: [issue.file] }
          : { dueOn: due[0] ?? '', title, text: '您好：\n本期报告见附件，请查收。', files: [] }
      }
      input={({ files, ...values }) => ({
        ...values,
        orderId,
        version: issue?.version ?? null,
        fileId: files[0]?.id ?? '',
      })}
      success={actText(issue ? 'edit' : 'add')}
      invalidates={shownIn}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveReportIssue} name="dueOn">
        <Select
          disabled={issue !== undefined}
          options={(issue ? [issue.dueOn] : due).map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field of={saveReportIssue} name="title" />
      <Field of={saveReportIssue} name="text" rows={5} />
      <Form.Item
        name="files"
        label="报告文件"
        required
        rules={[
          {
            validator: async (_, files: UploadedFile[] | undefined) => {
              if (!files?.length) throw new Error('请上传报告文件')
            },
          },
        ]}
      >
        <FileUpload aria-label="报告文件" max={1} />
      </Form.Item>
    </FormDialog>
  )
}

function Overrule({ issue, onClosed }: { issue: ReportIssue; onClosed: () => void }) {
  return (
    <FormDialog<typeof overruleReportIssue, { opinion: string }>
      title={`驳回：${issue.title}`}
      endpoint={overruleReportIssue}
      initial={{ opinion: '' }}
      input={({ opinion }) => ({ id: issue.id, version: issue.version, opinion })}
      success="已驳回"
      invalidates={shownIn}
      verb="驳回"
      draft={`report-overrule-${issue.id}`}
      onClosed={onClosed}
    >
      <Field of={overruleReportIssue} name="opinion" rows={3} />
    </FormDialog>
  )
}

function Receive({ issue, contact, onClosed }: { issue: ReportIssue; contact: string; onClosed: () => void }) {
  return (
    <FormDialog<typeof receiveReportIssue, { receivedOn: string; receivedBy: string }>
      title={`登记签收：第 ${issue.number} 期`}
      endpoint={receiveReportIssue}
      initial={{ receivedOn: serverToday(), receivedBy: contact }}
      input={(values) => ({ id: issue.id, version: issue.version, ...values })}
      success="签收已登记"
      invalidates={shownIn}
      verb="保存"
      draft={`report-receipt-${issue.id}`}
      onClosed={onClosed}
    >
      <DayField of={receiveReportIssue} name="receivedOn" />
      <Field of={receiveReportIssue} name="receivedBy" />
    </FormDialog>
  )
}

/** Refetch interval while a mail is queued or being sent, ms. */
const PROGRESS_MS = 3_000
const isOnItsWay = ({ mail }: ReportIssue) => mail?.state === 'queued' || mail?.state === 'sending'

type Dialog = { kind: 'edit' | 'overrule' | 'receive'; issue: ReportIssue }

function IssueActs({ issue, onDialog }: { issue: ReportIssue; onDialog: (dialog: Dialog) => void }) {
  const { id, version, state } = issue
  const submit = useAct(submitReportIssue, { success: '已提交', invalidates: shownIn })
  const pass = useAct(passReportIssue, { success: '审核通过', invalidates: shownIn })
  const send = useConfirmed(sendReportIssue, {
    title: '发送报告',
    verb: '发送',
    isDanger: false,
    success: '已提交发送',
    invalidates: shownIn,
  })
  return (
    <div className="push-act">
      {state === 'draft' && (
        <>
          <Can call={submitReportIssue}>
            <Button
              type="primary"
              size="small"
              loading={submit.pending}
              onClick={() => void submit.run({ id, version })}
            >
              提交
            </Button>
          </Can>
          <Can call={saveReportIssue}>
            <Button size="small" onClick={() => onDialog({ kind: 'edit', issue })}>
              编辑
            </Button>
          </Can>
        </>
      )}
      {state === 'reviewing' && !issue.isOwn && (
        <>
          <Can call={passReportIssue}>
            <Button type="primary" size="small" loading={pass.pending} onClick={() => void pass.run({ id, version })}>
              通过
            </Button>
          </Can>
          <Can call={overruleReportIssue}>
            <Button size="small" onClick={() => onDialog({ kind: 'overrule', issue })}>
              驳回
            </Button>
          </Can>
        </>
      )}
      {state === 'passed' && (
        <Can call={sendReportIssue}>
          <Button type="primary" size="small" loading={send.pending} onClick={() => void send.run({ id, version })}>
            发送
          </Button>
        </Can>
      )}
      {state === 'sent' && (
        <Can call={receiveReportIssue}>
          <Button size="small" onClick={() => onDialog({ kind: 'receive', issue })}>
            登记签收
          </Button>
        </Can>
      )}
      {send.dialogs}
    </div>
  )
}

function Issue({ issue, onDialog }: { issue: ReportIssue; onDialog: (dialog: Dialog) => void }) {
  const { number, title, dueOn, state, mail } = issue
  return (
    <Card
      size="small"
      title={`第 ${number} 期 · ${title}`}
      extra={<Status tone={tones[state]}>{issueStateLabels[state]}</Status>}
    >
      <Facts
        columns={2}
        items={[
          { label: '期次', children: dueOn },
          { label: '文件', children: <a href={issue.file.url}>{issue.file.name}</a> },
          { label: '撰写', children: issue.authorName },
          { label: '审核', children: issue.reviewerName ?? '—' },
          ...(issue.opinion ? [{ label: '驳回意见', children: issue.opinion, span: 2 }] : []),
          ...(issue.sentAt ? [{ label: '发送', children: formatMoment(issue.sentAt) }] : []),
          ...(mail
            ? [{ label: '邮件', children: `${messageStateLabels[mail.state]}${mail.reason && `：${mail.reason}`}` }]
            : []),
          ...(issue.receivedOn ? [{ label: '签收', children: `${issue.receivedOn} ${issue.receivedBy}` }] : []),
        ]}
      />
      <IssueActs issue={issue} onDialog={onDialog} />
    </Card>
  )
}

/** The page stays mounted in its tab: `key` resets it when the address changes. */
export default function SendReportPage() {
  const [address] = useSearchParams()
  return <SendReport key={address.toString()} address={address} />
}

function SendReport({ address }: { address: URLSearchParams }) {
  const { id = '' } = useParams()
  const mayWrite = useIsAllowed()(saveReportIssue)
  const [isAddressed, setAddressed] = useState(true)
  const read = useCall(
    getReportOrder,
    { id },
    { refetchInterval: ({ state: { data } }) => (data?.issues.some(isOnItsWay) ? PROGRESS_MS : false) },
  )
  const [isNew, setNew] = useState(false)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />
  const { order, issues, due } = read.data
  const [next] = due
  const addressed = isAddressed && mayWrite ? addressedIssue({ issues, due }, address) : null
  return (
    <div className="push-page">
      <div className="push-head">
        <h1>{order.title}</h1>
        <Status tone={order.isEnabled ? 'good' : 'idle'}>{order.isEnabled ? '进行中' : '已结束'}</Status>
        <div className="push-head-acts">
          {next !== undefined && (
            <Can call={saveReportIssue}>
              <Button type="primary" onClick={() => setNew(true)}>
                写新一期
              </Button>
            </Can>
          )}
        </div>
      </div>
      <Facts
        columns={3}
        items={[
          ...factsOf(reportOrderCalls.list, order, {
            enterpriseName: {},
            rhythm: {},
            price: { label: '金额', render: ({ price }) => `${formatFigure(price)} 元` },
            startsOn: { label: '期限', render: ({ startsOn, endsOn }) => `${startsOn} 至 ${endsOn}` },
            contactName: { render: ({ contactName, contactEmail }) => `${contactName}（${contactEmail}）` },
          }),
          { label: '下一期', children: due.join('、') || '—' },
          ...factsOf(reportOrderCalls.list, order, { contents: { label: '内容', span: 3 } }),
        ]}
      />
      {issues.length === 0 && <Empty description="还没有写过报告" />}
      {issues.map((issue) => (
        <Issue key={issue.id} issue={issue} onDialog={setDialog} />
      ))}
      {addressed && (
        <EditIssue
          orderId={order.id}
          issue={addressed.issue}
          due={addressed.due}
          title={`${order.title}（${addressed.due[0]}）`}
          onClosed={() => setAddressed(false)}
        />
      )}
      {isNew && next !== undefined && (
        <EditIssue
          orderId={order.id}
          issue={undefined}
          due={due}
          title={`${order.title}（${next}）`}
          onClosed={() => setNew(false)}
        />
      )}
      {dialog?.kind === 'edit' && (
        <EditIssue orderId={order.id} issue={dialog.issue} due={due} title="" onClosed={close} />
      )}
      {dialog?.kind === 'overrule' && <Overrule issue={dialog.issue} onClosed={close} />}
      {dialog?.kind === 'receive' && <Receive issue={dialog.issue} contact={order.contactName} onClosed={close} />}
    </div>
  )
}
