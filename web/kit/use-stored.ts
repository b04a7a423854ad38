// Reads a row for editing once, each time a form is opened: later refetches must neither change nor unmount the form.
import { useEffect, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'

export function useStored<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const [stored, setStored] = useState<DataOf<E>>()
  const reading = [endpoint, input, { enabled: !stored, staleTime: 0 }] as unknown as Parameters<typeof useCall<E>>
  const { data, error, isFetching, refetch } = useCall(...reading)
  if (!stored && data && !error && !isFetching) setStored(data)
  return {
    stored,
    /** Replaces the row by a newer version. */
    setStored,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
}

/** For a dialog that edits a stored row: if it cannot be read, the error is shown and the dialog closes. */
export function useStoredOrClose<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  onClosed: () => void,
): DataOf<E> | undefined {
  const { stored, error } = useStored(endpoint, input)
  useEffect(() => {
    if (!error) return
    if (error instanceof Refusal && !error.isShown) notify.error(error.msg)
    onClosed()
  }, [error, onClosed])
  return stored
}
