// Pushes of one page: list, edit, submit, progress.

import { Button } from 'antd'
import { useState } from 'react'
import { mailOptOutCalls } from '#contract/push/mail-opt-outs.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { type PushKind, pushPages } from '#contract/push/push-labels.ts'
import { Can } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { MailOptOuts } from './mail-opt-outs.tsx'
import { usePushActs } from './push-acts.tsx'
import { countsOf, pushTones, stateOptions, whenOf } from './push-labels.tsx'

const filters = [textFilter('title', '推送名称', 100), selectFilter('state', '状态', stateOptions)]
const advanced = [userFilter('authorId', '创建人'), dayRangeFilter('days', '更新日期', 'from', 'to')]

const columns = columnsOf(pushCalls.report.list, {
  title: { width: 260, opens: true },
  subject: { width: 260 },
  state: { width: 90, tones: pushTones },
  timing: { width: 150, render: whenOf },
  counts: { width: 270, render: countsOf },
  note: { width: 180 },
  authorName: { width: 90 },
  reviewerName: { width: 90, empty: '—' },
  startedAt: { width: 150 },
  updatedAt: { width: 150 },
})

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
