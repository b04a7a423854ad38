// The pages of one meeting, above each of them.
import './meeting-tabs.css'
import { Link, useSearchParams } from 'react-router'
import { getCheckIn } from '#contract/meetings/check-ins.ts'
import { carouselCalls, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { listMeetingNews } from '#contract/meetings/meeting-news.ts'
import { editMeeting, setPreviousMeeting } from '#contract/meetings/meetings.ts'
import { querySignUps } from '#contract/meetings/sign-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { CAROUSEL, NEWS, PICTURES } from './contents/content-labels.tsx'
import { MEETING_EDIT, MEETING_PREVIOUS } from './meeting-labels.tsx'
import { CHECK_IN, SIGN_UPS } from './sign-ups/sign-up-labels.tsx'

const tabs = [
  { path: MEETING_EDIT, label: '会议', call: editMeeting },
  { path: SIGN_UPS, label: '报名', call: querySignUps },
  { path: CHECK_IN, label: '签到', call: getCheckIn },
  { path: NEWS, label: '新闻', call: listMeetingNews },
  { path: MEETING_PREVIOUS, label: '往届', call: setPreviousMeeting },
  { path: CAROUSEL, label: '轮播图', call: carouselCalls.list },
  { path: PICTURES, label: '图片', call: pictureCalls.list },
] as const

export type MeetingTabsProps = { meetingId: string; current: (typeof tabs)[number]['path'] }

/** Links, as each page has an address of its own: what is typed on one of them stays there. */
export function MeetingTabs({ meetingId, current }: MeetingTabsProps) {
  const isAllowed = useIsAllowed()
  const tagName = useSearchParams()[0].get('tagName')
  const query = new URLSearchParams({ id: meetingId, ...(tagName !== null && { tagName }) })
  return (
    <nav className="meeting-tabs" aria-label="这个会议的页面">
      {tabs
        .filter(({ call }) => isAllowed(call))
        .map(({ path, label }) => (
          <Link key={path} to={`${path}?${query}`} aria-current={path === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
    </nav>
  )
}
