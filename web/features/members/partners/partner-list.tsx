// Partners that embed our sub-products, with their permission sets and members.
import { useState } from 'react'
import { saveGrants } from '#contract/members/grants.ts'
import { exportPartners, type PartnerRow, partnerCalls, queryPartnerMembers } from '#contract/members/partners.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { describeDay, describeList } from '../form-labels.ts'
import { EndingStatus } from './ending-status.tsx'
import { PartnerDetails } from './partner-details.tsx'
import { PartnerEmpower } from './partner-empower.tsx'

const filters = [
  textFilter('name', '名称', 64),
  textFilter('code', '编码', 32),
  ...filtersOf(partnerCalls.list, ['status']),
]
const advanced = [userFilter('ownerId', '负责人')]

const columns = columnsOf(partnerCalls.list, {
  name: { width: 180, opens: true },
  code: { label: '编码', width: 110 },
  contact: { width: 90 },
  mobile: { width: 120 },
  domains: { width: 220, render: ({ domains }) => describeList(domains) },
  permissionSetName: { width: 140 },
  members: { width: 80 },
  status: { width: 90, render: EndingStatus },
  endsOn: { width: 120, render: ({ endsOn }) => describeDay(endsOn) },
  ownerName: { width: 90 },
  remark: { width: 160 },
  updatedAt: {},
})

/** Of the call's alternative rights, the one on the partners' page. */
const empowerHere = { kind: 'can', menu: 'embed.partners', alias: 'empower' } as const

const PAGES = '/application/embedManager/partner'

export default function PartnerList() {
  const isAllowed = useIsAllowed()
  const [shown, setShown] = useState<PartnerRow>()
  const [empowered, setEmpowered] = useState<PartnerRow>()

  const actsOf = (row: PartnerRow) => {
    const { status, permissionSetName, subProducts } = row
    const mayGrant = subProducts.every((key) => isAllowed(saveGrants, key))
    return [
      { label: '会员', call: queryPartnerMembers, run: () => setShown(row) },
      ...(status === 'enabled' && permissionSetName !== null && mayGrant
        ? [{ label: '授权', call: empowerHere, run: () => setEmpowered(row) }]
        : []),
    ]
  }
  return (
    <>
      <RowsPage
        calls={partnerCalls}
        settings="embed.partners"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={actsOf}
        onOpen={setShown}
        exportCall={exportPartners}
        disabling={() => '该合作伙伴的网站将不能再嵌入我们的页面，会员的授权不变。启用后恢复。'}
        removing={() => '还有会员的合作伙伴不能删除。删除后不能恢复。'}
      />
      {shown && <PartnerDetails row={shown} onClosed={() => setShown(undefined)} />}
      {empowered && <PartnerEmpower partner={empowered} onClosed={() => setEmpowered(undefined)} />}
    </>
  )
}
