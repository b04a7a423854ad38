// Pushes by short message: list, edit, submit, review, progress.
import '../push.css'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { exportSmsPushes, type SmsPushRow, smsPushCalls } from '#contract/push/sms-pushes.ts'
import { Can } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, idFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useAct } from '#web/lib/query.ts'
import { countsOf, pushTones, whenOf } from '../push-labels.tsx'
import { useSendingActs } from '../sending-acts.tsx'
import { ClassSelect } from './class-select.tsx'
import { SmsMessages } from './sms-messages.tsx'
import { SmsPushForm } from './sms-push-form.tsx'

/** Refetch interval while a push is being sent, ms. */
const PROGRESS_MS = 3_000

const filters = [
  ...filtersOf(smsPushCalls.list, ['title']),
  idFilter('classId', '短信分类', ({ onChange, ...rest }) => (
    <ClassSelect {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  )),
  ...filtersOf(smsPushCalls.list, ['state']),
]
const advanced = [dayRangeFilter('days', '更新日期', 'from', 'to')]

const columns = columnsOf(smsPushCalls.list, {
  title: { width: 200, opens: true },
  className: { width: 150 },
  state: { width: 90, tones: pushTones },
  timing: { width: 150, render: whenOf },
  counts: { width: 270, render: countsOf },
  parts: { width: 90 },
  cost: { width: 100, align: 'right' },
  note: { width: 200 },
  authorName: { width: 90 },
  reviewerName: { width: 90, empty: '—' },
  startedAt: {},
  updatedAt: {},
})

type DetailsProps = { push: SmsPushRow; onCorrect: () => void; onClosed: () => void }

function Details({ push, onCorrect, onClosed }: DetailsProps) {
  const isOnItsWay = push.state === 'scheduled' || push.state === 'sending'
  return (
    <DetailsDrawer title={push.title} size={1080} onClosed={onClosed}>
      <div className="sms-details">
        {push.note && <Alert type="warning" showIcon title={push.note} />}
        {push.corrected > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`其中 ${push.corrected} 个价格在发送后已更正或撤回`}
            action={
              <Can call={smsPushCalls.correct}>
                <Button size="small" onClick={onCorrect}>
                  通知收到的人
                </Button>
              </Can>
            }
          />
        )}
        <div className="sms-text">{push.text}</div>
        <Facts
          columns={3}
          items={factsOf(smsPushCalls.list, push, {
            className: {},
            timing: { render: whenOf },
            counts: { render: countsOf },
            parts: { label: '计费', render: ({ parts, cost }) => `${parts} 条，${cost} 元` },
            authorName: {},
            reviewerName: {},
          })}
        />
        <SmsMessages of={{ pushId: push.id }} {...(isOnItsWay && { every: PROGRESS_MS })} />
      </div>
    </DetailsDrawer>
  )
}

export default function SmsPushList() {
  const [opened, setOpened] = useState<SmsPushRow>()
  const [form, setForm] = useState<{ push: SmsPushRow | undefined }>()
  const invalidates = [smsPushCalls.list, smsPushCalls.messages]
  const { actionsOf, dialogs } = useSendingActs<SmsPushRow>({
    calls: smsPushCalls,
    invalidates,
    noun: '短信',
    unit: '条',
  })
  const correct = useAct(smsPushCalls.correct, {
    success: '更正通知已生成草稿，核对后提交',
    invalidates,
    onSuccess: () => setOpened(undefined),
  })
  return (
    <>
      <ListPage
        endpoint={smsPushCalls.list}
        emptyHint="新增推送，选好短信分类和收件人，提交后按时发送。"
        settings="smsListPush"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title }) => title}
        onOpen={setOpened}
        rowActions={(push) =>
          actionsOf(
            push,
            push.correctionOf === null && { label: '编辑', call: smsPushCalls.edit, run: () => setForm({ push }) },
            [
              ...(push.corrected > 0
                ? [{ label: '通知更正', call: smsPushCalls.correct, run: () => void correct.run({ id: push.id }) }]
                : []),
              { label: '明细', call: smsPushCalls.messages, run: () => setOpened(push) },
            ],
          )
        }
        exportCall={exportSmsPushes}
        toolbar={<AddButton call={smsPushCalls.add} onClick={() => setForm({ push: undefined })} />}
      />
      {form && <SmsPushForm push={form.push} onClosed={() => setForm(undefined)} />}
      {opened && (
        <Details
          push={opened}
          onCorrect={() => void correct.run({ id: opened.id })}
          onClosed={() => setOpened(undefined)}
        />
      )}
      {dialogs}
    </>
  )
}
