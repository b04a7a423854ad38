// Registrations by their present owner: how many, how fast first contacted, who waits.
import { Table, Tooltip } from 'antd'
import {
  getRegistrationPeople,
  type PersonRow,
  type StatisticsQuery,
} from '../../../contract/operations/registration-statistics.ts'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import type { FilterTexts } from '../../kit/list/list-state.ts'
import { formatAge, formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { Count, sayMinutes, share, sliceColumns } from './registration-statistics-count.tsx'

const PAGE = 10
const NOBODY = '待分配'

const nameOf = ({ id, name }: PersonRow) => (id === null ? NOBODY : name)
const sliceOf = ({ id }: PersonRow): FilterTexts => (id === null ? { isOwned: '0' } : { ownerId: id })

const right = { align: 'right' as const }

const columns = [
  { title: '负责人', width: 110, fixed: 'start' as const, render: (_: unknown, row: PersonRow) => nameOf(row) },
  { title: '部门', width: 140, render: (_: unknown, { deptName }: PersonRow) => deptName || '—' },
  ...sliceColumns.map(({ key, label, slice }) => ({
    ...{ title: label, ...right, width: 84 },
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
  {
    title: '联系用时（中位数）',
    ...right,
    width: 160,
    sorter: (one: PersonRow, other: PersonRow) => (one.contactMedian ?? -1) - (other.contactMedian ?? -1),
    render: (_: unknown, { contactMedian }: PersonRow) => sayMinutes(contactMedian),
  },
  {
    title: '联系用时（90%）',
    ...right,
    width: 150,
    sorter: (one: PersonRow, other: PersonRow) => (one.contactP90 ?? -1) - (other.contactP90 ?? -1),
    render: (_: unknown, { contactP90 }: PersonRow) => sayMinutes(contactP90),
  },
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
            scroll={{ x: 1190 }}
            columns={columns}
            pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
            locale={{ emptyText: '这段时间没有注册' }}
          />
        )}
      </Loaded>
      <p className="statistics-note">
        按目前的负责人归属。“90%”：九成的首次联系在此时间之内。用时从注册到首次联系，按自然时间计算。
      </p>
    </section>
  )
}
