// The list screen of declared rows (contract/rows.ts): list, add, edit by version, enable or disable, delete, singly
// and in batches. A screen passes only what concerns its look; one that needs a second exception composes the parts
// itself.
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BodyOf, DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import type { ExportCall } from '#contract/exports.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import type { ImportCalls } from '#contract/sheets.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { useIsAllowed } from '../can.tsx'
import { useConfirm } from '../dialog/confirm.tsx'
import { useRemoval } from '../dialog/use-confirmed.tsx'
import type { Labels } from '../form/differences.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { RowFields, type RowInputs } from '../form/row-fields.tsx'
import { rowLabels } from '../form/row-labels.tsx'
import { ImportButton } from '../sheets/import-button.tsx'
import type { RowAction } from '../table/row-use.ts'
import { AddButton } from './add-button.tsx'
import type { BatchAct } from './batch-acts.tsx'
import type { RowOf } from './list-endpoint.ts'
import { ListPage, type ListPageProps } from './list-page.tsx'

type Calls = { noun: string; labels: Record<string, string>; fixed: readonly string[] } & Record<
  'list' | 'add' | 'edit' | 'remove',
  Endpoint
> &
  Partial<Record<'get' | 'open' | 'disable', Endpoint>>

type Row<C extends Calls> = RowOf<C['list']> & { id: string; version: number }
type New<C extends Calls> = Omit<BodyOf<C['add']>, 'subProduct'>

/** The form in a dialog, or the addresses of its pages. */
type FormOf<C extends Calls> =
  | {
      /** Initial values of a new row. */
      empty: () => Partial<New<C>>
      inputs?: RowInputs<keyof New<C> & string>
      /** Initial values of a stored row, if they are not simply its fields. */
      valuesOf?: (row: Row<C>) => Partial<New<C>>
      /** How values are shown when two versions are compared. */
      say?: Partial<Labels<New<C>>>
      pages?: never
    }
  | { pages: { add: string; edit: string } }

export type RowsPageProps<C extends Calls> = Pick<
  ListPageProps<C['list']>,
  'filters' | 'advanced' | 'columns' | 'fixedFilters' | 'settings' | 'on' | 'onOpen'
> & {
  calls: C
  rowName: (row: Row<C>) => string
  form: FormOf<C>
  /** What a deletion does, for its confirmation. */
  removing: (rows: readonly Row<C>[]) => ReactNode
  /** What disabling does, for its confirmation; without it nothing is asked, and undo is offered. */
  disabling?: (rows: readonly Row<C>[]) => ReactNode
  /** Rows can be selected and enabled, disabled or deleted together. */
  isBatch?: boolean
  /** Actions between 编辑 and 启用/禁用. */
  acts?: (row: Row<C>) => readonly RowAction[]
  /** Further buttons of the toolbar, after 新增. */
  toolbar?: ReactNode
  exportCall?: ExportCall
  imports?: ImportCalls
  /** Reads besides the list that show rows. */
  reads?: readonly Endpoint[]
}

type Stated = { isEnabled?: boolean; status?: string }
const isOn = ({ isEnabled, status }: Stated) => isEnabled ?? status === 'enabled'

const idsOf = (rows: readonly { id: string }[]) => ({ ids: rows.map(({ id }) => id) })

/** Reads that are outdated once a row has changed. */
const readsOf = ({ calls, reads = [] }: { calls: Calls; reads?: readonly Endpoint[] }) => [
  calls.list,
  ...(calls.get ? [calls.get] : []),
  ...reads,
]

type RowDialogProps<C extends Calls> = { page: RowsPageProps<C>; row: Row<C> | undefined; onClosed: () => void }

function RowDialog<C extends Calls>({ page, row, onClosed }: RowDialogProps<C>) {
  const { calls, form, fixedFilters, rowName } = page
  if ('pages' in form && form.pages) return null
  const { empty, inputs = {}, valuesOf, say = {} } = form as Extract<FormOf<C>, { pages?: never }>
  const names = Object.keys(calls.labels)
  const common = { invalidates: readsOf(page), verb: '保存', onClosed }
  if (!row) {
    return (
      <FormDialog<Endpoint, object>
        title={`新增${calls.noun}`}
        endpoint={calls.add}
        initial={empty()}
        input={(values) => ({ ...fixedFilters, ...values }) as never}
        success={actText('add')}
        {...common}
      >
        <RowFields
          call={calls.add}
          names={[...calls.fixed.filter((name) => !(name in (fixedFilters ?? {}))), ...names]}
          inputs={inputs}
        />
      </FormDialog>
    )
  }
  const values = (of: object) =>
    valuesOf?.(of as Row<C>) ?? Object.fromEntries(names.map((name) => [name, of[name as never]]))
  return (
    <FormDialog<Endpoint, object, Row<C>>
      title={`编辑${calls.noun}：${rowName(row)}`}
      endpoint={calls.edit}
      initial={values(row)}
      stored={{ row, valuesOf: values, labels: rowLabels(calls.edit, calls.labels, { inputs, say }) }}
      input={(changed) => ({ id: row.id, version: row.version, ...changed }) as never}
      success={actText('edit')}
      {...common}
    >
      <RowFields call={calls.edit} names={names} inputs={inputs} />
    </FormDialog>
  )
}
export function RowsPage<C extends Calls>(page: RowsPageProps<C>) {
  const { calls, rowName, form, removing, disabling, isBatch, acts, toolbar, imports, reads: _, ...list } = page
  const { noun } = calls
  const navigate = useNavigate()
  const openPage = useOpenPage()
  const [dialog, setDialog] = useState<{ row: Row<C> | undefined }>()
  const [confirm, confirmation] = useConfirm()
  const stale = readsOf(page)
  const common = { invalidates: stale, guardMs: DIALOG_GUARD_MS }
  const opening = useAct(calls.open ?? calls.edit, { ...common, success: actText('enable') })
  const isAllowed = useIsAllowed()
  const mayOpen = isAllowed(calls.open ?? calls.edit, page.on)
  const closing = useAct(calls.disable ?? calls.edit, {
    ...common,
    // undo is offered instead of a confirmation
    onSuccess: (_, input) =>
      disabling || !mayOpen
        ? notify.success(actText('disable'))
        : notify.undoable(actText('disable'), () => void opening.run(input)),
  })
  const removal = useRemoval(calls.remove, common)

  type Act = { run: (input: Input<Endpoint>) => Promise<DataOf<Endpoint> | undefined> }
  const done = async (act: Act, rows: readonly Row<C>[], clear?: () => void) => {
    if ((await act.run(idsOf(rows) as never)) !== undefined) clear?.()
  }
  const confirmedAct = (verb: string, act: Act, content: (rows: readonly Row<C>[]) => ReactNode) => {
    return (rows: readonly Row<C>[], clear?: () => void) => {
      const [first] = rows
      const whom = rows.length === 1 && first ? `${noun}“${rowName(first)}”` : ` ${rows.length} 个${noun}`
      confirm({ title: `${verb}${whom}？`, content: content(rows), verb, run: () => done(act, rows, clear) })
    }
  }
  const open = (rows: readonly Row<C>[], clear?: () => void) => void done(opening as Act, rows, clear)
  const disable = disabling
    ? confirmedAct('禁用', closing as Act, disabling)
    : (rows: readonly Row<C>[], clear?: () => void) => void done(closing as Act, rows, clear)
  const remove = confirmedAct('删除', removal as Act, removing)

  const edit = (row: Row<C>) =>
    form.pages ? openPage(form.pages.edit, { id: row.id, tagName: rowName(row) }) : setDialog({ row })
  const add = () => (form.pages ? void navigate(form.pages.add) : setDialog({ row: undefined }))

  const actionsOf = (row: Row<C>): RowAction[] => [
    { label: '编辑', call: calls.edit, run: () => edit(row) },
    ...(acts?.(row) ?? []),
    ...(calls.open && calls.disable
      ? [
          isOn(row as Stated)
            ? { label: '禁用', call: calls.disable, run: () => disable([row]) }
            : { label: '启用', call: calls.open, run: () => open([row]) },
        ]
      : []),
    { label: '删除', call: calls.remove, isDanger: true, run: () => remove([row]) },
  ]
  const batch: BatchAct<Row<C>>[] = [
    ...(calls.open ? [{ label: '启用', call: calls.open, run: open }] : []),
    ...(calls.disable ? [{ label: '禁用', call: calls.disable, run: disable }] : []),
    { label: '删除', call: calls.remove, isDanger: true, run: remove },
  ]

  return (
    <>
      <ListPage
        {...(list as unknown as ListPageProps<Endpoint>)}
        emptyHint={isAllowed(calls.add, page.on) ? `点击“新增”添加第一个${noun}。` : undefined}
        endpoint={calls.list}
        rowName={rowName as never}
        rowActions={actionsOf as never}
        batchActs={(isBatch ? batch : []) as never}
        toolbar={
          <>
            <AddButton call={calls.add} on={page.on} onClick={add} />
            {toolbar}
            {imports && <ImportButton calls={imports} invalidates={stale} />}
          </>
        }
      />
      {dialog && <RowDialog page={page} row={dialog.row} onClosed={() => setDialog(undefined)} />}
      {removal.dialogs}
      {confirmation}
    </>
  )
}
