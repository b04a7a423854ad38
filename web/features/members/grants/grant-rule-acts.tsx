// What can be done with an authorisation rule: moved, edited, switched, copied, deleted.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import {
  copyGrantRule,
  disableGrantRule,
  editGrantRule,
  type GrantRuleRow,
  moveGrantRule,
  openGrantRule,
  queryGrantRules,
  removeGrantRule,
} from '../../../../contract/members/grant-rules.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import { useConfirm } from '../../../kit/dialog/confirm.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { actText } from '../../../lib/act-toast.ts'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/query.ts'
import { GrantRuleForm } from './grant-rule-form.tsx'

type Acts = { actionsOf: (rule: GrantRuleRow) => RowAction[]; add: () => void; dialogs: ReactNode }

export function useGrantRuleActs(subProduct: SubProductKey): Acts {
  const [confirm, confirmation] = useConfirm()
  const [editing, setEditing] = useState<{ rule: GrantRuleRow | undefined }>()
  const mayUndo = useIsAllowed()(openGrantRule, subProduct)
  const shownIn = { invalidates: [queryGrantRules] }
  // moving twice is two steps, no repetition
  const move = useAct(moveGrantRule, { ...shownIn, guardMs: 0 })
  const open = useAct(openGrantRule, { ...shownIn, success: actText('enable') })
  const disable = useAct(disableGrantRule, {
    ...shownIn,
    onSuccess: (_, input) =>
      mayUndo ? notify.undoable(actText('disable'), () => void open.run(input)) : notify.success(actText('disable')),
  })
  const copy = useAct(copyGrantRule, { ...shownIn, success: '复制成功，副本在最后，未启用' })
  const remove = useAct(removeGrantRule, { ...shownIn, guardMs: DIALOG_GUARD_MS, success: actText('delete') })

  const actionsOf = (rule: GrantRuleRow): RowAction[] => {
    const { id, name, isEnabled } = rule
    return [
      { label: '编辑', call: editGrantRule, run: () => setEditing({ rule }) },
      { label: '上移', call: moveGrantRule, run: () => void move.run({ id, to: 'up' }) },
      { label: '下移', call: moveGrantRule, run: () => void move.run({ id, to: 'down' }) },
      { label: '移到最前', call: moveGrantRule, run: () => void move.run({ id, to: 'first' }) },
      { label: '移到最后', call: moveGrantRule, run: () => void move.run({ id, to: 'last' }) },
      isEnabled
        ? { label: '禁用', call: disableGrantRule, run: () => void disable.run({ id }) }
        : { label: '启用', call: openGrantRule, run: () => void open.run({ id }) },
      { label: '复制', call: copyGrantRule, run: () => void copy.run({ id }) },
      {
        label: '删除',
        call: removeGrantRule,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除授权规则“${name}”？`,
            content: '之后的注册不再按它授权，已经授权的不受影响。',
            verb: '删除',
            run: () => remove.run({ id }),
          }),
      },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {editing && <GrantRuleForm {...editing} subProduct={subProduct} onClosed={() => setEditing(undefined)} />}
    </>
  )
  return { actionsOf, add: () => setEditing({ rule: undefined }), dialogs }
}
