// Dialog to move a category below another one, or merge it into one of its level: choose, then confirm the effects.
import { useState } from 'react'
import { type CategoryRow, mergeCategory, moveCategory } from '#contract/catalogue/catalogue.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { CategoryChoice } from './category-dialogs.tsx'
import { FIRST_LEVEL, placesFor, targetsFor } from './category-place.rules.ts'
import { productReads } from './reads.ts'

const texts = {
  move: { verb: '移动', label: '请选择新的上级', none: '有下级分类的一级分类不能移动，可以与其他一级分类合并。' },
  merge: { verb: '合并', label: '请选择并入的分类', none: '没有可以并入的分类。' },
} as const

type Props = {
  kind: keyof typeof texts
  category: CategoryRow
  nodes: readonly CategoryRow[]
  onDone: (id: string) => void
  onClosed: () => void
}

export function CategoryTarget({ kind, category, nodes, onDone, onClosed }: Props) {
  const { verb, label, none } = texts[kind]
  const [target, setTarget] = useState<string | null>(null)
  const title = `${verb}分类：${category.name}`
  const common = { title, verb, success: `${verb}成功`, invalidates: productReads }
  const finish = (id: string) => {
    onClosed()
    onDone(id)
  }
  const move = useConfirmed(moveCategory, { ...common, isDanger: false, onSuccess: () => finish(category.id) })
  const merge = useConfirmed(mergeCategory, { ...common, onSuccess: (_data, { targetId }) => finish(targetId) })
  const choices = kind === 'move' ? placesFor(nodes, category) : targetsFor(nodes, category)
  const handleSave = async () => {
    if (target === null) return false
    if (kind === 'merge') await merge.run({ id: category.id, targetId: target })
    else await move.run({ id: category.id, parentId: target === FIRST_LEVEL ? null : target })
    return false
  }
  return (
    <>
      <ChooseDialog
        title={title}
        width={520}
        verb="下一步"
        isChanged={false}
        isSaving={move.pending || merge.pending}
        nothing={target === null ? label : undefined}
        onSave={handleSave}
        onClosed={onClosed}
      >
        {choices.length > 0 ? (
          <CategoryChoice label={label} nodes={choices} value={target} onChange={setTarget} />
        ) : (
          <p>{none}</p>
        )}
      </ChooseDialog>
      {move.dialogs}
      {merge.dialogs}
    </>
  )
}
