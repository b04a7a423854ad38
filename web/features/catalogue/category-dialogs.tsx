// Small forms of the category page: name, new parent, merge target.
import { TreeSelect } from 'antd'
import { type CategoryRow, saveCategory } from '#contract/catalogue/catalogue.ts'
import { textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { productReads } from './reads.ts'

type NameProps = { parent: CategoryRow | null; category?: CategoryRow; onClosed: () => void }

/** Name of a new category below `parent`, or of a stored one. */
export function CategoryName({ parent, category, onClosed }: NameProps) {
  const place = parent ? `新增下级分类：${parent.name}` : '新增一级分类'
  return (
    <FormDialog
      title={category ? `编辑分类：${category.name}` : place}
      endpoint={saveCategory}
      initial={{ name: category?.name ?? '' }}
      stored={
        category && { row: category, valuesOf: ({ name }) => ({ name }), labels: { name: ['分类名称', textOrDash] } }
      }
      input={({ name }) =>
        category ? { id: category.id, version: category.version, name } : { parentId: parent?.id ?? null, name }
      }
      success={actText(category ? 'edit' : 'add')}
      invalidates={productReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveCategory} name="name" />
    </FormDialog>
  )
}

type ChoiceProps = {
  id?: string
  label: string
  nodes: readonly CategoryRow[]
  value: string | null
  onChange: (id: string | null) => void
}

/** Select for one of the categories that the page has already loaded. */
export function CategoryChoice({ id, label, nodes, value, onChange }: ChoiceProps) {
  return (
    <TreeSelect
      {...(id !== undefined && { id })}
      aria-label={label}
      style={{ width: '100%' }}
      value={value}
      treeData={[...nodes]}
      fieldNames={{ label: 'title' }}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={label}
      notFoundContent="暂无数据"
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? null)}
    />
  )
}
