// The visits of a month by day, and those of the chosen day in the order of their times.
import './visits.css'
import { UnorderedListOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { siteKindLabels } from '#contract/visits/visit-labels.ts'
import { addVisit, getVisit, getVisitDays, queryVisits, type VisitRow } from '#contract/visits/visits.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { SmallPager } from '#web/kit/list/small-pager.tsx'
import { Month, shownDays } from '#web/kit/month/month.tsx'
import { formatDay, formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { useVisitActs } from './visit-acts.tsx'
import { VISIT_DETAILS, VisitStatus } from './visit-labels.tsx'
import { PlanDialog } from './visit-plan.tsx'

const PAGE_ROWS = 20
/** Acts shown beside a visit; the rest are on its page. */
const ACTS_SHOWN = 3
/** A visit that is planned from the calendar begins at nine. */
const morning = (day: string) => `${day}T09:00:00+08:00`

function DayVisit({ visit, acts }: { visit: VisitRow; acts: ReturnType<typeof useVisitActs> }) {
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const { id, enterpriseName, plannedAt, ownerName, companions, aim, kind, regionPath } = visit
  const offered = acts.actionsOf(visit).filter(({ call, isDanger }) => !isDanger && isAllowed(call))
  return (
    <li>
      <div className="visit-day-head">
        <span className="visit-time">{formatMoment(plannedAt).slice(-5)}</span>
        {isAllowed(getVisit) ? (
          <button
            type="button"
            className="text-link"
            onClick={() => openPage(VISIT_DETAILS, { id, tagName: `${enterpriseName} ${formatDay(plannedAt)}` })}
          >
            {enterpriseName}
          </button>
        ) : (
          <span>{enterpriseName}</span>
        )}
        <VisitStatus {...visit} />
      </div>
      <div className="visit-day-acts">
        {offered.slice(0, ACTS_SHOWN).map(({ label, run }) => (
          <Button key={label} type="link" size="small" aria-label={`${label} ${enterpriseName}`} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <p>{aim}</p>
      <p className="visit-faint">
        {[siteKindLabels[kind], regionPath, [ownerName, ...companions].join('、')].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

type DayProps = { day: string; isMine: boolean }

/** Needs a new `key` when the day changes, to start on the first page. */
function DayVisits({ day, isMine }: DayProps) {
  const [current, setCurrent] = useState(1)
  const acts = useVisitActs()
  const read = useCall(
    queryVisits,
    { from: day, to: day, ascs: ['plannedAt'], current, size: PAGE_ROWS, ...(isMine && { mine: true }) },
    { placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  return (
    <>
      <Loaded read={read} rows={8}>
        {(page) =>
          page.total === 0 ? (
            <EmptyState hint="这一天没有安排拜访。" />
          ) : (
            <>
              <ul className="visit-day-list" aria-label={`${day} 的拜访`}>
                {page.records.map((visit) => (
                  <DayVisit key={visit.id} visit={visit} acts={acts} />
                ))}
              </ul>
              <SmallPager page={page} current={current} onTurn={setCurrent} />
            </>
          )
        }
      </Loaded>
      {acts.dialogs}
    </>
  )
}

export function VisitCalendar({ onList }: { onList: () => void }) {
  const [address, setAddress] = useSearchParams()
  const mineId = useId()
  const [isAdding, setAdding] = useState(false)
  const today = serverToday()
  const asked = address.get('day') ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today
  const isMine = address.get('mine') === '1'
  const [month, setMonth] = useState(day.slice(0, 7))
  const { data } = useCall(
    getVisitDays,
    { ...shownDays(month), ...(isMine && { mine: true }) },
    { placeholderData: (before) => before },
  )
  const days = data?.days ?? []
  const late = new Set(days.flatMap((each) => (each.late ? each.day : [])))
  const set = (key: string, value: string | null) => {
    const next = new URLSearchParams(address)
    if (value === null) next.delete(key)
    else next.set(key, value)
    setAddress(next, { replace: true })
  }
  return (
    <div className="visit-page visit-calendar">
      <Month
        month={month}
        onMonth={setMonth}
        counts={new Map(days.map(({ day: each, count }) => [each, count]))}
        say={(count) => (count > 0 ? `${count} 次拜访` : '没有拜访')}
        isLate={(each) => late.has(each)}
        chosen={day}
        onChoose={(next) => next !== null && set('day', next)}
      />
      <section className="visit-day" aria-label="当天的拜访">
        <div className="visit-day-bar">
          <h2>{day}</h2>
          <AddButton call={addVisit} onClick={() => setAdding(true)} />
          <Button icon={<UnorderedListOutlined />} onClick={onList}>
            列表
          </Button>
          <span className="visit-mine">
            <Switch id={mineId} checked={isMine} onChange={(next) => set('mine', next ? '1' : null)} />
            <label htmlFor={mineId}>只看我的</label>
          </span>
        </div>
        <DayVisits key={`${day} ${isMine}`} day={day} isMine={isMine} />
      </section>
      {isAdding && <PlanDialog initial={{ plannedAt: morning(day) }} onClosed={() => setAdding(false)} />}
    </div>
  )
}
