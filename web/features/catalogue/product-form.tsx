// A new product, or a stored one.
import { Input, Radio } from 'antd'
import { listProducts, type ProductRow, saveProduct, tableTypeNames, tableTypes } from '../../../contract/catalogue.ts'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { actText } from '../../lib/act-toast.ts'
import { CategoryPicker } from '../../pickers/category-picker.tsx'
import { productReads } from './reads.ts'

type Values = Pick<ProductRow, 'name' | 'code' | 'categoryId' | 'unit' | 'tableType'>

const options = tableTypes.map((value) => ({ value, label: tableTypeNames[value] }))

type Props = { product: ProductRow | undefined; categoryId: string | null; onClosed: () => void }

export function ProductForm({ product, categoryId, onClosed }: Props) {
  const { name, code, unit, tableType } = product ?? { name: '', code: '', unit: '元/吨', tableType: '1' }
  const stored = product && { id: product.id, version: product.version }
  return (
    <FormDialog<typeof saveProduct, Values>
      title={product ? `编辑产品：${product.name}` : '新增产品'}
      endpoint={saveProduct}
      initial={{ name, code, unit, tableType, categoryId: product?.categoryId ?? categoryId }}
      input={(values) => ({ ...stored, ...values, categoryId: values.categoryId ?? '' })}
      success={actText(product ? 'edit' : 'add')}
      invalidates={[listProducts, ...productReads]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveProduct} name="name">
        <Input maxLength={64} />
      </Field>
      <Field of={saveProduct} name="code" isRequired={false} hint="便于查找与导入，不能重复；可以不填。">
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field of={saveProduct} name="categoryId">
        <CategoryPicker isFiling placeholder="请选择二级分类" />
      </Field>
      <Field of={saveProduct} name="unit" isRequired={false}>
        <Input maxLength={16} />
      </Field>
      <Field of={saveProduct} name="tableType" hint="区间价有最低、最高与均价，单值只有一个价格。">
        <Radio.Group options={options} />
      </Field>
    </FormDialog>
  )
}
