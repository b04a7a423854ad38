import { lazy, type ReactNode, Suspense, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { getCheckIn } from '#contract/meetings/check-ins.ts'
import { getDinner } from '#contract/meetings/dinner.ts'
import { inviteContacts } from '#contract/meetings/invitations.ts'
import { carouselCalls, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { listMeetingNews } from '#contract/meetings/meeting-news.ts'
import {
  cancelMeeting,
  copyMeeting,
  editMeeting,
  launchMeetings,
  type MeetingRow,
  removeMeetings,
  restoreMeeting,
  setPreviousMeeting,
  takeDownMeetings,
} from '#contract/meetings/meetings.ts'
import { getSignUpCounts, querySignUps } from '#contract/meetings/sign-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed, useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { CAROUSEL, NEWS, PICTURES } from './contents/content-labels.tsx'
import { SignUpCounts } from './funnel/sign-up-counts.tsx'
import { Invitations } from './invitations/invitations.tsx'
import { fullName, MEETING_EDIT, MEETING_PREVIOUS, meetingReads } from './meeting-labels.tsx'
import { CHECK_IN, SIGN_UPS } from './sign-ups/sign-up-labels.tsx'

// of its own: most who open the list never drag
const CancelMeeting = lazy(() => import('./cancel-meeting.tsx'))
const Dinner = lazy(() => import('./dinner/dinner.tsx'))

const NAME_MAX = 100
const invalidates = meetingReads

type CopyProps = { meeting: MeetingRow; onDone: (id: string) => void; onClosed: () => void }

function CopyDialog({ meeting, onDone, onClosed }: CopyProps) {
  return (
    <FormDialog<typeof copyMeeting, { name: string; edition: string; startsOn: string | null }>
      title={`复制会议“${fullName(meeting)}”`}
      endpoint={copyMeeting}
      initial={
        meeting.edition === ''
          ? { name: `${meeting.name} 副本`.slice(-NAME_MAX), edition: '', startsOn: meeting.startsOn }
          : { name: meeting.name, edition: '', startsOn: meeting.startsOn }
      }
      input={({ name, edition, startsOn }) => ({ id: meeting.id, name, edition, startsOn: startsOn ?? '' })}
      success="已复制为新的草稿"
      invalidates={invalidates}
      verb="复制"
      isDanger={false}
      onDone={({ id }) => onDone(id)}
      onClosed={onClosed}
    >
      <Field of={copyMeeting} name="name" />
      <Field of={copyMeeting} name="edition" isRequired={false} />
      <DayField of={copyMeeting} name="startsOn" hint="结束日期、报名时间和议程的日期随之移动。" />
      <p>
        一并复制：议程、联系人、报名设置、签到点、晚宴的桌、封面、正文和发布渠道，成为草稿。不复制：报名、邀请函、晚宴座位、新闻、图片、轮播图和会议资料；上一届另行选择。
      </p>
    </FormDialog>
  )
}

export function useMeetingActs(): { actionsOf: (meeting: MeetingRow) => RowAction[]; dialogs: ReactNode } {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const [confirm, confirmation] = useConfirm()
  const [copied, setCopied] = useState<MeetingRow>()
  const [dinner, setDinner] = useState<MeetingRow>()
  const [inviting, setInviting] = useState<MeetingRow>()
  const [cancelled, setCancelled] = useState<MeetingRow>()
  const [counted, setCounted] = useState<MeetingRow>()
  const turning = { invalidates, guardMs: DIALOG_GUARD_MS }
  const launching = useConfirmed(launchMeetings, {
    ...turning,
    title: '发布会议',
    verb: '发布',
    isDanger: false,
    success: '已发布',
  })
  // of its own: the guard of the first one would take an undo for a repetition
  const relaunching = useAct(launchMeetings, turning)
  const takingDown = useAct(takeDownMeetings, turning)
  const restoring = useAct(restoreMeeting, turning)
  const removal = useRemoval(removeMeetings, { invalidates })

  const launch = async ({ id, name, channels }: MeetingRow) => {
    if (channels.length === 0) return notify.warning(`“${name}”还没有发布渠道，请先编辑`)
    await launching.run({ ids: [id] })
  }
  const takeDown = (meeting: MeetingRow) =>
    confirm({
      title: `下架“${fullName(meeting)}”？`,
      content: '各站点将不再展示，可以再次发布。',
      verb: '下架',
      run: async () => {
        const done = await takingDown.run({ ids: [meeting.id] })
        if (done === undefined) return
        if (isAllowed(launchMeetings)) notify.undoable('已下架', () => void relaunching.run({ ids: [meeting.id] }))
        else notify.success('已下架')
      },
    })
  const restore = (meeting: MeetingRow) =>
    confirm({
      title: `恢复举行“${fullName(meeting)}”？`,
      content: '报名仍然有效；已收到取消通知的来宾会收到恢复举行的通知。',
      verb: '恢复举行',
      isDanger: false,
      run: async () => {
        if ((await restoring.run({ id: meeting.id })) !== undefined) notify.success('已恢复举行')
      },
    })
  const remove = (meeting: MeetingRow) =>
    confirm({
      title: `删除草稿“${fullName(meeting)}”？`,
      content: '删除后不能恢复。',
      verb: '删除',
      run: async () => {
        await removal.run({ ids: [meeting.id] })
      },
    })

  const actionsOf = (meeting: MeetingRow): RowAction[] => {
    const query = { id: meeting.id, tagName: fullName(meeting) }
    const { state, phase } = meeting
    const offered: (RowAction | false)[] = [
      { label: '编辑', call: editMeeting, run: () => openPage(MEETING_EDIT, query) },
      (state === 'draft' || state === 'takenDown') && {
        label: '发布',
        call: launchMeetings,
        run: () => void launch(meeting),
      },
      { label: '复制', call: copyMeeting, run: () => setCopied(meeting) },
      { label: '报名', call: querySignUps, run: () => openPage(SIGN_UPS, query) },
      state === 'published' && { label: '邀请', call: inviteContacts, run: () => setInviting(meeting) },
      { label: '报名统计', call: getSignUpCounts, run: () => setCounted(meeting) },
      { label: '签到', call: getCheckIn, run: () => openPage(CHECK_IN, query) },
      { label: '新闻', call: listMeetingNews, run: () => openPage(NEWS, query) },
      { label: '图片', call: pictureCalls.list, run: () => openPage(PICTURES, query) },
      { label: '轮播图', call: carouselCalls.list, run: () => openPage(CAROUSEL, query) },
      { label: '晚宴登记', call: getDinner, run: () => setDinner(meeting) },
      { label: '上一届', call: setPreviousMeeting, run: () => openPage(MEETING_PREVIOUS, query) },
      state === 'cancelled' && { label: '恢复举行', call: restoreMeeting, run: () => restore(meeting) },
      state === 'published' &&
        phase !== 'over' && {
          label: '取消会议',
          call: cancelMeeting,
          isDanger: true,
          run: () => setCancelled(meeting),
        },
      state === 'published' && {
        label: '下架',
        call: takeDownMeetings,
        isDanger: true,
        run: () => takeDown(meeting),
      },
      state === 'draft' && { label: '删除', call: removeMeetings, isDanger: true, run: () => remove(meeting) },
    ]
    return offered.filter((act) => act !== false)
  }
  const openCopy = (id: string) => {
    if (isAllowed(editMeeting)) openPage(MEETING_EDIT, { id })
  }
  const dialogs = (
    <>
      {confirmation}
      {launching.dialogs}
      {removal.dialogs}
      {dinner && (
        <Suspense fallback={null}>
          <Dinner meeting={dinner} onClosed={() => setDinner(undefined)} />
        </Suspense>
      )}
      {inviting && <Invitations meeting={inviting} onClosed={() => setInviting(undefined)} />}
      {cancelled && (
        <Suspense fallback={null}>
          <CancelMeeting meeting={cancelled} onClosed={() => setCancelled(undefined)} />
        </Suspense>
      )}
      {counted && <SignUpCounts meeting={counted} title={fullName(counted)} onClosed={() => setCounted(undefined)} />}
      {copied && <CopyDialog meeting={copied} onDone={openCopy} onClosed={() => setCopied(undefined)} />}
    </>
  )
  return { actionsOf, dialogs }
}
