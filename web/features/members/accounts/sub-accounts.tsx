// Main accounts of one sub-product with their sub-accounts; the same screen for every sub-product that has them.
import { Tag } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportSubAccounts } from '#contract/members/account-sheets.ts'
import { getAccount } from '#contract/members/accounts.ts'
import { querySubAccounts, type SubAccountSubProduct } from '#contract/members/sub-accounts.ts'
import { subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useCall } from '#web/lib/query.ts'
import { ValidityTag } from '#web/pickers/validity.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountStatus } from './account-labels.tsx'
import { type SubRow, useSubAccountActs } from './sub-account-acts.tsx'

type OpenedAccountProps = { id: string; acts: readonly RowAction[]; onClosed: () => void }

/** Account details opened from a row with fewer fields: the account is read first. */
function OpenedAccount({ id, acts, onClosed }: OpenedAccountProps) {
  const { data, isError } = useCall(getAccount, { id })
  // the call layer has already shown the reason (spec §8)
  const isRefused = isError && !data
  useEffect(() => {
    if (isRefused) onClosed()
  }, [isRefused, onClosed])
  return data && <AccountDetails account={data} acts={acts} onClosed={onClosed} />
}

/** Tag of the filter by one main account (`?mainId=`), which can be removed. */
function NarrowedMain() {
  const [, setAddress] = useSearchParams()
  const handleClear = () =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const name of ['mainId', 'page']) next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <Tag color="processing" closable={{ 'aria-label': '查看全部主账号' }} onClose={handleClear}>
      只看一个主账号
    </Tag>
  )
}

const filters = filtersOf(querySubAccounts, ['loginName', 'realName', 'mobile', 'enterprise'])
const advanced = [flagFilter('isFull', '名额', { yes: '已满', no: '有空余' })]

/** Narrows a row to a main account: sub-accounts lack its fields. */
const ofMain = (row: SubRow) => ('subQuota' in row ? row : undefined)

const columns = columnsOf(querySubAccounts, {
  loginName: { width: 200, opens: true },
  realName: { width: 110 },
  mobile: { width: 130 },
  enterpriseName: { width: 220, render: (row) => ofMain(row)?.enterpriseName ?? '' },
  ownerName: { width: 90, render: (row) => ofMain(row) && (row.ownerName || '公海') },
  subUsed: { width: 100, render: (row) => ofMain(row) && `${row.subUsed} / ${row.subQuota}` },
  validity: { width: 150, render: ({ validity, endsOn }) => <ValidityTag validity={validity} endsOn={endsOn} /> },
  endsOn: { width: 110 },
  status: { width: 120, render: AccountStatus },
  lastSeenAt: { width: 150 },
  openedAt: { width: 150 },
})

export default function SubAccounts({ subProduct }: { subProduct: SubAccountSubProduct }) {
  const acts = useSubAccountActs()
  const [shown, setShown] = useState<SubRow>()
  const handleClosed = useCallback(() => setShown(undefined), [])
  const mayOpen = useIsAllowed()(getAccount, subProduct)
  const [address] = useSearchParams()
  const mainId = /^[1-9]\d{0,18}$/.exec(address.get('mainId') ?? '')?.[0]
  const fixedFilters = useMemo(() => ({ subProduct, ...(mainId && { mainId }) }), [subProduct, mainId])
  return (
    <>
      <ListPage
        endpoint={querySubAccounts}
        settings={subProductMenu(subProduct, 'subsidiaryAccount')}
        on={subProduct}
        fixedFilters={fixedFilters}
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ realName }) => realName}
        rowActions={acts.actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        toolbar={mainId && <NarrowedMain />}
        exportCall={exportSubAccounts}
      />
      {shown && <OpenedAccount key={shown.id} id={shown.id} acts={acts.actionsOf(shown)} onClosed={handleClosed} />}
      {acts.dialogs}
    </>
  )
}
