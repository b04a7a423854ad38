// The form of declared rows (contract/rows.ts) as a page with an edit flag: a new row, or a stored one by version.
import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { BodyOf, DataOf, Endpoint } from '#contract/endpoint.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { differencesBy, type Labels } from './differences.ts'
import { FormPage, FormSection } from './form-page.tsx'
import { RowFields, type RowInputs } from './row-fields.tsx'
import { type EditorProps, RowForm } from './row-form.tsx'
import { rowLabels } from './row-labels.tsx'
import { useRowSave } from './use-row-save.ts'
import { useVersions } from './use-versions.tsx'

type Calls = { labels: Record<string, string> } & Record<'list' | 'get' | 'add' | 'edit', Endpoint>
type Values<C extends Calls> = Omit<BodyOf<C['add']>, 'subProduct'>
type Stored<C extends Calls> = DataOf<C['get']> & { id: string; version: number }
type Section<Name> = { title: string; names: readonly Name[]; before?: ReactNode }

type RowFormPageProps<C extends Calls> = {
  calls: C
  edit: boolean
  /** The list's path. */
  list: string
  /** Prefix of the draft's name, such as `third-power`; input survives a browser crash under it. */
  draft: string
  empty: Values<C>
  /** Groups the fields; sections may depend on the typed values. */
  sections: (
    typed: Values<C>,
    stored: Stored<C> | undefined,
  ) => readonly Section<Exclude<keyof Values<C>, symbol | number>>[]
  inputs: RowInputs<Exclude<keyof Values<C>, symbol | number>>
  say?: Partial<Labels<Values<C>>>
  /** The values to send, from the typed ones. */
  input?: (typed: Values<C>) => Values<C>
  on?: SubProductKey
  /** Reads besides list and form that show the row. */
  reads?: readonly Endpoint[]
}

function Editor<C extends Calls>(props: RowFormPageProps<C> & EditorProps<Stored<C>>) {
  const { calls, draft, empty, sections, inputs, say = {}, input, on, reads = [] } = props
  const { stored, onTakeTheirs, onSaved, onCancel } = props
  const [form] = Form.useForm<object>()
  const names = Object.keys(calls.labels)
  const valuesOf = (row: object) => Object.fromEntries(names.map((name) => [name, row[name as never]]))
  const initial = stored ? valuesOf(stored) : empty
  const typed = (Form.useWatch([], form) ?? initial) as Values<C>
  const differencesOf = differencesBy(rowLabels(calls.edit, calls.labels, { inputs, say }))
  const versions = useVersions<Stored<C>, object>({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave<Endpoint, Endpoint>({
    add: calls.add,
    edit: calls.edit,
    invalidates: [calls.list, calls.get, ...reads],
    versions: versions as never,
  })
  const save = (values: object) =>
    saving.save((input ? input(values as Values<C>) : values) as never, (on && { subProduct: on }) as never)
  return (
    <>
      <FormPage
        form={form}
        initial={initial}
        isSaving={saving.isSaving}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `${draft}-${stored.id}` : [draft, 'new', on].filter(Boolean).join('-')}
      >
        {sections({ ...initial, ...typed }, stored).map(({ title, names: some, before }) => (
          <FormSection key={title} title={title}>
            {before}
            <RowFields call={calls.add} names={some} inputs={inputs} />
          </FormSection>
        ))}
      </FormPage>
      {versions.conflict}
      {saving.dialogs}
    </>
  )
}

export function RowFormPage<C extends Calls>(props: RowFormPageProps<C>) {
  return (
    <RowForm edit={props.edit} read={props.calls.get} list={props.list}>
      {(editor) => <Editor<C> {...props} {...(editor as EditorProps<Stored<C>>)} />}
    </RowForm>
  )
}
