// Row actions of an announcement by its state, with their confirmations.
import type { ReactNode } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  type AnnouncementRow,
  announcementDetails,
  editAnnouncement,
  launchAnnouncement,
  queryAnnouncements,
  queryReaders,
  removeAnnouncement,
  takeDownAnnouncement,
} from '#contract/system/announcements.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { audienceOf } from './announcement-labels.tsx'

type Acts = { actionsOf: (row: AnnouncementRow) => RowAction[]; dialogs: ReactNode }

type Opens = Record<'onDetails' | 'onReaders', (row: AnnouncementRow) => void>

export function useAnnouncementActs({ onDetails, onReaders }: Opens): Acts {
  const openPage = useOpenPage()
  const [confirm, dialogs] = useConfirm()
  const common = { invalidates: [queryAnnouncements], guardMs: DIALOG_GUARD_MS }
  const launch = useAct(launchAnnouncement, {
    ...common,
    onSuccess: ({ receivers }) => notify.success(`发布成功，已通知 ${receivers} 人`),
  })
  const takeDown = useAct(takeDownAnnouncement, { ...common, success: '下架成功' })
  const remove = useAct(removeAnnouncement, { ...common, success: actText('delete') })

  const actionsOf = (row: AnnouncementRow): RowAction[] => {
    const { id, title, state } = row
    const details: RowAction = { label: '详情', call: announcementDetails, run: () => onDetails(row) }
    const readers: RowAction = { label: '阅读情况', call: queryReaders, run: () => onReaders(row) }
    if (state === 'launched') {
      return [
        details,
        readers,
        {
          label: '下架',
          call: takeDownAnnouncement,
          isDanger: true,
          run: () =>
            confirm({
              title: `下架公告“${title}”？`,
              content: '下架后员工不能再查看此公告，可以编辑后重新发布。',
              verb: '下架',
              run: () => takeDown.run({ id }),
            }),
        },
      ]
    }
    return [
      {
        label: '编辑',
        call: editAnnouncement,
        run: () => openPage('/system/editAnnoucement', { id, tagName: title }),
      },
      {
        label: '发布',
        call: launchAnnouncement,
        run: () =>
          confirm({
            title: `发布公告“${title}”？`,
            content: `接收范围：${audienceOf(row)}。发布后接收人会立即收到消息。`,
            verb: '发布',
            run: () => launch.run({ id }),
          }),
      },
      details,
      ...(state === 'takenDown' ? [readers] : []),
      {
        label: '删除',
        call: removeAnnouncement,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除公告“${title}”？`,
            content: '删除后不能恢复，阅读记录一并删除。',
            verb: '删除',
            run: () => remove.run({ id }),
          }),
      },
    ]
  }
  return { actionsOf, dialogs }
}
