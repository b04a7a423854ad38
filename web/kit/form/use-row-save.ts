// How a form saves its row: a new one is added, a stored one replaced by id and version.
import type { Endpoint, Input } from '../../../contract/endpoint.ts'
import { actText } from '../../lib/act-toast.ts'
import type { Refusal } from '../../lib/call.ts'
import { useAct } from '../../lib/query.ts'

type Stored = { id: string; version: number }

type RowSaveOptions<A, E> = {
  add: A
  edit: E
  /** Reads whose replies are out of date afterwards. */
  invalidates: readonly Endpoint[]
  /** Of `useVersions`. */
  versions: { current: () => Stored | undefined; handleRefusal: (refusal: Refusal) => void }
}

export type RowSave<A, E> = {
  isSaving: boolean
  /** Returns whether it was saved. `onlyNew` are fields that are sent only when a row is added. */
  save: (values: Omit<Input<E>, keyof Stored>, onlyNew?: Omit<Input<A>, keyof Input<E>>) => Promise<boolean>
}

export function useRowSave<A extends Endpoint, E extends Endpoint>(options: RowSaveOptions<A, E>): RowSave<A, E> {
  const { add, edit, invalidates, versions } = options
  const common = { invalidates, onRefusal: versions.handleRefusal }
  const adding = useAct(add, { ...common, success: actText('add') })
  const editing = useAct(edit, { ...common, success: actText('edit') })
  return {
    isSaving: adding.pending || editing.pending,
    save: async (values, onlyNew) => {
      const current = versions.current()
      const done = current
        ? await editing.run({ id: current.id, version: current.version, ...values } as Input<E>)
        : await adding.run({ ...values, ...onlyNew } as Input<A>)
      return done !== undefined
    },
  }
}
