// Registrations by their present owner: how many, how fast first contacted, who waits.
import { Table, Tooltip } from 'antd'
import {
  getRegistrationPeople,
  type PersonRow,
  type StatisticsQuery,
} from '#contract/operations/registration-statistics.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { formatAge, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { Count, describeMinutes, share, sliceColumns } from './registration-statistics-count.tsx'
import { MeasureName } from './registration-statistics-measure.tsx'

const PAGE = 10
const NOBODY = '待分配'

const nameOf = ({ id, name }: PersonRow) => (id === null ? NOBODY : name)
const sliceOf = ({ id }: PersonRow): FilterTexts => (id === null ? { isOwned: '0' } : { ownerId: id })

const times = ['median', 'p90', 'workMedian', 'workP90'] as const
const timeTitles: Readonly<Record<(typeof times)[number], string>> = {
  median: '首次联系中位数',
  p90: '首次联系 90%',
  workMedian: '工作时间中位数',
  workP90: '工作时间 90% 分位',
}

const right = { align: 'right' as const }

const columns = [
  { title: '负责人', width: 110, fixed: 'start' as const, render: (_: unknown, row: PersonRow) => nameOf(row) },
  { title: '部门', width: 140, render: (_: unknown, { deptName }: PersonRow) => deptName || '—' },
  ...sliceColumns.map(({ key, label, slice }) => ({
    title: label,
    ...right,
    width: 84,
    sorter: (one: PersonRow, other: PersonRow) => one[key] - other[key],
    render: (_: unknown, row: PersonRow) => (
      <Count count={row[key]} of={`${nameOf(row)} ${label}`} slice={{ ...slice, ...sliceOf(row) }} />
    ),
  })),
  {
    title: '联系率',
    ...right,
    width: 84,
    render: (_: unknown, { contacted, count }: PersonRow) => share(contacted, count),
  },
  ...times.map((measure) => ({
    title: <MeasureName of={measure} label={timeTitles[measure]} />,
    ...right,
    width: 130,
    sorter: (one: PersonRow, other: PersonRow) => (one.contact[measure] ?? -1) - (other.contact[measure] ?? -1),
    render: (_: unknown, { contact }: PersonRow) =>
      describeMinutes(contact[measure], measure.startsWith('work') ? 'work' : 'plain'),
  })),
  {
    title: '等待联系',
    ...right,
    width: 100,
    sorter: (one: PersonRow, other: PersonRow) => one.waiting - other.waiting,
    render: (_: unknown, row: PersonRow) => (
      <Count count={row.waiting} of={`${nameOf(row)} 等待联系`} slice={{ reached: 'waiting', ...sliceOf(row) }} />
    ),
  },
  {
    title: <MeasureName of="overdue" label="逾期" />,
    ...right,
    width: 90,
    sorter: (one: PersonRow, other: PersonRow) => one.overdue - other.overdue,
    render: (_: unknown, row: PersonRow) => (
      <Count count={row.overdue} of={`${nameOf(row)} 逾期未联系`} slice={{ reached: 'overdue', ...sliceOf(row) }} />
    ),
  },
  {
    title: '最早等待',
    width: 110,
    render: (_: unknown, { waitingSince }: PersonRow) =>
      waitingSince === null ? (
        '—'
      ) : (
        <Tooltip title={formatMoment(waitingSince)}>
          <span>{formatAge(waitingSince)}</span>
        </Tooltip>
      ),
  },
]

export function PeopleCard({ query }: { query: StatisticsQuery }) {
  const read = useCall(getRegistrationPeople, query, { call: { hideErrorMsg: true } })
  return (
    <section className="statistics-card" aria-label="按负责人">
      <h2>按负责人</h2>
      <Loaded read={read} rows={6}>
        {(people) => (
          <Table<PersonRow>
            size="small"
            rowKey={({ id }) => id ?? NOBODY}
            aria-label="按负责人"
            dataSource={people}
            scroll={{ x: 1490 }}
            columns={columns}
            pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
            locale={{ emptyText: '这段时间没有注册' }}
          />
        )}
      </Loaded>
      <p className="statistics-note">按目前的负责人归属。用时从注册到首次联系，自然时间与工作时间并列。</p>
    </section>
  )
}
