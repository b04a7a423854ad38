// Chooses one role, or several. Roles that the person may not assign are disabled, with the reason.
import { Select, type SelectProps } from 'antd'
import { getRoleList, type RoleRow } from '#contract/organisation/users.ts'
import { idFilter } from '#web/kit/list/filters.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { foldedChoice } from '#web/kit/picker/folded-choice.tsx'
import { whileLoading } from '#web/kit/picker/loading.ts'
import { useCall } from '#web/lib/query.ts'

type Common = {
  id?: string
  placeholder?: string
  /** For assigning roles, not for filtering people by role. */
  isGiving?: boolean
  /** Roles to leave out, as they are elsewhere in the form already. */
  without?: readonly string[]
}

const noReason = '不能授予自己没有的权限'

function optionsOf(roles: readonly RoleRow[], isGiving: boolean, without: readonly string[]) {
  return roles
    .filter(({ id }) => !without.includes(id))
    .map(({ id, name, assignable }) => {
      const isRefused = isGiving && !assignable
      return { value: id, label: name, disabled: isRefused, title: isRefused ? noReason : name, note: isRefused }
    })
}

function useRoles({ id, placeholder = '请选择角色', isGiving = false, without = [] }: Common) {
  const { data = [], isPending } = useCall(getRoleList, {})
  return {
    ...(id !== undefined && { id }),
    placeholder,
    ...whileLoading(isPending),
    allowClear: true,
    showSearch: byLabel,
    notFoundContent: '暂无数据',
    options: optionsOf(data, isGiving, without),
    optionRender: ({ data: option }) => (
      <>
        {option.label}
        {option.note && <span style={{ float: 'right', fontSize: 12 }}>{noReason}</span>}
      </>
    ),
  } satisfies SelectProps<unknown, ReturnType<typeof optionsOf>[number]>
}

export type RolePickerProps = Common & { value?: string | null; onChange?: (roleId: string | null) => void }

export function RolePicker({ value, onChange, ...common }: RolePickerProps) {
  return (
    <Select
      {...useRoles(common)}
      value={value || null}
      onChange={(roleId: string | null | undefined) => onChange?.(roleId ?? null)}
    />
  )
}

export type RolesPickerProps = Common & { value?: string[]; onChange?: (roleIds: string[]) => void }

export function RolesPicker({ value = [], onChange, ...common }: RolesPickerProps) {
  return (
    <Select
      {...useRoles(common)}
      mode="multiple"
      {...foldedChoice(value.length)}
      value={value}
      onChange={(roleIds: string[]) => onChange?.(roleIds)}
    />
  )
}

export const roleFilter = <K extends string>(key: K, label: string) =>
  idFilter(key, label, ({ onChange, ...rest }) => (
    <RolePicker {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  ))
