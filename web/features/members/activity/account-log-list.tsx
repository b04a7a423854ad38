// Log of members in one sub-product, filtered by person, kind, place and days, or by one account (`?accountId=`).
import { useMemo, useState } from 'react'
import {
  type AccountLogRow,
  exportAccountLogs,
  getAccountLog,
  getLoggedAccount,
  queryAccountLogs,
} from '#contract/members/account-logs.ts'
import { accountLogLabels } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { AccountFilter, useAccountFilter } from './account-filter.tsx'
import { daysFilter } from './account-log-days.tsx'
import { AccountLogDetails } from './account-log-details.tsx'
import { formatSecond, formatSeconds } from './account-log-labels.ts'

const filters = [daysFilter, ...filtersOf(queryAccountLogs, ['loginName', 'kind'])]
const advanced = filtersOf(queryAccountLogs, ['realName', 'enterprise', 'module', 'address', 'device'])

const Kind = ({ kind }: AccountLogRow) =>
  kind === 'failed' ? <Status tone="bad">{accountLogLabels[kind]}</Status> : accountLogLabels[kind]

const columns = columnsOf(queryAccountLogs, {
  loginName: { width: 150, opens: true },
  at: { width: 165, render: ({ at }) => formatSecond(at) },
  kind: { width: 100, render: Kind },
  module: { width: 120 },
  detail: { width: 240 },
  seconds: { width: 110, render: ({ seconds }) => formatSeconds(seconds) },
  address: { width: 140 },
  device: { width: 170 },
  realName: { width: 100 },
  enterprise: { width: 200 },
})

export default function AccountLogList({ subProduct }: { subProduct: SubProductKey }) {
  const { accountId, narrow } = useAccountFilter()
  const fixedFilters = useMemo(
    () => ({ subProduct, ...(accountId !== undefined && { accountId }) }),
    [subProduct, accountId],
  )
  const [shown, setShown] = useState<AccountLogRow>()
  const mayOpen = useIsAllowed()(getAccountLog, subProduct)
  return (
    <>
      <ListPage
        endpoint={queryAccountLogs}
        emptyHint="会员登录和使用之后，日志会列在这里。"
        settings={subProductMenu(subProduct, 'accountLog')}
        filters={filters}
        advanced={advanced}
        columns={columns}
        fixedFilters={fixedFilters}
        on={subProduct}
        rowName={({ loginName, at }) => `${loginName} ${formatSecond(at)}`}
        onOpen={mayOpen ? setShown : undefined}
        rowActions={(row) => [
          { label: '详情', call: getAccountLog, run: () => setShown(row) },
          ...(accountId === undefined
            ? [{ label: '只看该账号', call: queryAccountLogs, run: () => narrow(row.accountId) }]
            : []),
        ]}
        toolbar={
          accountId !== undefined && (
            <AccountFilter call={getLoggedAccount} accountId={accountId} onClear={() => narrow(null)} />
          )
        }
        exportCall={exportAccountLogs}
      />
      {shown && (
        <AccountLogDetails
          log={shown}
          onNarrow={accountId === undefined ? () => narrow(shown.accountId) : undefined}
          onClosed={() => setShown(undefined)}
        />
      )}
    </>
  )
}
