// What can be done with an entered account: another name, kind or last day; its grants taken back.
import { type ReactNode, useState } from 'react'
import { type EntryRow, editEntry, queryEntries, removeEntry } from '../../../../contract/members/manual-entry.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { useConfirmed } from '../../../kit/dialog/use-confirmed.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { actText } from '../../../lib/act-toast.ts'
import { EditEntry, NewEntry } from './manual-entry-form.tsx'

type Acts = { actionsOf: (row: EntryRow) => RowAction[]; add: () => void; dialogs: ReactNode }

export function useEntryActs(subProduct: SubProductKey): Acts {
  const [dialog, setDialog] = useState<{ entry: EntryRow | undefined }>()
  const remove = useConfirmed(removeEntry, {
    title: '删除手工录入',
    verb: '删除',
    invalidates: [queryEntries],
    success: actText('delete'),
  })
  const actionsOf = (entry: EntryRow): RowAction[] => [
    { label: '编辑', call: editEntry, run: () => setDialog({ entry }) },
    { label: '删除', call: removeEntry, isDanger: true, run: () => void remove.run({ id: entry.id }) },
  ]
  const close = () => setDialog(undefined)
  const dialogs = (
    <>
      {remove.dialogs}
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
