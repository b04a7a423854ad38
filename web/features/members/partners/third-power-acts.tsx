// What can be done with a third party, with the questions asked before.
import type { ReactNode } from 'react'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import {
  disableThirdPower,
  editThirdPower,
  openThirdPower,
  queryThirdPowers,
  readThirdPower,
  removeThirdPower,
  type ThirdPowerRow,
} from '../../../../contract/members/third-powers.ts'
import { useConfirm } from '../../../kit/dialog/confirm.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { actText } from '../../../lib/act-toast.ts'
import { useOpenPage } from '../../../lib/open-page.ts'
import { useAct } from '../../../lib/query.ts'

type Acts = { actionsOf: (row: ThirdPowerRow) => RowAction[]; dialogs: ReactNode }

/** @param list the address of the list, below which the forms stand */
export function useThirdPowerActs(list: string, onDetails: (row: ThirdPowerRow) => void): Acts {
  const openPage = useOpenPage()
  const [confirm, dialogs] = useConfirm()
  const asked = { invalidates: [queryThirdPowers, readThirdPower], guardMs: DIALOG_GUARD_MS }
  const open = useAct(openThirdPower, { ...asked, success: actText('enable') })
  const disable = useAct(disableThirdPower, { ...asked, success: actText('disable') })
  const remove = useAct(removeThirdPower, { ...asked, success: actText('delete') })

  const actionsOf = (row: ThirdPowerRow): RowAction[] => {
    const { id, name, status } = row
    return [
      { label: '详情', call: readThirdPower, run: () => onDetails(row) },
      { label: '编辑', call: editThirdPower, run: () => openPage(`${list}/editForm`, { id, tagName: name }) },
      status === 'enabled'
        ? {
            label: '禁用',
            call: disableThirdPower,
            run: () =>
              confirm({
                title: `禁用第三方“${name}”？`,
                content: '它的程序将立即不能读取数据，启用后恢复。',
                verb: '禁用',
                run: () => disable.run({ id }),
              }),
          }
        : { label: '启用', call: openThirdPower, run: () => void open.run({ id }) },
      {
        label: '删除',
        call: removeThirdPower,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除第三方“${name}”？`,
            content: '它的程序将立即不能读取数据，删除后不能恢复。',
            verb: '删除',
            run: () => remove.run({ id }),
          }),
      },
    ]
  }
  return { actionsOf, dialogs }
}
