// Saves a view of a list: its name, and with whom it is shared.
import { Form, Select } from 'antd'
import { type ListView, queryListViews, saveListView } from '#contract/system/list-settings.ts'
import { textOrDash } from '../form/differences.ts'
import { Field } from '../form/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { byLabel } from '../picker/by-label.ts'

type Values = { name: string; share: ListView['share']; roleId: string | null }

type ViewDialogProps = {
  /** Undefined for a new one. */
  stored: ListView | undefined
  /** The list state that the view stores. */
  kept: Pick<ListView, 'filters' | 'sort' | 'columns'>
  listKey: string
  /** Roles that the person may share with. */
  roles: readonly { id: string; name: string }[]
  onClosed: () => void
}

const shares: readonly { value: ListView['share']; label: string }[] = [
  { value: 'nobody', label: '仅自己' },
  { value: 'role', label: '一个角色' },
  { value: 'everybody', label: '所有人' },
]

const valuesOf = ({ name, share, roleId }: ListView): Values => ({ name, share, roleId })

function RoleField({ roles }: Pick<ViewDialogProps, 'roles'>) {
  const isWanted = Form.useWatch<Values['share']>('share') === 'role'
  if (!isWanted) return null
  return (
    <Field of={saveListView} name="roleId" isRequired>
      <Select options={roles.map(({ id, name }) => ({ value: id, label: name }))} showSearch={byLabel} />
    </Field>
  )
}

export function ViewDialog({ stored, kept, listKey, roles, onClosed }: ViewDialogProps) {
  const { filters, sort, columns } = kept
  return (
    <FormDialog<typeof saveListView, Values, ListView>
      title={stored ? '重命名与共享' : '另存为视图'}
      endpoint={saveListView}
      initial={stored ? valuesOf(stored) : { name: '', share: 'nobody', roleId: null }}
      stored={
        stored && {
          row: stored,
          valuesOf,
          labels: {
            name: ['视图名称', textOrDash],
            share: ['共享范围', (share) => shares.find(({ value }) => value === share)?.label],
            roleId: ['角色', (id) => textOrDash(roles.find((role) => role.id === id)?.name)],
          },
        }
      }
      input={({ name, share, roleId }) => ({
        list: listKey,
        ...(stored && { id: stored.id, version: stored.version }),
        name,
        share,
        roleId: share === 'role' ? (roleId ?? null) : null,
        filters,
        sort,
        columns,
      })}
      success={stored ? '视图已更新' : '视图已保存'}
      invalidates={[queryListViews]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveListView} name="name" />
      <Field of={saveListView} name="share">
        <Select options={[...shares]} />
      </Field>
      <RoleField roles={roles} />
    </FormDialog>
  )
}
