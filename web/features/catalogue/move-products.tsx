// Moves products to a category: selected products, or products chosen for a given category.
import { moveProducts } from '#contract/catalogue/catalogue.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { CategoryPicker } from '#web/pickers/category-picker.tsx'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { productReads } from './reads.ts'

const common = { endpoint: moveProducts, success: '移动成功', invalidates: productReads, verb: '移动' } as const

type MoveProps = { ids: readonly string[]; onClosed: () => void }

export function MoveProducts({ ids, onClosed }: MoveProps) {
  return (
    <FormDialog<typeof moveProducts, { categoryId: string | null }>
      {...common}
      title={`移动 ${ids.length} 个产品`}
      initial={{ categoryId: null }}
      input={({ categoryId }) => ({ ids: [...ids], categoryId: categoryId ?? '' })}
      onClosed={onClosed}
    >
      <Field of={moveProducts} name="categoryId" hint="排在该分类的最后；报价、资讯与授权不变。">
        <CategoryPicker isFiling placeholder="请选择二级分类" />
      </Field>
    </FormDialog>
  )
}

type FileProps = { category: { id: string; name: string }; onClosed: () => void }

export function FileProducts({ category, onClosed }: FileProps) {
  return (
    <FormDialog<typeof moveProducts, { ids: string[] }>
      {...common}
      title={`移入产品：${category.name}`}
      initial={{ ids: [] }}
      input={({ ids }) => ({ ids, categoryId: category.id })}
      onClosed={onClosed}
    >
      <Field of={moveProducts} name="ids" hint="从原来的分类移到此分类的最后；报价、资讯与授权不变。">
        <ProductsPicker />
      </Field>
    </FormDialog>
  )
}
