// The day's numbers for who may open what stands behind them: registrations, signals, and over all sub-products the accounts
// that need attention, which are listed here once a number is chosen.
import './boards.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { type BoardKind, getDayFigures, radarCalls } from '../../../contract/home/boards.ts'
import { EXPIRE_DAYS } from '../../../contract/limits.ts'
import { querySignals } from '../../../contract/members/account-signals.ts'
import { queryAccounts } from '../../../contract/members/accounts.ts'
import { queryRegistrations } from '../../../contract/members/registration-handling.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { formatDay } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { leavesOf } from '../../lib/session/menu.rules.ts'
import { useMenu } from '../../lib/session/menus.ts'
import { REFRESH_MS } from './board-calls.ts'
import { BoardChoice } from './board-choice.tsx'
import { BoardFigures } from './board-figures.tsx'
import { BoardList } from './board-list.tsx'

const often = { refetchInterval: REFRESH_MS, call: { hideErrorMsg: true } }

type LinkedProps = { menu: string; query: Readonly<Record<string, string>>; label: string; count: number | undefined }

/** A number that leads to the page that says more; plain where the menu has no such page. */
function Linked({ menu, query, label, count }: LinkedProps) {
  const page = leavesOf(useMenu()).find(({ code }) => code === menu)
  const inside = (
    <>
      <b>{count?.toLocaleString('zh-CN') ?? '–'}</b>
      <span>{label}</span>
    </>
  )
  if (!page) return <span className="day-figure">{inside}</span>
  return (
    <Link className="day-figure" to={`${page.address}?${new URLSearchParams(query)}`}>
      {inside}
    </Link>
  )
}

const RADAR = '全部子产品'

export function DayFigures() {
  const [kind, setKind] = useState<BoardKind | null>(null)
  const [isOpenOnly, setOpenOnly] = useState(true)
  const isAllowed = useIsAllowed()
  const sees = {
    registrations: isAllowed(queryRegistrations),
    signals: isAllowed(querySignals),
    accounts: isAllowed(queryAccounts),
  }
  const isShown = sees.registrations || sees.signals || sees.accounts
  const { data } = useCall(getDayFigures, undefined, { ...often, enabled: sees.registrations || sees.signals })
  const { data: hint } = useCall(radarCalls.hint, undefined, { ...often, enabled: sees.accounts })
  if (!isShown) return null
  const radar = { calls: radarCalls, label: RADAR, days: EXPIRE_DAYS, isOpenOnly }
  const today = formatDay(Date.now())
  return (
    <section className="home-card home-wide home-day" aria-label="今日概览">
      <header>
        <h2>今日概览</h2>
        {sees.accounts && <p className="home-hint">账号数为全部子产品之和，点击数字查看</p>}
      </header>
      <div className="day-figures">
        {sees.registrations && (
          <>
            <Linked
              menu="registration"
              query={{ from: today, to: today }}
              label="今日新注册"
              count={data?.registrations?.today}
            />
            <Linked
              menu="registration"
              query={{ state: 'new' }}
              label="待处理注册"
              count={data?.registrations?.waiting}
            />
          </>
        )}
        {sees.signals && (
          <Linked menu="accountSignals" query={{ state: 'open' }} label="异常账号" count={data?.signals ?? undefined} />
        )}
        {sees.accounts && <BoardFigures {...radar} hint={hint} chosen={kind} onChoose={setKind} />}
      </div>
      {kind && (
        <>
          <BoardChoice hint={hint} kind={kind} isOpenOnly={isOpenOnly} onChange={setOpenOnly} />
          <BoardList key={`${kind} ${isOpenOnly}`} {...radar} kind={kind} onShowAll={() => setOpenOnly(false)} />
        </>
      )}
    </section>
  )
}
