// Registration service statistics: every figure of the period opens the list of its registrations.
import './registration-statistics.css'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import {
  exportRegistrationFigures,
  getRegistrationFigures,
  getRegistrationPeople,
  queryRegistrationDetails,
} from '#contract/operations/registration-statistics.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { rememberList } from '#web/kit/list/list-address.ts'
import { Toolbar } from '#web/kit/list/list-page.tsx'
import { parseListState, printListState } from '#web/kit/list/list-state.ts'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { queryClient, useCall } from '#web/lib/query.ts'
import { BreakdownCard } from './registration-statistics-breakdown.tsx'
import { CohortsCard } from './registration-statistics-cohorts.tsx'
import { type OpenDetails, OpenDetailsContext } from './registration-statistics-count.tsx'
import {
  advanced,
  allFilters,
  daysOf,
  filters,
  printDays,
  QuickDays,
  queryOf,
  STATISTICS_DETAIL,
} from './registration-statistics-filters.tsx'
import { Funnel } from './registration-statistics-funnel.tsx'
import { HoursCard } from './registration-statistics-hours.tsx'
import { PeopleCard } from './registration-statistics-people.tsx'
import { Tiles } from './registration-statistics-tiles.tsx'
import { Trend } from './registration-statistics-trend.tsx'

const terms = { filters: allFilters, sortable: [] }

/** The page's filters in its address. */
function useFilters(): { texts: FilterTexts; search: (texts: FilterTexts) => void } {
  const [address, setAddress] = useSearchParams()
  const { pathname, search } = useLocation()
  useEffect(() => rememberList(pathname, search), [pathname, search])
  const state = useMemo(() => parseListState(address, terms), [address])
  return {
    texts: state.filters,
    search: (next) => setAddress(printListState({ ...state, filters: next }, address, terms), { replace: true }),
  }
}

/** Reads of this page; 刷新 reads those in view again. */
const READS = getRegistrationFigures.path.replace(/get$/, '')
const refresh = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(READS) })

export default function RegistrationStatistics() {
  const { texts, search } = useFilters()
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const query = queryOf(texts)
  const read = useCall(getRegistrationFigures, query, {
    placeholderData: (before) => before,
    call: { hideErrorMsg: true },
  })
  const open: OpenDetails = isAllowed(queryRegistrationDetails)
    ? (slice) => openPage(STATISTICS_DETAIL, { ...texts, days: printDays(daysOf(texts.days)), ...slice })
    : undefined
  const hasFilters = Object.keys(texts).some((key) => key !== 'days')
  return (
    <OpenDetailsContext value={open}>
      <div className="list-page statistics">
        <SearchBar filters={filters} advanced={advanced} applied={texts} onSearch={search} />
        <Toolbar
          onRefresh={refresh}
          end={<ExportButton call={exportRegistrationFigures} query={query} total={read.data?.figures.count} />}
        >
          <QuickDays value={texts.days} onChange={(days) => search({ ...texts, days })} />
          {read.data && (
            <span className="statistics-faint">
              {`${read.data.from} 至 ${read.data.to}，对比上期 ${read.data.before.from} 至 ${read.data.before.to}`}
            </span>
          )}
        </Toolbar>
        <Loaded read={read} rows={10}>
          {({ figures, figuresBefore }) => (
            <>
              <Tiles figures={figures} figuresBefore={figuresBefore} />
              {figures.count === 0 ? (
                <EmptyState
                  {...(hasFilters && { onClearFilters: () => search(texts.days ? { days: texts.days } : {}) })}
                  hint="这段时间没有客户注册，可以选择更长的时间范围。"
                />
              ) : (
                <>
                  <Trend query={query} />
                  <div className="statistics-halves">
                    <Funnel figures={figures} />
                    <BreakdownCard query={query} figures={figures} />
                  </div>
                  <CohortsCard query={query} />
                  {isAllowed(getRegistrationPeople) && <PeopleCard query={query} />}
                  <HoursCard query={query} />
                </>
              )}
            </>
          )}
        </Loaded>
        <p className="statistics-note">
          各数字都按注册日期（上海时间）归入本期，不含重复，数的是其中后来被联系、开通、转正式的注册；较新的注册还来不及转化，与上期相比会偏低。
        </p>
      </div>
    </OpenDetailsContext>
  )
}
