// Chooses one category, by its name, by a product in it, or level by level. Its value is the category's id.
import { categoryValue } from '#contract/catalogue/catalogue.ts'
import { LazyCascader } from '#web/kit/picker/lazy-cascader.tsx'
import { categoryCalls } from './category-calls.ts'
import { type CategoryChoice, categoriesOf, idOfValue, toChoices } from './category-picker.rules.ts'

const calls = categoryCalls()
const isAny = () => true
const isFilingPlace = ({ level }: CategoryChoice) => level === 2

export type CategoryPickerProps = {
  id?: string
  'aria-label'?: string
  placeholder?: string
  /** Only the second level, where products are filed. */
  isFiling?: boolean
  value?: string | null
  onChange?: (categoryId: string | null) => void
}

export function CategoryPicker({
  placeholder = '请选择分类',
  isFiling = false,
  value,
  onChange,
  ...rest
}: CategoryPickerProps) {
  return (
    <LazyCascader<CategoryChoice>
      {...rest}
      placeholder={placeholder}
      style={{ width: '100%' }}
      canChoose={isFiling ? isFilingPlace : isAny}
      load={async (parent) => toChoices(await calls.load(parent))}
      search={async (text) => categoriesOf(await calls.search(text))}
      lookup={async (values) => (await calls.lookup(values)).map(toChoices)}
      value={value ? categoryValue(value) : null}
      onChange={(chosen) => onChange?.(chosen === null ? null : idOfValue(chosen))}
    />
  )
}
