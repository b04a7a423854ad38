import { type ReactNode, useState } from 'react'
import {
  editMeetingNews,
  getMeetingNews,
  launchMeetingNews,
  listMeetingNews,
  type NewsRow,
  removeMeetingNews,
  returnMeetingNews,
  submitMeetingNews,
  takeDownMeetingNews,
} from '#contract/meetings/meeting-news.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import type { Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { queryClient, useAct } from '#web/lib/query.ts'
import { EDIT_NEWS } from './content-labels.tsx'

const reads = [listMeetingNews, getMeetingNews] as const

/** Somebody else was quicker: show what the news is now. */
function handleRefusal({ msg }: Refusal): void {
  notify.error(msg)
  for (const { path } of reads) void queryClient.invalidateQueries({ queryKey: [path] })
}

function ReturnDialog({ news: { id, version, title }, onClosed }: { news: NewsRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof returnMeetingNews, { opinion: string }>
      title={`退回新闻：${title}`}
      endpoint={returnMeetingNews}
      initial={{ opinion: '' }}
      input={({ opinion }) => ({ id, version, opinion })}
      success="新闻已退回"
      invalidates={reads}
      verb="退回"
      onClosed={onClosed}
    >
      <Field of={returnMeetingNews} name="opinion" rows={3} />
    </FormDialog>
  )
}

export function useNewsActs(): { actionsOf: (news: NewsRow) => RowAction[]; dialogs: ReactNode } {
  const openPage = useOpenPage()
  const [confirm, confirmation] = useConfirm()
  const [returned, setReturned] = useState<NewsRow>()
  const options = { invalidates: reads, onRefusal: handleRefusal }
  const submitting = useAct(submitMeetingNews, { ...options, success: '已提交审核' })
  const launching = useAct(launchMeetingNews, { ...options, success: '新闻已发布' })
  const takingDown = useAct(takeDownMeetingNews, { ...options, success: '新闻已下架' })
  const removal = useRemoval(removeMeetingNews, options)

  const actionsOf = (news: NewsRow): RowAction[] => {
    const { id, version, title, isOwn } = news
    const one = { id, version }
    const edit = { label: '编辑', call: editMeetingNews, run: () => openPage(EDIT_NEWS, { id }) }
    const submit = { label: '提交审核', call: submitMeetingNews, run: () => void submitting.run(one) }
    const launch = {
      label: '发布',
      call: launchMeetingNews,
      run: () =>
        confirm({
          title: `发布新闻“${title}”？`,
          content: '发布后，展示此会议的网站可以读到。',
          verb: '发布',
          run: () => launching.run(one),
        }),
    }
    const giveBack = { label: '退回', call: returnMeetingNews, run: () => setReturned(news) }
    const takeDown = {
      label: '下架',
      call: takeDownMeetingNews,
      isDanger: true,
      run: () =>
        confirm({
          title: `下架新闻“${title}”？`,
          content: '网站不再展示；再次发布需要重新审核。',
          verb: '下架',
          run: () => takingDown.run(one),
        }),
    }
    const remove = {
      label: '删除',
      call: removeMeetingNews,
      isDanger: true,
      run: () =>
        confirm({
          title: `删除新闻“${title}”？`,
          content: '删除后不能恢复。',
          verb: '删除',
          run: () => removal.run(one),
        }),
    }
    return {
      draft: [edit, submit, remove],
      // one's own waits for somebody else
      pending: isOwn ? [edit] : [launch, giveBack, edit],
      published: [takeDown],
      takenDown: [edit, submit],
    }[news.state]
  }

  const dialogs = (
    <>
      {confirmation}
      {removal.dialogs}
      {returned && <ReturnDialog news={returned} onClosed={() => setReturned(undefined)} />}
    </>
  )
  return { actionsOf, dialogs }
}
