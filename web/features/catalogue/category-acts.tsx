// Actions on a category, with their confirmations.
import { type ReactNode, useState } from 'react'
import {
  type CategoryRow,
  hideCategory,
  moveCategory,
  removeCategory,
  showCategory,
  sortCategories,
} from '#contract/catalogue/catalogue.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed, useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import type { TreePlace } from '#web/kit/tree/tree-sort.rules.ts'
import { useAct } from '#web/lib/query.ts'
import { CategoryName } from './category-dialogs.tsx'
import { orderWith } from './category-place.rules.ts'
import { CategoryTarget } from './category-target.tsx'
import { FileProducts } from './move-products.tsx'
import { productReads } from './reads.ts'

type Dialog = { kind: 'add'; of: CategoryRow | null } | { kind: 'edit' | 'move' | 'merge' | 'file'; of: CategoryRow }

export type CategoryActs = {
  ask: (dialog: Dialog) => void
  toggle: (of: CategoryRow) => void
  remove: (of: CategoryRow) => void
  /** Drag and drop: sorts siblings at once, asks before moving to another parent. Returns whether it was done. */
  place: (of: CategoryRow, place: TreePlace) => Promise<boolean>
  dialogs: ReactNode
}

/** @param onGone gets the id to select after a category was removed, moved or merged */
export function useCategoryActs(nodes: readonly CategoryRow[], onGone: (id: string) => void): CategoryActs {
  const [dialog, setDialog] = useState<Dialog>()
  const [confirm, confirmation] = useConfirm()
  const common = { invalidates: productReads, guardMs: DIALOG_GUARD_MS }
  const showing = useAct(showCategory, { invalidates: productReads, success: '已显示' })
  const hiding = useAct(hideCategory, { ...common, success: '已隐藏' })
  const sorting = useAct(sortCategories, { invalidates: productReads, success: '顺序已保存' })
  const moving = useConfirmed(moveCategory, {
    title: '移动分类',
    verb: '移动',
    isDanger: false,
    invalidates: productReads,
    success: '移动成功',
  })
  const removal = useRemoval(removeCategory, {
    ...common,
  })
  const close = () => setDialog(undefined)
  return {
    ask: setDialog,
    toggle: (of) => {
      if (!of.isShow) return void showing.run({ id: of.id })
      confirm({
        title: `隐藏分类“${of.name}”？`,
        content: '隐藏后，各处选择分类和产品时不再出现它和它下面的产品；已有的报价与资讯不变。',
        verb: '隐藏',
        run: () => hiding.run({ id: of.id }),
      })
    },
    remove: (of) =>
      confirm({
        title: `删除分类“${of.name}”？`,
        content: '有下级分类或产品的分类不能删除，可以与其他分类合并。删除后不能恢复。',
        verb: '删除',
        run: async () => {
          if ((await removal.run({ id: of.id })) !== undefined) onGone(of.parentId ?? '')
        },
      }),
    place: async (of, { parent, place }) => {
      if (parent !== of.parentId) return (await moving.run({ id: of.id, parentId: parent })) !== undefined
      const siblings = parent === null ? nodes : (nodes.find(({ id }) => id === parent)?.children ?? [])
      return (await sorting.run({ parentId: parent, ids: orderWith(siblings, of.id, place) })) !== undefined
    },
    dialogs: (
      <>
        {confirmation}
        {moving.dialogs}
        {dialog?.kind === 'add' && <CategoryName parent={dialog.of} onClosed={close} />}
        {dialog?.kind === 'edit' && <CategoryName parent={null} category={dialog.of} onClosed={close} />}
        {(dialog?.kind === 'move' || dialog?.kind === 'merge') && (
          <CategoryTarget kind={dialog.kind} category={dialog.of} nodes={nodes} onDone={onGone} onClosed={close} />
        )}
        {dialog?.kind === 'file' && <FileProducts category={dialog.of} onClosed={close} />}
        {removal.dialogs}
      </>
    ),
  }
}
