// A form page with an edit flag (spec §2): a new row, or a stored one, which is read first. Both go back to the list.
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { listAddress } from '../list/list-address.ts'
import { useStored } from '../use-stored.ts'
import { FormWaiting } from './form-page.tsx'

export type EditorProps<Row> = {
  /** The stored row; none for a new one. */
  stored: Row | undefined
  /** Replaces the typed values by somebody else's newer version. */
  onTakeTheirs: (theirs: Row) => void
  onSaved: () => void
  onCancel: () => void
}

type RowFormProps<E> = {
  edit: boolean
  /** Reads the row by the id in the page's address; the row has a version. */
  read: E
  /** The list's path. */
  list: string
  children: (editor: EditorProps<DataOf<E>>) => ReactNode
}

function StoredRow<E extends Endpoint>({ id, read, list, children }: Omit<RowFormProps<E>, 'edit'> & { id: string }) {
  const leave = useLeavePage()
  const { stored, setStored, error, retry } = useStored(read, { id } as Input<E>)
  if (!stored) return <FormWaiting error={error} onRetry={retry} />
  const { version } = stored as { version: number }
  const handleLeave = () => leave(listAddress(list))
  return (
    <Fragment key={version}>
      {children({ stored, onTakeTheirs: setStored, onSaved: handleLeave, onCancel: handleLeave })}
    </Fragment>
  )
}

export function RowForm<E extends Endpoint>({ edit, ...form }: RowFormProps<E>) {
  const leave = useLeavePage()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <StoredRow key={id} id={id} {...form} />
  return form.children({
    stored: undefined,
    onTakeTheirs: () => undefined,
    // A new row comes first in the list without filters.
    onSaved: () => leave(form.list),
    onCancel: () => leave(listAddress(form.list)),
  })
}
