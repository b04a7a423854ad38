// Registrations that came by a campaign, those in the own scope.
import { useState } from 'react'
import { registrationStateLabels } from '#contract/members/members.ts'
import { querySearchLeads, type SearchLead, type SearchPlace } from '#contract/operations/search-detail.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { LeadWay } from './lead-way.tsx'

const MIN_WIDTH = 760
/** `1`, `0.33`. */
export const shareText = (share: number) => share.toLocaleString('zh-CN', { maximumFractionDigits: 2 })

/** Opens the lead's way, unless it is somebody else's. */
function Company({ row: { id, company, isMasked } }: { row: SearchLead }) {
  const [isOpen, setOpen] = useState(false)
  if (isMasked) return <span title="其他同事的注册，只计入统计">{company}</span>
  return (
    <>
      <button type="button" className="text-link" onClick={() => setOpen(true)}>
        {company}
      </button>
      {isOpen && <LeadWay id={id} company={company} onClosed={() => setOpen(false)} />}
    </>
  )
}

const results = { formal: '正式', trial: '试用', other: '其他授权' } as const

type LeadsTableProps = Pick<Parameters<typeof PagedTable<SearchLead>>[0], 'read' | 'current' | 'onTurn'>

/** Leads with their shares; those of others are masked. */
export function LeadsTable({ read, current, onTurn }: LeadsTableProps) {
  return (
    <>
      <PagedTable<SearchLead>
        read={read}
        current={current}
        onTurn={onTurn}
        minWidth={MIN_WIDTH}
        emptyText="这段时间没有带来注册"
        columns={[
          { title: '注册时间', width: 150, render: (_, { createdAt }) => formatMoment(createdAt) },
          { title: '公司', render: (_, row) => <Company row={row} /> },
          { title: '份额', width: 90, align: 'right', render: (_, { share }) => shareText(share) },
          { title: '试用产品', width: 120, render: (_, { subProduct }) => subProductOf(subProduct).title },
          { title: '关键词', dataIndex: 'keyword', width: 150, render: (keyword: string) => keyword || '—' },
          { title: '状态', width: 90, render: (_, { state }) => registrationStateLabels[state] },
          { title: '结果', width: 90, render: (_, { result }) => (result ? results[result] : '—') },
          { title: '负责人', dataIndex: 'ownerName', width: 100, render: (name: string) => name || '待分配' },
        ]}
      />
      {(read.data?.total ?? 0) > 0 && (
        <p className="search-note">份额相加等于上面的数字；其他同事的或还没有分配的注册隐去名称，只计入统计。</p>
      )}
    </>
  )
}

export function SearchLeads({ place }: { place: SearchPlace }) {
  // another campaign begins with its first page
  const key = JSON.stringify(place)
  const [turned, setTurned] = useState({ key, current: 1 })
  const current = turned.key === key ? turned.current : 1
  const read = useCall(
    querySearchLeads,
    { ...place, current, size: PAGED_ROWS },
    { placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  return (
    <section className="search-part" aria-label="带来的注册">
      <h2>{`带来的注册（${shareText(read.data?.leads ?? 0)}）`}</h2>
      <LeadsTable read={read} current={current} onTurn={(next) => setTurned({ key, current: next })} />
    </section>
  )
}
