// Meetings and exhibitions: list, details, publishing.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addMeeting, exportMeetings, getMeeting, type MeetingRow, queryMeetings } from '#contract/meetings/meetings.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useMeetingActs } from './meeting-acts.tsx'
import { MeetingDrawer } from './meeting-details.tsx'
import {
  channelNames,
  channelOptions,
  daysText,
  fullName,
  kindOptions,
  MEETING_ADD,
  meetingTones,
  phaseOptions,
  phaseTones,
  stateOptions,
} from './meeting-labels.tsx'

const filters = [
  ...filtersOf(queryMeetings, ['name']),
  selectFilter('kind', '类型', kindOptions),
  selectFilter('state', '状态', stateOptions),
  selectFilter('phase', '报名状态', phaseOptions),
]
const advanced = [
  dayRangeFilter('days', '会议日期', 'from', 'to'),
  ...filtersOf(queryMeetings, ['city']),
  selectFilter('channel', '发布渠道', channelOptions),
]

const columns = columnsOf(queryMeetings, {
  name: { width: 260, opens: true },
  edition: { width: 90, empty: '—' },
  kind: { width: 90 },
  state: { width: 90, tones: meetingTones },
  phase: { width: 110, tones: phaseTones },
  startsOn: { width: 200, render: daysText },
  city: { width: 80, empty: '—' },
  seats: { width: 80 },
  fee: { width: 110, align: 'right', empty: '面议' },
  signUpUntil: { width: 110 },
  channels: { width: 180, render: ({ channels }) => channelNames(channels) },
  previousName: { width: 220, empty: '—' },
  authorName: { width: 90 },
  updatedAt: {},
})

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
