// Registrations by source, province, sub-product or product, with their shares.
import { Segmented, Table } from 'antd'
import { useState } from 'react'
import { registrationSourceLabels } from '#contract/members/members.ts'
import {
  type Breakdown,
  type BreakdownRow,
  breakdownLabels,
  breakdowns,
  type Figures,
  getRegistrationBreakdown,
  NO_PROVINCE,
  STATISTICS_ROWS,
  type StatisticsQuery,
} from '#contract/operations/registration-statistics.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { useCall } from '#web/lib/query.ts'
import { Count, share, sliceColumns } from './registration-statistics-count.tsx'
import { MeasureName } from './registration-statistics-measure.tsx'

const PAGE = 10

type Way = { nameOf: (row: BreakdownRow) => string; sliceOf: (key: string) => FilterTexts }

const ways: Readonly<Record<Breakdown, Way>> = {
  source: {
    nameOf: ({ key }) => registrationSourceLabels[key as keyof typeof registrationSourceLabels] ?? key,
    sliceOf: (source) => ({ source }),
  },
  campaign: { nameOf: ({ key }) => key, sliceOf: (campaign) => ({ campaign }) },
  reason: { nameOf: ({ key }) => key, sliceOf: (reason) => ({ reason }) },
  province: {
    nameOf: ({ key }) => (key === NO_PROVINCE ? '未填写' : key),
    sliceOf: (province) => ({ province }),
  },
  subProduct: {
    nameOf: ({ key }) => subProductOf(key as SubProductKey).title,
    sliceOf: (subProduct) => ({ subProduct }),
  },
  product: {
    nameOf: ({ key, name }) => (key === '' ? '未授权到产品' : name),
    sliceOf: (productId): FilterTexts => (productId === '' ? { hasProduct: '0' } : { productId }),
  },
}
const options = optionsOf(breakdownLabels, breakdowns)

type RowsProps = { rows: readonly BreakdownRow[]; by: Breakdown; total: number }

function Rows({ rows, by, total }: RowsProps) {
  const { nameOf, sliceOf } = ways[by]
  const label = breakdownLabels[by]
  // those without a product would leave no length to the others
  const most = Math.max(1, ...rows.flatMap(({ key, count }) => (key === '' ? [] : count)))
  return (
    <Table<BreakdownRow>
      size="small"
      rowKey="key"
      aria-label={`按${label}`}
      dataSource={rows}
      scroll={{ x: 660 }}
      columns={[
        {
          title: label,
          width: 180,
          render: (_: unknown, row) => (
            <span className="statistics-bar-cell">
              <span className="statistics-bar" style={{ inlineSize: `${Math.min(1, row.count / most) * 100}%` }} />
              {nameOf(row)}
            </span>
          ),
        },
        ...sliceColumns.map(({ key, label: what, slice }) => ({
          title: what,
          align: 'right' as const,
          width: 88,
          sorter: (one: BreakdownRow, other: BreakdownRow) => one[key] - other[key],
          render: (_: unknown, row: BreakdownRow) => (
            <Count count={row[key]} of={`${nameOf(row)} ${what}`} slice={{ ...slice, ...sliceOf(row.key) }} />
          ),
        })),
        {
          title: <MeasureName of="share" label="占比" />,
          align: 'right',
          width: 76,
          render: (_: unknown, { count }) => share(count, total),
        },
        {
          title: <MeasureName of="trialRate" label="试用率" />,
          align: 'right',
          width: 90,
          render: (_: unknown, { trials, count }) => share(trials, count),
        },
      ]}
      pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: '这段时间没有注册' }}
    />
  )
}

/** Shares are of the period's registrations, of reasons of its invalid ones. */
export function BreakdownCard({ query, figures }: { query: StatisticsQuery; figures: Figures }) {
  const [by, setBy] = useState<Breakdown>('source')
  const total = by === 'reason' ? figures.invalid : figures.count
  const read = useCall(getRegistrationBreakdown, { ...query, by }, { call: { hideErrorMsg: true } })
  return (
    <section className="statistics-card" aria-label="注册分布">
      <div className="statistics-head">
        <h2>注册分布</h2>
        <Segmented<Breakdown> aria-label="分布" size="small" value={by} options={options} onChange={setBy} />
      </div>
      <Loaded read={read} rows={6}>
        {(rows) => <Rows key={by} rows={rows} by={by} total={total} />}
      </Loaded>
      {by === 'campaign' && (
        <p className="statistics-note">取最后一次非直接访问的推广计划；没有访问记录的为“未标记”。</p>
      )}
      {by === 'product' && (
        <p className="statistics-note">
          注册转成的会员在注册之后获得授权的产品；一条注册有多个产品时各计一次，合计会大于注册数。最多列出{' '}
          {STATISTICS_ROWS} 个。
        </p>
      )}
    </section>
  )
}
