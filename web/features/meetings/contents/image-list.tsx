// The carousel or the pictures of one meeting: sorted by drag or keyboard, edited, deleted.
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { type ImageKind, imageKindLabels } from '#contract/meetings/content-labels.ts'
import { carouselCalls, type ImageRow, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { SortableList } from '#web/kit/picker/sortable-list.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { channelNames } from '../meeting-labels.tsx'
import { EDIT_CAROUSEL, EDIT_PICTURE } from './content-labels.tsx'

const uses = {
  carousel: { calls: carouselCalls, editPath: EDIT_CAROUSEL },
  picture: { calls: pictureCalls, editPath: EDIT_PICTURE },
} as const

function daysOf({ showFrom, showUntil }: ImageRow): string {
  if (showFrom === null && showUntil === null) return '长期展示'
  return `${showFrom ?? '即日'} 至 ${showUntil ?? '长期'}`
}

function statusOf({ isOn, isShown }: ImageRow) {
  if (!isOn) return <Status tone="idle">已禁用</Status>
  return isShown ? <Status tone="good">展示中</Status> : <Status tone="warning">不在展示期</Status>
}

type ImageProps = { row: ImageRow; edit: Endpoint; remove: Endpoint; onEdit: () => void; onRemove: () => void }

function Image({ row, edit, remove, onEdit, onRemove }: ImageProps) {
  const { file, fileEn, channels, title, caption, link } = row
  return (
    <div className="meeting-image">
      <a href={file.url} target="_blank" rel="noreferrer">
        <img src={file.url} alt={title} loading="lazy" />
      </a>
      <div className="meeting-image-text">
        <strong>{title}</strong>
        {caption && <span>{caption}</span>}
        <span className="meeting-faint">
          {daysOf(row)}
          {channels.length > 0 && ` · ${channelNames(channels)}`}
          {fileEn && (
            <>
              {' · '}
              <a href={fileEn.url} target="_blank" rel="noreferrer">
                英文图片
              </a>
            </>
          )}
          {link && (
            <>
              {' · '}
              <a href={link} target="_blank" rel="noopener noreferrer">
                {link}
              </a>
            </>
          )}
        </span>
      </div>
      {statusOf(row)}
      <div className="meeting-image-acts">
        <Can call={edit}>
          <Button type="link" size="small" aria-label={`编辑 ${title}`} onClick={onEdit}>
            编辑
          </Button>
        </Can>
        <Can call={remove}>
          <Button type="link" size="small" danger aria-label={`删除 ${title}`} onClick={onRemove}>
            删除
          </Button>
        </Can>
      </div>
    </div>
  )
}

const idsOf = (rows: readonly ImageRow[]) => rows.map(({ id }) => id)

type ImageListProps = { kind: ImageKind; meetingId: string; rows: readonly ImageRow[] }

export function ImageList({ kind, meetingId, rows }: ImageListProps) {
  const { calls, editPath } = uses[kind]
  const noun = imageKindLabels[kind]
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const [confirm, confirmation] = useConfirm()
  /** As just sorted, until the server's answer is read. */
  const [sorted, setSorted] = useState<readonly ImageRow[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: newly read rows replace the sorted ones
  useEffect(() => setSorted(undefined), [rows])
  const options = { invalidates: [calls.list] }
  const sorting = useAct(calls.sort, { ...options, guardMs: DIALOG_GUARD_MS })
  const removal = useRemoval(calls.remove, options)

  const handleSort = async (next: readonly ImageRow[]) => {
    const before = idsOf(sorted ?? rows)
    setSorted(next)
    const done = await sorting.run({ meetingId, ids: idsOf(next) })
    if (done === undefined) return setSorted(undefined)
    notify.undoable('顺序已保存', () => void sorting.run({ meetingId, ids: before }))
  }
  const handleRemove = ({ id, title }: ImageRow) =>
    confirm({
      title: `删除${noun}“${title}”？`,
      content: '图片从此会议移除，不能恢复。',
      verb: '删除',
      run: () => removal.run({ ids: [id] }),
    })

  const shown = sorted ?? rows
  const show = (row: ImageRow): ReactNode => (
    <Image
      row={row}
      edit={calls.edit}
      remove={calls.remove}
      onEdit={() => openPage(editPath, { id: row.id })}
      onRemove={() => handleRemove(row)}
    />
  )
  const label = `${noun}的顺序`
  if (shown.length === 0) return <EmptyState />
  return (
    <>
      {isAllowed(calls.sort) ? (
        <SortableList
          label={label}
          items={shown}
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          onSort={(next) => void handleSort(next)}
        >
          {show}
        </SortableList>
      ) : (
        <ul className="meeting-images" aria-label={label}>
          {shown.map((row) => (
            <li key={row.id}>{show(row)}</li>
          ))}
        </ul>
      )}
      {confirmation}
      {removal.dialogs}
    </>
  )
}
