// What can be done with a partner, with the questions asked before.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import { saveGrants } from '../../../../contract/members/grants.ts'
import {
  disablePartner,
  editPartner,
  getPartner,
  openPartner,
  type PartnerRow,
  queryPartnerMembers,
  queryPartners,
  removePartner,
} from '../../../../contract/members/partners.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import { useConfirm } from '../../../kit/dialog/confirm.tsx'
import { useRemoval } from '../../../kit/dialog/use-confirmed.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { actText } from '../../../lib/act-toast.ts'
import { useOpenPage } from '../../../lib/open-page.ts'
import { useAct } from '../../../lib/query.ts'
import { PartnerEmpower } from './partner-empower.tsx'

type Acts = { actionsOf: (row: PartnerRow) => RowAction[]; dialogs: ReactNode }

/** The part of the call's rights that stands on the partners' own page. */
const empowerHere = { kind: 'can', menu: 'embed.partners', alias: 'empower' } as const

export function usePartnerActs(onDetails: (row: PartnerRow) => void): Acts {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const [confirm, confirmation] = useConfirm()
  const [empowered, setEmpowered] = useState<PartnerRow>()
  const asked = { invalidates: [queryPartners, getPartner], guardMs: DIALOG_GUARD_MS }
  const open = useAct(openPartner, { ...asked, success: actText('enable') })
  const disable = useAct(disablePartner, { ...asked, success: actText('disable') })
  const remove = useRemoval(removePartner, {
    ...asked,
  })

  const actionsOf = (row: PartnerRow): RowAction[] => {
    const { id, name, status, permissionSetName, subProducts } = row
    const mayGrant = subProducts.every((key) => isAllowed(saveGrants, key))
    return [
      { label: '会员', call: queryPartnerMembers, run: () => onDetails(row) },
      {
        label: '编辑',
        call: editPartner,
        run: () => openPage('/application/embedManager/partner/edit', { id, tagName: name }),
      },
      ...(status === 'enabled' && permissionSetName !== null && mayGrant
        ? [{ label: '授权', call: empowerHere, run: () => setEmpowered(row) }]
        : []),
      status === 'enabled'
        ? {
            label: '禁用',
            call: disablePartner,
            run: () =>
              confirm({
                title: `禁用合作伙伴“${name}”？`,
                content: '它的网站将不能再嵌入我们的页面，会员的授权不变。启用后恢复。',
                verb: '禁用',
                run: () => disable.run({ id }),
              }),
          }
        : { label: '启用', call: openPartner, run: () => void open.run({ id }) },
      {
        label: '删除',
        call: removePartner,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除合作伙伴“${name}”？`,
            content: '还有会员的合作伙伴不能删除。删除后不能恢复。',
            verb: '删除',
            run: () => remove.run({ id }),
          }),
      },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {empowered && <PartnerEmpower partner={empowered} onClosed={() => setEmpowered(undefined)} />}
      {remove.dialogs}
    </>
  )
  return { actionsOf, dialogs }
}
