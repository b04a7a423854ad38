// Form for a new, copied or stored product.
import { Input, Radio } from 'antd'
import {
  categoryValue,
  getCategoryPaths,
  listProducts,
  type ProductRow,
  saveProduct,
  tableTypeLabels,
  tableTypes,
} from '#contract/catalogue/catalogue.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { actText } from '#web/lib/act-toast.ts'
import { useCall } from '#web/lib/query.ts'
import { CategoryPicker } from '#web/pickers/category-picker.tsx'
import { productReads } from './reads.ts'

/** Path of a category by id, from the first level down. */
function CategoryPath({ id }: { id: string | null }) {
  const values = id === null ? [] : [categoryValue(id)]
  const { data } = useCall(getCategoryPaths, { values }, { enabled: id !== null })
  if (id === null) return '未归类'
  return data?.[0]?.map(({ label }) => label).join(' > ') ?? id
}

type Values = Pick<ProductRow, 'name' | 'code' | 'categoryId' | 'unit' | 'tableType'>

const options = optionsOf(tableTypeLabels, tableTypes)

const valuesOf = ({ name, code, categoryId, unit, tableType }: ProductRow): Values => ({
  name,
  code,
  categoryId,
  unit,
  tableType,
})

const labels: Labels<Values> = {
  name: ['产品名称', textOrDash],
  code: ['产品编码', textOrDash],
  categoryId: ['所属分类', (id) => <CategoryPath id={id} />],
  unit: ['计量单位', textOrDash],
  tableType: ['价格表类型', (tableType) => tableTypeLabels[tableType]],
}

type Props = {
  /** Undefined for a new product. */
  product: ProductRow | undefined
  /** The product that a new one is copied from. */
  copied?: ProductRow | undefined
  categoryId: string | null
  onClosed: () => void
}

/** A copy starts without a code, since codes are unique. */
const firstValues = ({ product, copied, categoryId }: Props): Values =>
  product
    ? valuesOf(product)
    : copied
      ? { ...valuesOf(copied), code: '' }
      : { name: '', code: '', unit: '元/吨', tableType: '1', categoryId }

export function ProductForm(props: Props) {
  const { product, copied, onClosed } = props
  const origin = product ? { id: product.id, version: product.version } : copied && { copyOf: copied.id }
  const news = copied ? `复制产品：${copied.name}` : '新增产品'
  return (
    <FormDialog<typeof saveProduct, Values, ProductRow>
      title={product ? `编辑产品：${product.name}` : news}
      endpoint={saveProduct}
      initial={firstValues(props)}
      stored={product && { row: product, valuesOf, labels }}
      input={(values) => ({ ...origin, ...values, categoryId: values.categoryId ?? '' })}
      success={actText(product ? 'edit' : 'add')}
      invalidates={[listProducts, ...productReads]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveProduct} name="name" />
      <Field of={saveProduct} name="code" isRequired={false} hint="便于查找与导入，不能重复；可以不填。">
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field of={saveProduct} name="categoryId">
        <CategoryPicker isFiling placeholder="请选择二级分类" />
      </Field>
      <Field of={saveProduct} name="unit" isRequired={false} />
      <Field of={saveProduct} name="tableType" hint="区间价有最低、最高与均价，单值只有一个价格。">
        <Radio.Group options={options} />
      </Field>
    </FormDialog>
  )
}
