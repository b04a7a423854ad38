// followDateDetails: open reminders by due day, overdue ones first, beside a calendar.
import './follow-ups.css'
import { Button, Segmented, Switch } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addDays } from '#contract/days.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { followWayLabels } from '#contract/service/follow-up-labels.ts'
import {
  addFollowUp,
  editFollowUp,
  type FollowUpRow,
  getDueDays,
  getFollowUp,
  queryFollowUps,
} from '#contract/service/follow-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { SmallPager } from '#web/kit/list/small-pager.tsx'
import { Month, shownDays } from '#web/kit/month/month.tsx'
import { formatDay, formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { useFollowUpActs } from './follow-up-acts.tsx'
import { FollowUpDialog } from './follow-up-dialog.tsx'
import { FOLLOW_UP_DETAILS, NextDay } from './follow-up-labels.tsx'

const PAGE_ROWS = 20
const ALL = 'all'
const OVERDUE = 'overdue'

/** The days that the list shows: all, those before today, or one. */
function rangeOf(chosen: string, today: string): { nextFrom?: string; nextTo?: string } {
  if (chosen === ALL) return {}
  if (chosen === OVERDUE) return { nextTo: addDays(today, -1) }
  return { nextFrom: chosen, nextTo: chosen }
}

type RowProps = { row: FollowUpRow; onFollow: () => void; onMove: () => void }

function Reminder({ row, onFollow, onMove }: RowProps) {
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const { id, enterpriseName, level, contactName, way, at, authorName, nextText, nextUserName } = row
  return (
    <li>
      <div className="follow-reminder-head">
        {isAllowed(getFollowUp) ? (
          <button
            type="button"
            className="text-link"
            onClick={() => openPage(FOLLOW_UP_DETAILS, { id, tagName: `${enterpriseName} ${formatDay(at)}` })}
          >
            {enterpriseName}
          </button>
        ) : (
          <span>{enterpriseName}</span>
        )}
        <NextDay {...row} />
      </div>
      <div className="follow-reminder-acts">
        {isAllowed(addFollowUp) && (
          <Button type="link" size="small" aria-label={`跟进 ${enterpriseName}`} onClick={onFollow}>
            跟进
          </Button>
        )}
        {row.canChange && isAllowed(editFollowUp) && (
          <Button type="link" size="small" aria-label={`改期 ${enterpriseName}`} onClick={onMove}>
            改期
          </Button>
        )}
      </div>
      {nextText && <p>{nextText}</p>}
      <p className="follow-faint">
        {[
          enterpriseLevelLabels[level],
          contactName,
          `${nextUserName || '公海'}跟进`,
          `${formatMoment(at)} ${authorName} ${followWayLabels[way]}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}

type RemindersProps = { chosen: string; isMine: boolean; onAll: () => void }

/** Needs a new `key` when the days change, to start on the first page. */
function Reminders({ chosen, isMine, onAll }: RemindersProps) {
  const [current, setCurrent] = useState(1)
  const [followed, setFollowed] = useState<FollowUpRow>()
  const { move, dialogs } = useFollowUpActs()
  const read = useCall(
    queryFollowUps,
    {
      isOpen: true,
      ascs: ['nextOn'],
      current,
      size: PAGE_ROWS,
      ...(isMine && { mine: true }),
      ...rangeOf(chosen, serverToday()),
    },
    { placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  // the last row of the last page was followed: go to the new last page
  if (read.data && !read.isPlaceholderData && read.data.records.length === 0 && current > 1)
    setCurrent(Math.max(1, read.data.pages))
  return (
    <>
      <Loaded read={read} rows={8}>
        {(page) =>
          page.total === 0 ? (
            <EmptyState
              {...(chosen !== ALL && { onClearFilters: onAll })}
              hint="写跟进记录时选好下次跟进的日期，就会列在这里。"
            />
          ) : (
            <>
              <ul className="follow-reminders" aria-label="待跟进">
                {page.records.map((row) => (
                  <Reminder key={row.id} row={row} onFollow={() => setFollowed(row)} onMove={() => move(row)} />
                ))}
              </ul>
              <SmallPager page={page} current={current} onTurn={setCurrent} />
            </>
          )
        }
      </Loaded>
      {followed && (
        <FollowUpDialog
          enterprise={{ id: followed.enterpriseId, name: followed.enterpriseName }}
          onClosed={() => setFollowed(undefined)}
        />
      )}
      {dialogs}
    </>
  )
}

export default function FollowByDay() {
  const [address, setAddress] = useSearchParams()
  const mineId = useId()
  const today = serverToday()
  const asked = address.get('day') ?? ALL
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(asked)
  const chosen = isDay || asked === OVERDUE ? asked : ALL
  const isMine = address.get('mine') === '1'
  const [month, setMonth] = useState((isDay ? asked : today).slice(0, 7))
  const { data } = useCall(
    getDueDays,
    { ...shownDays(month), ...(isMine && { mine: true }) },
    { placeholderData: (before) => before },
  )
  const set = (key: string, value: string | null) => {
    const next = new URLSearchParams(address)
    if (value === null) next.delete(key)
    else next.set(key, value)
    setAddress(next, { replace: true })
  }
  const show = (value: string | null) => set('day', value === ALL ? null : value)
  const options = [
    { value: ALL, label: '全部' },
    { value: OVERDUE, label: `已逾期 ${data?.overdue ?? ''}` },
    { value: today, label: `今天 ${data?.today ?? ''}` },
    ...(isDay && chosen !== today ? [{ value: chosen, label: chosen }] : []),
  ]
  return (
    <div className="follow-page follow-by-day">
      <Month
        month={month}
        onMonth={setMonth}
        counts={new Map((data?.days ?? []).map(({ day, count }) => [day, count]))}
        say={(count) => (count > 0 ? `${count} 条待跟进` : '没有待跟进')}
        isLate={(day) => day < today}
        chosen={isDay ? chosen : null}
        onChoose={show}
      />
      <section className="follow-due" aria-label="待跟进列表">
        <div className="follow-due-head">
          <Segmented aria-label="待跟进日期" value={chosen} options={options} onChange={show} />
          <span className="follow-mine">
            <Switch id={mineId} checked={isMine} onChange={(next) => set('mine', next ? '1' : null)} />
            <label htmlFor={mineId}>只看由我跟进</label>
          </span>
        </div>
        <Reminders key={`${chosen} ${isMine}`} chosen={chosen} isMine={isMine} onAll={() => show(null)} />
      </section>
    </div>
  )
}
