// Chooses a news category: the general ones first, then those of the products that the person works on.
import { Select } from 'antd'
import { chooseNewsCategories } from '#contract/articles/news-categories.ts'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { whileLoading } from '#web/kit/picker/loading.ts'
import { useCall } from '#web/lib/query.ts'

type NewsCategoryPickerProps = {
  id?: string
  'aria-label'?: string
  value?: string | null
  onChange?: (id: string | null) => void
  placeholder?: string
  /** Only those in which the person may write; of these, the general ones and those of the given products. */
  writable?: { productIds: readonly string[] }
}

export function NewsCategoryPicker({
  value,
  onChange,
  placeholder = '请选择',
  writable,
  ...rest
}: NewsCategoryPickerProps) {
  const { data = [], isPending } = useCall(chooseNewsCategories, {})
  const offered = data.filter(
    ({ id, isWritable, productId }) =>
      !writable || id === value || (isWritable && (productId === null || writable.productIds.includes(productId))),
  )
  const groups = Map.groupBy(offered, ({ productName }) => productName ?? '通用')
  return (
    <Select
      {...rest}
      value={value || null}
      allowClear
      showSearch={byLabel}
      {...whileLoading(isPending)}
      placeholder={placeholder}
      options={[...groups].map(([label, choices]) => ({
        label,
        options: choices.map(({ id, name }) => ({ value: id, label: name })),
      }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}
