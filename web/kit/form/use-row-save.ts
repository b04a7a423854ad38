// How a form saves its row: a new one is added, a stored one replaced by id and version.
import { type ReactNode, useRef } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { actText } from '#web/lib/act-toast.ts'
import type { Refusal } from '#web/lib/call.ts'
import { useAct } from '#web/lib/query.ts'
import { useConfirmed } from '../dialog/use-confirmed.tsx'

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
  /** Of an edit that asks first (600): render them in the page. */
  dialogs: ReactNode
}

export function useRowSave<A extends Endpoint, E extends Endpoint>(options: RowSaveOptions<A, E>): RowSave<A, E> {
  const { add, edit, invalidates, versions } = options
  const common = { invalidates, onRefusal: versions.handleRefusal }
  const adding = useAct(add, { ...common, success: actText('add') })
  const isRefused = useRef(false)
  /** Called when a save that asked (600) has been confirmed and done. */
  const confirmed = useRef<() => void>(undefined)
  const editing = useConfirmed(edit, {
    ...common,
    title: '保存',
    verb: '保存',
    success: actText('edit'),
    onRefusal: (refusal) => {
      isRefused.current = true
      versions.handleRefusal(refusal)
    },
    onSuccess: () => confirmed.current?.(),
  })
  const edited = async (input: Input<E>): Promise<boolean> => {
    isRefused.current = false
    confirmed.current = undefined
    if ((await editing.run(input)) !== undefined) return true
    if (isRefused.current) return false
    return new Promise((resolve) => {
      confirmed.current = () => resolve(true)
    })
  }
  return {
    isSaving: adding.pending || editing.pending,
    save: async (values, onlyNew) => {
      const current = versions.current()
      if (current) return edited({ id: current.id, version: current.version, ...values } as Input<E>)
      return (await adding.run({ ...values, ...onlyNew } as Input<A>)) !== undefined
    },
    dialogs: editing.dialogs,
  }
}
