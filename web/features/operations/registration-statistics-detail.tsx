// The registrations behind a figure: the same period and filters, in the address.
import './registration-statistics.css'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryEnterprises } from '#contract/members/customers.ts'
import { getRegistration } from '#contract/members/registration-handling.ts'
import { cohortKeys, cohortLabel, reachedKeys, reachedLabels } from '#contract/operations/registration-measures.ts'
import {
  type DetailRow,
  type DetailsQuery,
  describeRegistrationDetails,
  exportRegistrationDetails,
  queryRegistrationDetails,
} from '#contract/operations/registration-statistics.ts'
import { weekdayLabels } from '#contract/prices/price-labels.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { type Filter, filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { parseListState } from '#web/kit/list/list-state.ts'
import { type RowAction, useRowUse } from '#web/kit/table/row-use.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { describeMinutes } from './registration-statistics-count.tsx'
import { advanced, filters as common } from './registration-statistics-filters.tsx'

const CUSTOMER_SERVICE = '/userControl/customerManagement/customerList/customerServiceDetails'

/** A choice of numbers: the query takes them as such. */
function numberFilter<K extends string>(
  key: K,
  label: string,
  options: readonly { value: string; label: string }[],
): Filter<Record<K, number>> {
  const choice = selectFilter(key, label, options)
  return {
    ...choice,
    read: (text) => (choice.read(text) ? ({ [key]: Number(text) } as Record<K, number>) : undefined),
  }
}

const weekdays = weekdayLabels.map((label, at) => ({ value: String(at + 1), label }))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour} 时` }))

const filters = [...common, selectFilter('reached', '进展', optionsOf(reachedLabels, reachedKeys))]

const more = [
  ...advanced,
  ...filtersOf(queryRegistrationDetails, ['company', 'state']),
  selectFilter(
    'within',
    '同期群',
    cohortKeys.map((value) => ({ value, label: cohortLabel(value) })),
  ),
  ...filtersOf(queryRegistrationDetails, ['reason']),
  flagFilter('isOwned', '分配', { yes: '已分配', no: '待分配' }),
  flagFilter('hasProduct', '授权到产品', { yes: '是', no: '否' }),
  numberFilter('weekday', '注册星期', weekdays),
  numberFilter('hour', '注册时段', hours),
  numberFilter('contactWeekday', '首次联系星期', weekdays),
  numberFilter('contactHour', '首次联系时段', hours),
]

const tones = { new: 'warning', contacted: 'idle', granted: 'good', invalid: 'idle' } as const

/** Opens the registration, unless it is somebody else's and only counted. */
function Company({ row }: { row: DetailRow }) {
  const { onOpen } = useRowUse<DetailRow>()
  if (row.isMasked) return <span title="其他同事的注册，只计入统计">{row.company}</span>
  return onOpen ? (
    <button type="button" className="text-link name-cell" onClick={() => onOpen(row)}>
      {row.company}
    </button>
  ) : (
    row.company
  )
}

const columns = columnsOf(queryRegistrationDetails, {
  company: { width: 200, render: (row) => <Company row={row} /> },
  contact: { width: 80 },
  mobile: { width: 120 },
  subProduct: { width: 110, render: ({ subProduct }) => subProductOf(subProduct).title },
  source: { width: 90 },
  province: { width: 100, empty: '—' },
  ownerName: { width: 90, empty: '待分配' },
  state: { width: 90, tones },
  createdAt: { width: 140 },
  firstContactAt: { width: 140 },
  contactMinutes: {
    label: '联系用时',
    width: 110,
    tip: '从注册到首次联系，按自然时间计算，含夜间、周末与节假日',
    render: ({ contactMinutes }) => describeMinutes(contactMinutes),
  },
  workMinutes: {
    width: 110,
    tip: '从注册到首次联系的工作时间：只计中国工作日 9:00–18:00',
    render: ({ workMinutes }) => describeMinutes(workMinutes, 'work'),
  },
  trialAt: { width: 140, tip: '注册转成的会员在注册之后第一次获得试用授权的时间' },
  formalAt: { width: 140, tip: '注册转成的会员在注册之后第一次获得正式授权的时间' },
  campaign: { width: 140 },
  reason: { width: 160, empty: '—' },
})

const all = [...filters, ...more]

/** What the list holds, in words. */
function Words() {
  const [address] = useSearchParams()
  const texts = parseListState(address, { filters: all, sortable: [] }).filters
  const query: DetailsQuery = Object.assign(
    {},
    ...all.map(({ key, read }) => (texts[key] === undefined ? {} : read(texts[key]))),
  )
  const { data } = useCall(describeRegistrationDetails, query, {
    placeholderData: (before) => before,
    call: { hideErrorMsg: true },
  })
  return <p className="statistics-words">{data?.text}</p>
}

/** `registration`: component for the registration that the address names. */
type DetailProps = { registration: () => Promise<{ default: ComponentType }> }

export default function RegistrationStatisticsDetail({ registration }: DetailProps) {
  const [address, setAddress] = useSearchParams()
  const [Registration] = useState(() => lazy(registration))
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const open = ({ id, isMasked }: DetailRow) =>
    !isMasked &&
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('registration', id)
        return next
      },
      { replace: true },
    )
  const actionsOf = ({ company, enterpriseId }: DetailRow): RowAction[] =>
    enterpriseId === null
      ? []
      : [
          {
            label: '客户',
            call: queryEnterprises,
            run: () => openPage(CUSTOMER_SERVICE, { id: enterpriseId, tagName: company }),
          },
        ]
  return (
    <>
      <ListPage
        endpoint={queryRegistrationDetails}
        emptyHint="这段时间没有客户注册，可以选择更长的时间范围。"
        settings="registrationStatistics"
        toolbar={<Words />}
        filters={filters}
        advanced={more}
        columns={columns}
        rowName={({ company }) => company}
        rowActions={actionsOf}
        onOpen={isAllowed(getRegistration) ? open : undefined}
        exportCall={exportRegistrationDetails}
      />
      {address.has('registration') && (
        <Suspense>
          <Registration />
        </Suspense>
      )}
    </>
  )
}
