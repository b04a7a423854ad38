// Chooses one department from the tree, or several.
import { TreeSelect } from 'antd'
import { getDeptTree } from '#contract/organisation/users.ts'
import { idFilter } from '#web/kit/list/filters.tsx'
import { foldedChoice } from '#web/kit/picker/folded-choice.tsx'
import { useCall } from '#web/lib/query.ts'

export type DeptPickerProps = {
  id?: string
  value?: string | null
  onChange?: (deptId: string | null) => void
  placeholder?: string
}

function useDepartments(id: string | undefined, placeholder: string, chosen: readonly string[]) {
  const { data = [], isPending } = useCall(getDeptTree)
  return {
    ...(id !== undefined && { id }),
    // until the tree is there, what is chosen shows `…`, not its id
    treeData: isPending ? chosen.map((value) => ({ value, title: '…' })) : data,
    fieldNames: { label: 'title' },
    loading: isPending,
    allowClear: true,
    treeDefaultExpandAll: true,
    showSearch: { treeNodeFilterProp: 'title' },
    notFoundContent: '暂无数据',
    placeholder,
  }
}

export function DeptPicker({ id, value, onChange, placeholder = '请选择部门' }: DeptPickerProps) {
  return (
    <TreeSelect
      {...useDepartments(id, placeholder, value ? [value] : [])}
      value={value || null}
      onChange={(deptId: string | null | undefined) => onChange?.(deptId ?? null)}
    />
  )
}

export type DeptsPickerProps = { id?: string; value?: string[]; onChange?: (deptIds: string[]) => void }

export function DeptsPicker({ id, value = [], onChange }: DeptsPickerProps) {
  return (
    <TreeSelect
      {...useDepartments(id, '请选择部门', value)}
      multiple
      {...foldedChoice(value.length)}
      value={value}
      onChange={(deptIds: string[]) => onChange?.(deptIds)}
    />
  )
}

export const deptFilter = <K extends string>(key: K, label: string) =>
  idFilter(key, label, ({ onChange, ...rest }) => (
    <DeptPicker {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  ))
