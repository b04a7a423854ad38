// Manual entry of accounts: one by one, or a block from a spreadsheet, checked line by line; and the list of entries.
import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import {
  addEntry,
  type EntryRow,
  editEntry,
  entryImports,
  exportEntries,
  queryEntries,
  removeEntry,
} from '#contract/members/manual-entry.ts'
import type { ImportCalls } from '#contract/sheets.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { ValidityTag, validityOptions } from '#web/pickers/validity.tsx'
import { EditEntry, NewEntry } from './manual-entry-form.tsx'

const ImportDialog = lazy(() => import('#web/kit/sheets/import-dialog.tsx'))

const shownIn = [queryEntries]

/** Import of a block: pasted or from a file, checked by cell before anything is saved. */
function EntryBlock({ calls }: { calls: ImportCalls }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Can call={calls.open}>
      <Button icon={<TableOutlined />} onClick={() => setWanted(true)}>
        批量录入
      </Button>
      {isWanted && (
        <Suspense fallback={null}>
          <ImportDialog calls={calls} invalidates={shownIn} onClosed={() => setWanted(false)} />
        </Suspense>
      )}
    </Can>
  )
}

type Acts = { actionsOf: (row: EntryRow) => RowAction[]; add: () => void; dialogs: ReactNode }

/** Acts on an entered account: change name, kind or last day; revoke its grants. */
function useEntryActs(subProduct: SubProductKey): Acts {
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

const filters = [
  textFilter('enterprise', '企业名称', 100),
  ...filtersOf(queryEntries, ['loginName', 'mobile']),
  selectFilter('validity', '有效状态', validityOptions),
]

const columns = columnsOf(queryEntries, {
  enterprise: { width: 240 },
  realName: { width: 100 },
  mobile: { width: 120 },
  loginName: { width: 140 },
  products: { width: 80 },
  kind: { width: 90 },
  endsOn: { width: 110 },
  validity: { width: 160, render: (row) => <ValidityTag {...row} /> },
  ownerName: { width: 100 },
  enteredAt: {},
  enteredBy: { width: 110 },
})

export default function ManualEntry({ subProduct }: { subProduct: SubProductKey }) {
  const { actionsOf, add, dialogs } = useEntryActs(subProduct)
  const calls = entryImports[subProduct]
  return (
    <>
      <ListPage
        endpoint={queryEntries}
        fixedFilters={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'manualEntry')}
        filters={filters}
        columns={columns}
        rowName={({ loginName }) => loginName}
        rowActions={actionsOf}
        exportCall={exportEntries}
        toolbar={
          <>
            <AddButton call={addEntry} on={subProduct} onClick={add}>
              逐个录入
            </AddButton>
            {calls && <EntryBlock calls={calls} />}
          </>
        }
      />
      {dialogs}
    </>
  )
}
