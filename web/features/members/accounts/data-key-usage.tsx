// How often an account's keys have been used, by day and data set.
import { Segmented, Select } from 'antd'
import { useMemo, useState } from 'react'
import { type DataKeyRow, readDataUsage, type UsageSpan } from '../../../../contract/members/data-keys.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { useCall } from '../../../lib/query.ts'
import { type Measure, measureLabels, usageChart } from './data-key-usage.rules.ts'

const HEIGHT_PX = 260

const spans: { value: UsageSpan; label: string }[] = [
  { value: 7, label: '7 天' },
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
]
const measures = (Object.keys(measureLabels) as Measure[]).map((value) => ({ value, label: measureLabels[value] }))
const nothing = { today: '', rows: [] }

type DataKeyUsageProps = { accountId: string; keys: readonly Pick<DataKeyRow, 'id' | 'name' | 'hint'>[] }

export function DataKeyUsage({ accountId, keys }: DataKeyUsageProps) {
  const [days, setDays] = useState<UsageSpan>(30)
  const [measure, setMeasure] = useState<Measure>('calls')
  const [keyId, setKeyId] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useCall(
    readDataUsage,
    { accountId, days, ...(keyId !== null && { keyId }) },
    { call: { hideErrorMsg: true } },
  )
  const chart = useMemo(() => usageChart(data ?? nothing, data ? days : 0, measure), [data, days, measure])
  return (
    <section className="data-key-usage" aria-label="调用量">
      <div className="data-key-usage-head">
        <Segmented aria-label="时间范围" options={spans} value={days} onChange={setDays} />
        <Segmented aria-label="指标" options={measures} value={measure} onChange={setMeasure} />
        <Select
          aria-label="密钥"
          allowClear
          placeholder="全部密钥"
          value={keyId}
          options={keys.map(({ id, name, hint }) => ({ value: id, label: `${name}（${hint}…）` }))}
          onChange={(id) => setKeyId(id ?? null)}
        />
      </div>
      <Chart
        data={chart}
        height={HEIGHT_PX}
        isLoading={isPending}
        error={error ?? undefined}
        onRetry={() => void refetch()}
      />
    </section>
  )
}
