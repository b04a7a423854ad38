// The data keys of one account: create, change, revoke, and their usage.
import { Segmented, Select, Table } from 'antd'
import { useMemo, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  createDataKey,
  type DataKeyRow,
  editDataKey,
  listDataKeys,
  readDataUsage,
  revokeDataKey,
  type UsageSpan,
} from '#contract/members/data-keys.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { KeyShown } from '#web/pickers/key-shown.tsx'
import { describeDay, describeList } from '../form-labels.ts'
import { DataKeyDialog } from './data-key-dialog.tsx'
import { DataKeyStatus, describeDataSets } from './data-key-labels.tsx'
import './data-key-drawer.css'
import { Chart } from '#web/kit/chart/chart.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { serverToday } from '#web/lib/server-clock.ts'
import { type Measure, measureLabels, usageChart } from './data-key-usage.rules.ts'

const HEIGHT_PX = 260

const spans: { value: UsageSpan; label: string }[] = [
  { value: 7, label: '7 天' },
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
]
const measures = (Object.keys(measureLabels) as Measure[]).map((value) => ({ value, label: measureLabels[value] }))
const nothing = { today: serverToday(), rows: [] }

type DataKeyUsageProps = { accountId: string; keys: readonly Pick<DataKeyRow, 'id' | 'name' | 'hint'>[] }

/** Chart of calls with the account's keys, by day and data set. */
function DataKeyUsage({ accountId, keys }: DataKeyUsageProps) {
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

const WIDTH = 1080

export type KeyAccount = { id: string; loginName: string; realName: string }

const figure = (count: number) => count.toLocaleString('zh-CN')

const columns = [
  { key: 'name', title: '名称', dataIndex: 'name', width: 130, ellipsis: true },
  { key: 'hint', title: '密钥', width: 130, render: ({ hint }: DataKeyRow) => <code>{hint}…</code> },
  { key: 'state', title: '状态', width: 80, render: (row: DataKeyRow) => <DataKeyStatus {...row} /> },
  { key: 'dataSets', title: '数据集', ellipsis: true, render: (row: DataKeyRow) => describeDataSets(row.dataSets) },
  {
    key: 'addresses',
    title: '允许的地址',
    width: 140,
    ellipsis: true,
    render: ({ addresses }: DataKeyRow) => describeList(addresses, '不限'),
  },
  {
    key: 'callsToday',
    title: '今日调用 / 上限',
    width: 140,
    align: 'right' as const,
    render: ({ callsToday, dailyQuota }: DataKeyRow) => `${figure(callsToday)} / ${figure(dailyQuota)}`,
  },
  { key: 'endsOn', title: '截止日期', width: 100, render: ({ endsOn }: DataKeyRow) => describeDay(endsOn) },
  { key: 'lastUsedAt', title: '最近使用', width: 130, render: (row: DataKeyRow) => formatMoment(row.lastUsedAt) },
]

type DataKeyDrawerProps = { account: KeyAccount; subProduct: SubProductKey; onClosed: () => void }

export function DataKeyDrawer({ account, subProduct, onClosed }: DataKeyDrawerProps) {
  const accountId = account.id
  const [edited, setEdited] = useState<DataKeyRow | 'new'>()
  const [made, setMade] = useState<string>()
  const [confirm, confirmation] = useConfirm()
  const mayEdit = useIsAllowed()(editDataKey, subProduct)
  const { data, error, isPending, refetch } = useCall(listDataKeys, { accountId }, { call: { hideErrorMsg: true } })
  const revoke = useAct(revokeDataKey, {
    invalidates: [listDataKeys, readDataUsage],
    guardMs: DIALOG_GUARD_MS,
    success: '吊销成功',
  })
  const askRevoke = ({ id, name }: DataKeyRow) =>
    confirm({
      title: `吊销密钥“${name}”？`,
      content: '使用此密钥的程序将立即不能读取数据，吊销后不能恢复，只能重新创建。',
      verb: '吊销',
      run: () => revoke.run({ id }),
    })
  const acts = {
    key: 'acts',
    title: '操作',
    width: 100,
    render: (_: unknown, row: DataKeyRow) =>
      row.revokedAt === null && (
        <span className="data-key-acts">
          <button type="button" className="text-link" aria-label={`编辑 ${row.name}`} onClick={() => setEdited(row)}>
            编辑
          </button>
          <button
            type="button"
            className="text-link text-link-danger"
            aria-label={`吊销 ${row.name}`}
            onClick={() => askRevoke(row)}
          >
            吊销
          </button>
        </span>
      ),
  }
  return (
    <DetailsDrawer
      title={`数据密钥：${account.realName}（${account.loginName}）`}
      size={WIDTH}
      onClosed={onClosed}
      extra={() => (
        <AddButton call={createDataKey} on={subProduct} onClick={() => setEdited('new')}>
          创建密钥
        </AddButton>
      )}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<DataKeyRow>
          size="small"
          rowKey="id"
          scroll={{ x: 920 }}
          columns={mayEdit ? [...columns, acts] : columns}
          dataSource={data ?? []}
          loading={isPending}
          locale={{ emptyText: '还没有密钥' }}
          pagination={false}
        />
      )}
      <DataKeyUsage accountId={accountId} keys={data ?? []} />
      {edited && (
        <DataKeyDialog
          accountId={accountId}
          stored={edited === 'new' ? undefined : edited}
          onMade={setMade}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {made !== undefined && <KeyShown title="密钥已创建" value={made} onClosed={() => setMade(undefined)} />}
      {confirmation}
    </DetailsDrawer>
  )
}
