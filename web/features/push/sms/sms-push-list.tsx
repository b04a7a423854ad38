// Pushes by short message: written, submitted, reviewed, followed.
import '../push.css'
import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { exportSmsPushes, type SmsPushRow, smsPushCalls } from '../../../../contract/push/sms-pushes.ts'
import { Can } from '../../../kit/can.tsx'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../../kit/dialog/facts.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { dayRangeFilter } from '../../../kit/list/day-range-filter.tsx'
import { idFilter, selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { countsOf, PushStatus, stateOptions, whenOf } from '../push-labels.tsx'
import { useSendingActs } from '../sending-acts.tsx'
import { ClassSelect } from './class-select.tsx'
import { SmsMessages } from './sms-messages.tsx'
import { SmsPushForm } from './sms-push-form.tsx'

/** How often progress is asked for while it is being sent, ms. */
const PROGRESS_MS = 3_000

const filters = [
  textFilter('title', '推送名称', 100),
  idFilter('classId', '短信分类', ({ onChange, ...rest }) => (
    <ClassSelect {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  )),
  selectFilter('state', '状态', stateOptions),
]
const advanced = [dayRangeFilter('days', '更新日期', 'from', 'to')]

const columns: readonly Column<SmsPushRow>[] = [
  { key: 'title', label: '推送名称', width: 220, opens: true },
  { key: 'className', label: '短信分类', width: 150 },
  { key: 'state', label: '状态', width: 90, render: PushStatus },
  { key: 'timing', label: '发送时间', width: 150, render: whenOf },
  { key: 'counts', label: '收件人', width: 220, render: countsOf },
  { key: 'parts', label: '计费条数', width: 90, align: 'right' },
  { key: 'cost', label: '费用（元）', width: 100, align: 'right' },
  { key: 'note', label: '说明', width: 200 },
  { key: 'authorName', label: '创建人', width: 90 },
  { key: 'reviewerName', label: '审核人', width: 90, render: ({ reviewerName }) => reviewerName ?? '—' },
  { key: 'startedAt', label: '开始发送', width: 150, render: ({ startedAt }) => formatMoment(startedAt) },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

function Details({ push, onClosed }: { push: SmsPushRow; onClosed: () => void }) {
  const isOnItsWay = push.state === 'scheduled' || push.state === 'sending'
  return (
    <DetailsDrawer title={push.title} size={960} onClosed={onClosed}>
      <div className="sms-details">
        {push.note && <Alert type="warning" showIcon title={push.note} />}
        <div className="sms-text">{push.text}</div>
        <Facts
          columns={3}
          items={[
            { label: '短信分类', children: push.className },
            { label: '发送时间', children: whenOf(push) },
            { label: '收件人', children: countsOf(push) },
            { label: '计费', children: `${push.parts} 条，${push.cost} 元` },
            { label: '创建人', children: push.authorName },
            { label: '审核人', children: push.reviewerName ?? '—' },
          ]}
        />
        <SmsMessages of={{ pushId: push.id }} {...(isOnItsWay && { every: PROGRESS_MS })} />
      </div>
    </DetailsDrawer>
  )
}

export default function SmsPushList() {
  const [opened, setOpened] = useState<SmsPushRow>()
  const [form, setForm] = useState<{ push: SmsPushRow | undefined }>()
  const { actionsOf, dialogs } = useSendingActs<SmsPushRow>({
    calls: smsPushCalls,
    invalidates: [smsPushCalls.list, smsPushCalls.messages],
    noun: '短信',
    unit: '条',
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
          actionsOf(push, { label: '编辑', call: smsPushCalls.edit, run: () => setForm({ push }) }, [
            { label: '明细', call: smsPushCalls.messages, run: () => setOpened(push) },
          ])
        }
        exportCall={exportSmsPushes}
        toolbar={
          <Can call={smsPushCalls.add}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({ push: undefined })}>
              新增
            </Button>
          </Can>
        }
      />
      {form && <SmsPushForm push={form.push} onClosed={() => setForm(undefined)} />}
      {opened && <Details push={opened} onClosed={() => setOpened(undefined)} />}
      {dialogs}
    </>
  )
}
