// Changes of grants of partners' members, in the sub-products of a page of embedManager.
import { useState } from 'react'
import { type GrantChangeRow, type PartnerLedger, partnerLedgers } from '#contract/members/grant-changes.ts'
import { subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { Column } from '#web/kit/table/columns.ts'
import { changeAdvanced, changeColumns, changeFilters } from './grant-change-columns.tsx'
import { GrantChangeDetails } from './grant-change-details.tsx'

const filters = [textFilter('partner', '合作伙伴', 64), ...changeFilters]
const columns: readonly Column<GrantChangeRow>[] = [
  ...changeColumns.slice(0, 1),
  { key: 'partnerName', label: '合作伙伴', width: 140 },
  ...changeColumns.slice(1),
]

export default function PartnerGrantChanges({ ledger }: { ledger: PartnerLedger }) {
  const [shown, setShown] = useState<GrantChangeRow>()
  const isAllowed = useIsAllowed()
  const { list, details, exported } = partnerLedgers[ledger]
  return (
    <>
      <ListPage
        endpoint={list}
        settings={subProductMenu('embed', ledger)}
        filters={filters}
        advanced={changeAdvanced}
        columns={columns}
        rowName={({ loginName }) => loginName}
        onOpen={isAllowed(details) ? setShown : undefined}
        exportCall={exported}
      />
      {shown && <GrantChangeDetails call={details} change={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
