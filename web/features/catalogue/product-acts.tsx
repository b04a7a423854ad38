// Actions on products, shared by the product list and the category page.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  categoryValue,
  copyProduct,
  editProduct,
  getAllCategory,
  getProduct,
  hideProducts,
  listProducts,
  type ProductRow,
  removeProducts,
  showProducts,
  sortProducts,
} from '#contract/catalogue/catalogue.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { GroupOrder } from '#web/kit/form/group-order.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { CategoryPicker } from '#web/pickers/category-picker.tsx'
import { MoveProducts } from './move-products.tsx'
import { ProductDetails } from './product-details.tsx'
import { ProductForm } from './product-form.tsx'
import { productReads } from './reads.ts'

/** Maximum number of names in a confirmation; beyond it the total is shown. */
const NAMES_MAX = 10

function namesOf(products: readonly ProductRow[]): string {
  const names = products.slice(0, NAMES_MAX).map(({ name }) => name)
  return products.length > NAMES_MAX ? `${names.join('、')}等 ${products.length} 个产品` : names.join('、')
}

const idsOf = (products: readonly ProductRow[]) => products.map(({ id }) => id)

type Dialog =
  | { kind: 'form'; product?: ProductRow; copied?: ProductRow; categoryId: string | null }
  | { kind: 'details'; product: ProductRow }
  | { kind: 'order'; categoryId: string | null }
  | { kind: 'move'; ids: readonly string[] }

type Many = (products: readonly ProductRow[], onDone?: () => void) => void

export type ProductActs = {
  actionsOf: (product: ProductRow) => RowAction[]
  /** Undefined without the right to read details. */
  onOpen: ((product: ProductRow) => void) | undefined
  add: (categoryId: string | null) => void
  order: (categoryId: string | null) => void
  move: Many
  show: Many
  hide: Many
  remove: Many
  dialogs: ReactNode
}

function useProducts(categoryId: string) {
  const { data, ...read } = useCall(getAllCategory, { key: categoryValue(categoryId) }, { staleTime: 0 })
  return { ...read, data: data?.filter(({ level }) => level === 3) }
}

/** Dialog to sort the products of a category. */
function ProductOrder({ initial, onClosed }: { initial: string | null; onClosed: () => void }) {
  const save = useAct(sortProducts, { guardMs: DIALOG_GUARD_MS, success: '顺序已保存', invalidates: productReads })
  return (
    <GroupOrder
      noun="产品"
      initial={initial}
      picker={(value, choose) => (
        <CategoryPicker isFiling aria-label="分类" placeholder="请选择二级分类" value={value} onChange={choose} />
      )}
      useRows={useProducts}
      idOf={({ value }) => value}
      nameOf={({ label }) => label}
      noteOf={({ isShow }) => !isShow && '已隐藏'}
      isSaving={save.pending}
      onSave={(categoryId, ids) => save.run({ categoryId, ids })}
      onClosed={onClosed}
    />
  )
}

export function useProductActs(): ProductActs {
  const client = useQueryClient()
  const mayRead = useIsAllowed()(getProduct)
  const [dialog, setDialog] = useState<Dialog>()
  const [confirm, confirmation] = useConfirm()
  const showing = useAct(showProducts, { invalidates: productReads, success: '已显示' })
  const hiding = useAct(hideProducts, { invalidates: productReads, guardMs: DIALOG_GUARD_MS, success: '已隐藏' })
  const removal = useRemoval(removeProducts, {
    invalidates: productReads,
  })

  const show: Many = async (products, onDone) => {
    if ((await showing.run({ ids: idsOf(products) })) !== undefined) onDone?.()
  }
  const hide: Many = (products, onDone) =>
    confirm({
      title: `隐藏 ${products.length} 个产品？`,
      content: `${namesOf(products)}隐藏后，各处选择产品时不再出现；已有的报价与资讯不变。`,
      verb: '隐藏',
      run: async () => {
        if ((await hiding.run({ ids: idsOf(products) })) !== undefined) onDone?.()
      },
    })
  const remove: Many = (products, onDone) =>
    confirm({
      title: `删除 ${products.length} 个产品？`,
      content: `${namesOf(products)}将被删除，不能恢复。有报价或授权的产品不能删除，可以改为隐藏。`,
      verb: '删除',
      run: async () => {
        if ((await removal.run({ ids: idsOf(products) })) !== undefined) onDone?.()
      },
    })

  /** Refetch on close: after a save refused as stale (601), reopening the row must use the newer version. */
  const handleClosed = () => {
    setDialog(undefined)
    void client.invalidateQueries({ queryKey: [listProducts.path] })
  }

  return {
    actionsOf: (product) => [
      {
        label: '编辑',
        call: editProduct,
        run: () => setDialog({ kind: 'form', product, categoryId: product.categoryId }),
      },
      product.isShow
        ? { label: '隐藏', call: hideProducts, run: () => hide([product]) }
        : { label: '显示', call: showProducts, run: () => void show([product]) },
      {
        label: '复制',
        call: copyProduct,
        run: () => setDialog({ kind: 'form', copied: product, categoryId: product.categoryId }),
      },
      { label: '详情', call: getProduct, run: () => setDialog({ kind: 'details', product }) },
      { label: '删除', call: removeProducts, isDanger: true, run: () => remove([product]) },
    ],
    onOpen: mayRead ? (product) => setDialog({ kind: 'details', product }) : undefined,
    add: (categoryId) => setDialog({ kind: 'form', categoryId }),
    order: (categoryId) => setDialog({ kind: 'order', categoryId }),
    move: (products) => setDialog({ kind: 'move', ids: idsOf(products) }),
    show,
    hide,
    remove,
    dialogs: (
      <>
        {confirmation}
        {dialog?.kind === 'form' && (
          <ProductForm
            product={dialog.product}
            copied={dialog.copied}
            categoryId={dialog.categoryId}
            onClosed={handleClosed}
          />
        )}
        {dialog?.kind === 'details' && (
          <ProductDetails product={dialog.product} onClosed={() => setDialog(undefined)} />
        )}
        {dialog?.kind === 'order' && <ProductOrder initial={dialog.categoryId} onClosed={() => setDialog(undefined)} />}
        {dialog?.kind === 'move' && <MoveProducts ids={dialog.ids} onClosed={() => setDialog(undefined)} />}
        {removal.dialogs}
      </>
    ),
  }
}
