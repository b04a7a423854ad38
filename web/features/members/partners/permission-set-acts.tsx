// What can be done with a permission set, with the questions asked before.
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import { saveGrants } from '../../../../contract/members/grants.ts'
import {
  copyPermissionSet,
  editPermissionSet,
  getPermissionSet,
  listSetPartners,
  type PermissionSetInUse,
  type PermissionSetRow,
  queryPermissionSets,
  removePermissionSet,
} from '../../../../contract/members/permission-sets.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import { useConfirm } from '../../../kit/dialog/confirm.tsx'
import { InUseDialog } from '../../../kit/dialog/in-use-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { actText } from '../../../lib/act-toast.ts'
import { notify } from '../../../lib/notify.ts'
import { useOpenPage } from '../../../lib/open-page.ts'
import { useAct } from '../../../lib/query.ts'
import { SetEmpower } from './permission-set-empower.tsx'

const NAME_MAX = 64
const EDIT = '/application/embedManager/permission/permissionEdit'

type Acts = { actionsOf: (row: PermissionSetRow) => RowAction[]; dialogs: ReactNode }

export function usePermissionSetActs(): Acts {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const [confirm, confirmation] = useConfirm()
  const [copied, setCopied] = useState<PermissionSetRow>()
  const [applied, setApplied] = useState<PermissionSetRow>()
  const [inUse, setInUse] = useState<PermissionSetInUse[]>()
  const remove = useAct(removePermissionSet, {
    invalidates: [queryPermissionSets],
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
    onRefusal: ({ code, data, msg, isShown }) => {
      if (code === errors.inUse.code) setInUse(data as PermissionSetInUse[])
      else if (!isShown) notify.error(msg)
    },
  })

  const actionsOf = (row: PermissionSetRow): RowAction[] => {
    const { id, name, subProducts } = row
    const mayGrant = subProducts.every((key) => isAllowed(saveGrants, key))
    return [
      { label: '编辑', call: editPermissionSet, run: () => openPage(EDIT, { id, tagName: name }) },
      { label: '复制', call: copyPermissionSet, run: () => setCopied(row) },
      ...(mayGrant ? [{ label: '应用', call: listSetPartners, run: () => setApplied(row) }] : []),
      {
        label: '删除',
        call: removePermissionSet,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除权限方案“${name}”？`,
            content: '按此方案已授的权限不受影响。删除后不能恢复。',
            verb: '删除',
            run: () => remove.run({ id }),
          }),
      },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {copied && (
        <FormDialog
          title={`复制权限方案“${copied.name}”`}
          endpoint={copyPermissionSet}
          initial={{ name: `${copied.name} 副本`.slice(0, NAME_MAX) }}
          input={({ name }) => ({ id: copied.id, name })}
          success="复制成功"
          invalidates={[queryPermissionSets, getPermissionSet]}
          verb="复制"
          onClosed={() => setCopied(undefined)}
        >
          <Field of={copyPermissionSet} name="name">
            <Input maxLength={NAME_MAX} />
          </Field>
        </FormDialog>
      )}
      {applied && <SetEmpower set={applied} onClosed={() => setApplied(undefined)} />}
      {inUse && <InUseDialog rows={inUse} onClosed={() => setInUse(undefined)} />}
    </>
  )
  return { actionsOf, dialogs }
}
