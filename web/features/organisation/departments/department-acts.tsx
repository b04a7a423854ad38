import { type ReactNode, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { DIALOG_GUARD_MS, TREE_PLACES } from '#contract/limits.ts'
import {
  type DepartmentNode,
  getDepartmentTree,
  moveDepartment,
  queryDepartmentPeople,
  type RowInUse,
  removeDepartment,
  saveDepartment,
} from '#contract/organisation/departments.ts'
import { getDeptTree } from '#contract/organisation/users.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { InUseDialog } from '#web/kit/dialog/in-use-dialog.tsx'
import { textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { DeptPicker } from '#web/pickers/dept-picker.tsx'
import { useAccountNames } from '../users/use-account-names.ts'

const shownIn = [getDepartmentTree, getDeptTree, queryDepartmentPeople]

type Dialog = { kind: 'add' | 'rename' | 'move'; of: DepartmentNode }

function DepartmentDialog({ kind, of, onClosed }: Dialog & { onClosed: () => void }) {
  const common = { invalidates: shownIn, onClosed }
  const names = useAccountNames()
  if (kind === 'move')
    return (
      <FormDialog
        {...common}
        title={`移动部门：${of.title}`}
        endpoint={moveDepartment}
        initial={{ parentId: of.parentId ?? '' }}
        stored={{
          row: of,
          valuesOf: ({ parentId }) => ({ parentId: parentId ?? '' }),
          labels: { parentId: ['上级部门', names.dept] },
        }}
        input={({ parentId }) => ({ id: of.id, version: of.version, parentId, place: TREE_PLACES })}
        success="移动成功"
        verb="移动"
      >
        <Field of={moveDepartment} name="parentId" hint="排在所选部门的最后，其下级部门与人员一起移动。">
          <DeptPicker />
        </Field>
      </FormDialog>
    )
  const isNew = kind === 'add'
  return (
    <FormDialog
      {...common}
      title={isNew ? `新增部门：${of.title} 的下级` : `重命名部门：${of.title}`}
      endpoint={saveDepartment}
      initial={{ name: isNew ? '' : of.title }}
      stored={
        isNew
          ? undefined
          : { row: of, valuesOf: ({ title }) => ({ name: title }), labels: { name: ['部门名称', textOrDash] } }
      }
      input={({ name }) => (isNew ? { parentId: of.id, name } : { id: of.id, version: of.version, name })}
      success={actText(isNew ? 'add' : 'edit')}
      verb="保存"
    >
      <Field of={saveDepartment} name="name" />
    </FormDialog>
  )
}

export type DepartmentActs = {
  ask: (kind: Dialog['kind'], of: DepartmentNode) => void
  remove: (of: DepartmentNode) => void
  /** Returns whether it was done. */
  move: (of: DepartmentNode, place: { parent: string | null; place: number }) => Promise<boolean>
  dialogs: ReactNode
}

export function useDepartmentActs(onRemoved: (of: DepartmentNode) => void): DepartmentActs {
  const [dialog, setDialog] = useState<Dialog>()
  const [inUse, setInUse] = useState<RowInUse[]>()
  const [confirm, confirmation] = useConfirm()
  const moving = useAct(moveDepartment, { invalidates: shownIn, success: '移动成功' })
  const removal = useAct(removeDepartment, {
    invalidates: shownIn,
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
    onRefusal: ({ code, data, msg, isShown }) => {
      if (code === errors.inUse.code) setInUse(data as RowInUse[])
      else if (!isShown) notify.error(msg)
    },
  })
  return {
    ask: (kind, of) => setDialog({ kind, of }),
    remove: (of) =>
      confirm({
        title: `删除部门“${of.title}”？`,
        content: '有人员或下级部门的部门不能删除。删除后不能恢复。',
        verb: '删除',
        run: async () => {
          if ((await removal.run({ id: of.id })) !== undefined) onRemoved(of)
        },
      }),
    move: async ({ id, version }, { parent, place }) =>
      parent !== null && (await moving.run({ id, version, parentId: parent, place })) !== undefined,
    dialogs: (
      <>
        {confirmation}
        {dialog && <DepartmentDialog {...dialog} onClosed={() => setDialog(undefined)} />}
        {inUse && <InUseDialog rows={inUse} onClosed={() => setInUse(undefined)} />}
      </>
    ),
  }
}
