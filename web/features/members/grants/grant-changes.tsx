// The ledger of one sub-product: who changed which grant, when, why, from what to what. `?accountId=` filters it by one
// account.
import { useMemo, useState } from 'react'
import { type GrantChangeRow, getLedgerAccount, grantLedger } from '#contract/members/grant-changes.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { AccountFilter, useAccountFilter } from '../activity/account-filter.tsx'
import { changeAdvanced, changeColumns, changeFilters } from './grant-change-columns.tsx'
import { GrantChangeDetails } from './grant-change-details.tsx'

export default function GrantChanges({ subProduct }: { subProduct: SubProductKey }) {
  const { accountId, narrow } = useAccountFilter()
  const fixedFilters = useMemo(
    () => ({ subProduct, ...(accountId !== undefined && { accountId }) }),
    [subProduct, accountId],
  )
  const [shown, setShown] = useState<GrantChangeRow>()
  const isAllowed = useIsAllowed()
  const { list, details, exported } = grantLedger
  return (
    <>
      <ListPage
        endpoint={list}
        emptyHint="授权、延期或收回之后，变更会记录在这里。"
        settings={subProductMenu(subProduct, 'grantChange')}
        fixedFilters={fixedFilters}
        on={subProduct}
        filters={changeFilters}
        advanced={changeAdvanced}
        columns={changeColumns}
        rowName={({ loginName }) => loginName}
        onOpen={isAllowed(details, subProduct) ? setShown : undefined}
        toolbar={
          accountId !== undefined && (
            <AccountFilter call={getLedgerAccount} accountId={accountId} onClear={() => narrow(null)} />
          )
        }
        exportCall={exported}
      />
      {shown && <GrantChangeDetails call={details} change={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
