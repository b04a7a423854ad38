// Actions on a role, with their confirmations.
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { copyRole, getRole, removeRole, saveRole } from '#contract/organisation/roles.ts'
import { getRoleList, type RoleRow } from '#contract/organisation/users.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { RoleCompare } from './role-compare.tsx'

type Dialog = { kind: 'add' } | { kind: 'edit' | 'copy' | 'compare'; of: RoleRow }

const shownIn = [getRoleList, getRole]
const CODE_HINT = '保存后不能修改，如 coalAnalyst。'

function NameFields({ of }: { of: typeof saveRole | typeof copyRole }) {
  return (
    <>
      <Field of={of} name="name">
        <Input maxLength={32} />
      </Field>
      <Field of={of} name="remark">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
    </>
  )
}

function RoleDialog({ dialog, onClosed }: { dialog: Dialog; onClosed: () => void }) {
  const common = { invalidates: shownIn, onClosed, verb: '保存' }
  if (dialog.kind === 'compare') return <RoleCompare roleId={dialog.of.id} onClosed={onClosed} />
  if (dialog.kind === 'copy')
    return (
      <FormDialog
        {...common}
        title={`复制角色：${dialog.of.name}`}
        endpoint={copyRole}
        initial={{ code: '', name: '', remark: dialog.of.remark }}
        input={(values) => ({ id: dialog.of.id, ...values })}
        success="复制成功"
      >
        <Field of={copyRole} name="code" hint={CODE_HINT}>
          <Input maxLength={32} autoComplete="off" />
        </Field>
        <NameFields of={copyRole} />
      </FormDialog>
    )
  if (dialog.kind === 'edit') {
    const { id, version, name, remark } = dialog.of
    return (
      <FormDialog
        {...common}
        title={`编辑角色：${name}`}
        endpoint={saveRole}
        initial={{ name, remark }}
        stored={{
          row: dialog.of,
          valuesOf: (row) => ({ name: row.name, remark: row.remark }),
          labels: { name: ['角色名称', textOrDash], remark: ['说明', textOrDash] },
        }}
        input={(values) => ({ id, version, ...values })}
        success={actText('edit')}
      >
        <NameFields of={saveRole} />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      {...common}
      title="新增角色"
      endpoint={saveRole}
      initial={{ code: '', name: '', remark: '' }}
      input={(values) => values}
      success={actText('add')}
    >
      <Field of={saveRole} name="code" isRequired hint={CODE_HINT}>
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <NameFields of={saveRole} />
    </FormDialog>
  )
}

export type RoleActs = { ask: (dialog: Dialog) => void; remove: (of: RoleRow) => void; dialogs: ReactNode }

export function useRoleActs(onRemoved: () => void): RoleActs {
  const [dialog, setDialog] = useState<Dialog>()
  const [confirm, confirmation] = useConfirm()
  const removal = useRemoval(removeRole, {
    invalidates: shownIn,
  })
  return {
    ask: setDialog,
    remove: ({ id, name }) =>
      confirm({
        title: `删除角色“${name}”？`,
        content: '有人员的角色不能删除。删除后不能恢复。',
        verb: '删除',
        run: async () => {
          if ((await removal.run({ id })) !== undefined) onRemoved()
        },
      }),
    dialogs: (
      <>
        {confirmation}
        {dialog && <RoleDialog dialog={dialog} onClosed={() => setDialog(undefined)} />}
        {removal.dialogs}
      </>
    ),
  }
}
