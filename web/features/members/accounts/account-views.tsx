// Drawers of one account: its log, visited pages, sub-accounts.
import { Table } from 'antd'
import { useState } from 'react'
import { can } from '#contract/access.ts'
import { addDays } from '#contract/days.ts'
import type { NearLog } from '#contract/members/account-logs.ts'
import { queryAccountActs, queryAccountSubs, queryAccountVisits } from '#contract/members/account-views.ts'
import type { AccountRow } from '#contract/members/accounts.ts'
import { accountLogLabels, validityLabels } from '#contract/members/members.ts'
import type { SubAccount } from '#contract/members/sub-accounts.ts'
import { type SubProductKey, type SubProductPage, subProductMenu } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { formatSecond, formatSeconds } from '../activity/account-log-labels.ts'
import { AccountStatus, accountName, pageOf } from './account-labels.tsx'

const WIDTH = 760
const MIN_WIDTH = 640
/** Days shown, including today. */
const DAYS = 30

type Props = { account: AccountRow; onClosed: () => void }

type Place = { label: string; page: SubProductPage; query: Record<string, string> }

/** Link to the full page, if the sub-product has it. */
function usePageOf(subProduct: SubProductKey, { label, page, query }: Place): RowAction[] {
  const openPage = useOpenPage()
  const path = pageOf(subProduct, page)
  const call = can(subProductMenu(subProduct, page), 'view')
  return path === undefined ? [] : [{ label, call, run: () => openPage(path, query) }]
}

const asLinks = (acts: readonly RowAction[]) =>
  acts.map(({ label, run }) => (
    <button key={label} type="button" className="text-link" onClick={run}>
      {label}
    </button>
  ))

const logColumns = [
  { key: 'at', title: '时间', width: 165, render: ({ at }: NearLog) => formatSecond(at) },
  { key: 'kind', title: '类型', width: 90, render: ({ kind }: NearLog) => accountLogLabels[kind] },
  {
    key: 'what',
    title: '模块与内容',
    render: ({ module, detail }: NearLog) => [module, detail].filter(Boolean).join(' · ') || '—',
  },
  { key: 'address', title: 'IP 地址', width: 130, render: ({ address }: NearLog) => address || '—' },
  { key: 'seconds', title: '停留', width: 90, render: ({ seconds }: NearLog) => formatSeconds(seconds) },
]
const logs = {
  acts: { noun: '操作日志', call: queryAccountActs, narrowed: {} },
  visits: { noun: '访问日志', call: queryAccountVisits, narrowed: { kind: 'view' } },
} as const

function AccountLog({ account, onClosed, of }: Props & { of: keyof typeof logs }) {
  const [current, setCurrent] = useState(1)
  const { noun, call, narrowed } = logs[of]
  const [today] = useState(() => serverToday())
  const read = useCall(
    call,
    { id: account.id, from: addDays(today, 1 - DAYS), to: today, current, size: PAGED_ROWS },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before, staleTime: 0 },
  )
  const query = { accountId: account.id, tagName: account.realName, ...narrowed }
  const acts = usePageOf(account.subProduct, { label: '全部日志', page: 'accountLog', query })
  return (
    <DetailsDrawer
      title={`近 ${DAYS} 天${noun}：${accountName(account)}`}
      size={WIDTH}
      acts={acts}
      extra={asLinks}
      onClosed={onClosed}
    >
      <PagedTable
        columns={logColumns}
        minWidth={MIN_WIDTH}
        read={read}
        current={current}
        onTurn={setCurrent}
        emptyText={`近 ${DAYS} 天没有${noun}`}
      />
    </DetailsDrawer>
  )
}

export const AccountActsLog = (props: Props) => <AccountLog {...props} of="acts" />
export const AccountVisitsLog = (props: Props) => <AccountLog {...props} of="visits" />

const subColumns = [
  { key: 'name', title: '子账号', render: (sub: SubAccount) => accountName(sub) },
  { key: 'mobile', title: '手机号码', width: 125, dataIndex: 'mobile' },
  { key: 'state', title: '状态', width: 90, render: (sub: SubAccount) => <AccountStatus {...sub} /> },
  { key: 'validity', title: '有效状态', width: 90, render: ({ validity }: SubAccount) => validityLabels[validity] },
  { key: 'endsOn', title: '截止日期', width: 110, render: ({ endsOn }: SubAccount) => endsOn ?? '—' },
  {
    key: 'lastSeenAt',
    title: '最近访问',
    width: 145,
    render: ({ lastSeenAt }: SubAccount) => formatMoment(lastSeenAt),
  },
]

export function AccountSubs({ account, onClosed }: Props) {
  const read = useCall(queryAccountSubs, { id: account.id }, { staleTime: 0 })
  const acts = usePageOf(account.subProduct, {
    label: '管理子账号',
    page: 'subsidiaryAccount',
    query: { mainId: account.id },
  })
  return (
    <DetailsDrawer
      title={`子账号：${accountName(account)}`}
      size={WIDTH}
      acts={acts}
      extra={asLinks}
      onClosed={onClosed}
    >
      <Loaded read={read} rows={4}>
        {(subs) => (
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: MIN_WIDTH }}
            columns={subColumns}
            dataSource={subs}
            locale={{ emptyText: '没有子账号' }}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
