// What can be done with an entered account: another name, kind or last day; its grants taken back.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { type EntryRow, editEntry, queryEntries, removeEntry } from '../../../contract/manual-entry.ts'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import { useConfirm } from '../../kit/confirm.tsx'
import type { RowAction } from '../../kit/row-use.ts'
import { actText } from '../../lib/act-toast.ts'
import { useAct } from '../../lib/query.ts'
import { EditEntry, NewEntry } from './manual-entry-form.tsx'

type Acts = { actionsOf: (row: EntryRow) => RowAction[]; add: () => void; dialogs: ReactNode }

export function useEntryActs(subProduct: SubProductKey): Acts {
  const [confirm, confirmation] = useConfirm()
  const [dialog, setDialog] = useState<{ entry: EntryRow | undefined }>()
  const remove = useAct(removeEntry, {
    invalidates: [queryEntries],
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
  })
  const actionsOf = (entry: EntryRow): RowAction[] => [
    { label: '编辑', call: editEntry, run: () => setDialog({ entry }) },
    {
      label: '删除',
      call: removeEntry,
      isDanger: true,
      run: () =>
        confirm({
          title: `删除“${entry.loginName}”的手工录入？`,
          content: `${entry.enterprise} ${entry.realName} 的手工录入授权将被取消，会员与账号保留。`,
          verb: '删除',
          run: () => remove.run({ id: entry.id }),
        }),
    },
  ]
  const close = () => setDialog(undefined)
  const dialogs = (
    <>
      {confirmation}
      {dialog &&
        (dialog.entry ? (
          <EditEntry entry={dialog.entry} onClosed={close} />
        ) : (
          <NewEntry subProduct={subProduct} onClosed={close} />
        ))}
    </>
  )
  return { actionsOf, add: () => setDialog({ entry: undefined }), dialogs }
}
