// The ledger of one sub-product: who changed which grant, when, why, and from what to what.
import { useState } from 'react'
import { type GrantChangeRow, grantLedger } from '../../../contract/grant-changes.ts'
import { type SubProductKey, subProductMenu } from '../../../contract/sub-products.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { accountFilter, changeAdvanced, changeColumns, changeFilters } from './grant-change-columns.tsx'
import { GrantChangeDetails } from './grant-change-details.tsx'

const filters = [...changeFilters, accountFilter]

export default function GrantChanges({ subProduct }: { subProduct: SubProductKey }) {
  const [shown, setShown] = useState<GrantChangeRow>()
  const isAllowed = useIsAllowed()
  const { list, details, exported } = grantLedger
  return (
    <>
      <ListPage
        endpoint={list}
        settings={subProductMenu(subProduct, 'grantChange')}
        given={{ subProduct }}
        on={subProduct}
        filters={filters}
        advanced={changeAdvanced}
        columns={changeColumns}
        rowName={({ loginName }) => loginName}
        onOpen={isAllowed(details, subProduct) ? setShown : undefined}
        exportCall={exported}
      />
      {shown && <GrantChangeDetails call={details} change={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
