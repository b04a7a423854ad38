// The form page of one stored row of a meeting's contents; it goes back to the page of that meeting.
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { FormWaiting } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useStored } from '#web/kit/use-stored.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'

type ContentFormProps<E extends Endpoint> = {
  /** Reads the row by `id`; it has a version and a meeting. */
  read: E
  /** Path of the page of the meeting. */
  back: string
  children: (editor: EditorProps<DataOf<E>> & { stored: DataOf<E> }) => ReactNode
}

export function ContentForm<E extends Endpoint>({ read, back, children }: ContentFormProps<E>) {
  const leave = useLeavePage()
  const [address] = useSearchParams()
  const { stored, setStored, error, retry } = useStored(read, { id: address.get('id') ?? '' } as Input<E>)
  if (!stored) return <FormWaiting error={error} onRetry={retry} />
  const { version, meeting } = stored as { version: number; meeting: { id: string } }
  const handleLeave = () => leave(`${back}?id=${meeting.id}`)
  return (
    <Fragment key={version}>
      {children({ stored, onTakeTheirs: setStored, onSaved: handleLeave, onCancel: handleLeave })}
    </Fragment>
  )
}
