// Pushes of one page: list, edit, submit, progress.
import { Button } from 'antd'
import { useState } from 'react'
import { mailOptOutCalls } from '#contract/push/mail-opt-outs.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { type PushKind, pushPages } from '#contract/push/push-labels.ts'
import type { PushRow } from '#contract/push/pushes.ts'
import { Can } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { MailOptOuts } from './mail-opt-outs.tsx'
import { usePushActs } from './push-acts.tsx'
import { countsOf, PushStatus, stateOptions, whenOf } from './push-labels.tsx'

const filters = [textFilter('title', '推送名称', 100), selectFilter('state', '状态', stateOptions)]
const advanced = [userFilter('authorId', '创建人'), dayRangeFilter('days', '更新日期', 'from', 'to')]

const columns: readonly Column<PushRow>[] = [
  { key: 'title', label: '推送名称', width: 260, opens: true },
  { key: 'subject', label: '邮件主题', width: 260 },
  { key: 'state', label: '状态', width: 90, render: PushStatus },
  { key: 'timing', label: '发送时间', width: 150, render: whenOf },
  { key: 'counts', label: '收件人', width: 270, render: countsOf },
  { key: 'note', label: '说明', width: 180 },
  { key: 'authorName', label: '创建人', width: 90 },
  { key: 'reviewerName', label: '审核人', width: 90, render: ({ reviewerName }) => reviewerName ?? '—' },
  { key: 'startedAt', label: '开始发送', width: 150, render: ({ startedAt }) => formatMoment(startedAt) },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

export default function PushList({ kind }: { kind: PushKind }) {
  const openPage = useOpenPage()
  const { list, menu } = pushPages[kind]
  const calls = pushCalls[kind]
  const { actionsOf, dialogs } = usePushActs(kind)
  const [areOptOutsShown, setOptOutsShown] = useState(false)
  return (
    <>
      <ListPage
        endpoint={calls.list}
        emptyHint="新增推送，选好内容和收件人，提交后按时发送。"
        settings={menu}
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title }) => title}
        rowActions={actionsOf}
        onOpen={({ id, title }) => openPage(`${list}/details`, { id, tagName: title })}
        toolbar={
          <>
            <AddButton call={calls.add} onClick={() => openPage(`${list}/add`)} />
            <Can call={mailOptOutCalls.list}>
              <Button onClick={() => setOptOutsShown(true)}>退订邮箱</Button>
            </Can>
          </>
        }
      />
      {areOptOutsShown && <MailOptOuts onClosed={() => setOptOutsShown(false)} />}
      {dialogs}
    </>
  )
}
