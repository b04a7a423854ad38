// Meetings and exhibitions: list, details, publishing.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { meetingKindLabels } from '#contract/meetings/meeting-labels.ts'
import { addMeeting, exportMeetings, getMeeting, type MeetingRow, queryMeetings } from '#contract/meetings/meetings.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useMeetingActs } from './meeting-acts.tsx'
import { MeetingDrawer } from './meeting-details.tsx'
import {
  channelNames,
  channelOptions,
  daysText,
  fullName,
  kindOptions,
  MEETING_ADD,
  MeetingStatus,
  stateOptions,
} from './meeting-labels.tsx'

const filters = [
  textFilter('name', '会议名称', 100),
  selectFilter('kind', '类型', kindOptions),
  selectFilter('state', '状态', stateOptions),
]
const advanced = [
  dayRangeFilter('days', '会议日期', 'from', 'to'),
  textFilter('city', '城市', 30),
  selectFilter('channel', '发布渠道', channelOptions),
]

const columns: readonly Column<MeetingRow>[] = [
  { key: 'name', label: '会议名称', width: 260, opens: true },
  { key: 'edition', label: '届次', width: 90, render: ({ edition }) => edition || '—' },
  { key: 'kind', label: '类型', width: 90, render: ({ kind }) => meetingKindLabels[kind] },
  { key: 'state', label: '状态', width: 90, render: MeetingStatus },
  { key: 'startsOn', label: '会议日期', width: 200, render: daysText },
  { key: 'city', label: '城市', width: 80, render: ({ city }) => city || '—' },
  { key: 'seats', label: '名额', width: 80, align: 'right' },
  { key: 'fee', label: '参会费（元）', width: 110, align: 'right', render: ({ fee }) => fee ?? '面议' },
  { key: 'signUpUntil', label: '报名截止', width: 110, render: ({ signUpUntil }) => signUpUntil ?? '—' },
  { key: 'channels', label: '发布渠道', width: 180, render: ({ channels }) => channelNames(channels) },
  { key: 'previousName', label: '前一届', width: 220, render: ({ previousName }) => previousName ?? '—' },
  { key: 'authorName', label: '创建人', width: 90 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

export default function MeetingList() {
  const navigate = useNavigate()
  const isAllowed = useIsAllowed()
  const [opened, setOpened] = useState<MeetingRow>()
  const { actionsOf, dialogs } = useMeetingActs()
  return (
    <>
      <ListPage
        endpoint={queryMeetings}
        emptyHint="新增的会议和展会列在这里，发布后各站点可以读取。"
        settings="meeting"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={fullName}
        rowActions={actionsOf}
        onOpen={isAllowed(getMeeting) ? setOpened : undefined}
        toolbar={<AddButton call={addMeeting} onClick={() => void navigate(MEETING_ADD)} />}
        exportCall={exportMeetings}
      />
      {opened && <MeetingDrawer id={opened.id} title={fullName(opened)} onClosed={() => setOpened(undefined)} />}
      {dialogs}
    </>
  )
}
