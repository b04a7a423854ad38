// Chooses one department from the tree.
import { TreeSelect } from 'antd'
import { getDeptTree } from '../../contract/organisation.ts'
import { useCall } from '../lib/query.ts'

export type DeptPickerProps = {
  id?: string
  value?: string | null
  onChange?: (deptId: string | null) => void
  placeholder?: string
}

export function DeptPicker({ id, value, onChange, placeholder = '请选择部门' }: DeptPickerProps) {
  const { data = [], isPending } = useCall(getDeptTree)
  return (
    <TreeSelect
      {...(id !== undefined && { id })}
      value={value || null}
      treeData={data}
      fieldNames={{ label: 'title' }}
      loading={isPending}
      allowClear
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      notFoundContent="暂无数据"
      placeholder={placeholder}
      onChange={(deptId: string | null | undefined) => onChange?.(deptId ?? null)}
    />
  )
}
