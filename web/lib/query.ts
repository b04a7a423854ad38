// Server data in components: reads with `useCall`, acts with `useAct`, both typed by the endpoint's declaration.
import {
  type Query,
  QueryClient,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useContext, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { DIALOG_GUARD_MS, REPEAT_GUARD_MS } from '#contract/limits.ts'
import { actText } from './act-toast.ts'
import { type CallArguments, type CallOptions, call, Refusal } from './call.ts'
import { createGuard } from './guard.ts'
import { notify } from './notify.ts'
import { outcomesIn } from './outcome.rules.ts'
import { onSignOut } from './session/session.ts'
import { SleepContext } from './sleep.ts'

/** A cached reply younger than this is not refetched when a page mounts or comes to the front, ms. */
const STALE_MS = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
onSignOut(() => queryClient.clear())

/** Query key of a read; the path alone is the prefix of all its inputs, which `invalidates` relies on. */
const keyFor = <E extends Endpoint>(endpoint: E, input?: Input<E>) =>
  input === undefined ? ([endpoint.path] as const) : ([endpoint.path, input] as const)

export type ReadOptions<D> = Pick<
  UseQueryOptions<D>,
  'staleTime' | 'gcTime' | 'placeholderData' | 'refetchInterval'
> & { enabled?: boolean; call?: Omit<CallOptions, 'signal'> }

type ReadArguments<E> = [undefined] extends [Input<E>]
  ? [input?: Input<E> | undefined, options?: ReadOptions<DataOf<E>>]
  : [input: Input<E>, options?: ReadOptions<DataOf<E>>]

type Interval<D> = NonNullable<UseQueryOptions<D>['refetchInterval']>

const intervalOf = <D>(interval: Interval<D>, query: Query<D>) =>
  typeof interval === 'function' ? interval(query) : interval

/** Reads through the cache. Errors are already shown (§8); `error` and `refetch` serve the view's own error state. */
export function useCall<E extends Endpoint>(endpoint: E, ...[input, options = {}]: ReadArguments<E>) {
  const { call: callOptions, enabled = true, refetchInterval, ...queryOptions } = options
  // polling is not user activity: it must not renew the session
  const background = refetchInterval !== undefined
  const sleep = useContext(SleepContext)
  return useQuery<DataOf<E>>({
    ...queryOptions,
    enabled: () => sleep.isAwake && enabled,
    ...(background && { refetchInterval: (query) => sleep.isAwake && intervalOf(refetchInterval, query) }),
    meta: { sleep },
    queryKey: keyFor(endpoint, input as Input<E>),
    queryFn: ({ signal }) => call(endpoint, ...([input, { background, ...callOptions, signal }] as CallArguments<E>)),
  })
}

export type ActOptions<E> = {
  onSuccess?: (data: DataOf<E>, input: Input<E>) => void | Promise<void>
  /**
   * Handles refusals, including codes that resolve in §8 (601, 603 …). By default, unshown refusals become a toast, and 601 reads
   * anew. `rows`: of an act on rows (602), its single one.
   */
  onRefusal?: (refusal: Refusal, input: Input<E>, rows: readonly RowOutcome[]) => void
  /**
   * Handles the rows of an act on many of which some were refused (602), instead of the dialog that lists them. Without it a
   * single row's reason goes where any refusal goes.
   */
  onOutcomes?: (rows: readonly RowOutcome[], input: Input<E>) => void
  /** Reads to invalidate on success, where some rows succeeded, and where a newer version is stored (601). */
  invalidates?: readonly Endpoint[]
  /** The toast on success. */
  success?: string
  /** How long the same input is blocked after it ran, ms: 3 s unless a dialog runs the act (spec §9). */
  guardMs?: number
  call?: Omit<CallOptions, 'signal'>
}

type Run<E> = { input: Input<E>; confirmToken: string | undefined }

/**
 * An act. `run` never rejects: it returns the data, or undefined if the act failed or repeats the same input while
 * it runs or within 3 s of its start (spec §4). After a failure the same input may run again 1 s after its start: the
 * guard only stops accidental clicks. Acts that ask for confirmation (600) use `useConfirmed`, which keeps the token.
 */
export function useAct<E extends Endpoint>(endpoint: E, options: ActOptions<E> = {}) {
  const client = useQueryClient()
  const { guardMs = REPEAT_GUARD_MS } = options
  const [guard] = useState(() => createGuard(guardMs))
  const { mutateAsync, isPending, error, reset } = useMutation<DataOf<E>, Error, Run<E>>({
    mutationFn: ({ input, confirmToken }) => {
      const confirmed = confirmToken === undefined ? {} : { confirmToken }
      // messageAll: the reason of a refusal must not be cut off
      return call(endpoint, ...([input, { messageAll: true, ...options.call, ...confirmed }] as CallArguments<E>))
    },
  })

  const refresh = () => {
    for (const { path } of options.invalidates ?? []) void client.invalidateQueries({ queryKey: [path] })
  }

  async function run(input: Input<E>, confirmToken?: string): Promise<DataOf<E> | undefined> {
    const key = JSON.stringify([input, confirmToken])
    if (!guard.enter(key)) {
      // stay silent on a double click; say so for a later, deliberate click
      if (!isPending && guard.age() >= DIALOG_GUARD_MS) notify.info(errors.tooMany.text)
      return undefined
    }
    let lockMs = DIALOG_GUARD_MS
    try {
      const data = await mutateAsync({ input, confirmToken })
      lockMs = guardMs
      if (options.success) notify.success(options.success)
      refresh()
      await options.onSuccess?.(data, input)
      return data
    } catch (failure) {
      if (!(failure instanceof Refusal)) return undefined
      const rows = outcomesIn(failure)
      if (rows) refresh()
      if (rows && options.onOutcomes) options.onOutcomes(rows, input)
      else if (rows && rows.length > 1) notify.outcomes(endpoint.summary, rows)
      else if (options.onRefusal) options.onRefusal(failure, input, rows ?? [])
      else {
        if (failure.code === errors.stale.code) refresh()
        if (!failure.isShown && !options.call?.hideErrorMsg) notify.error(failure.msg || actText(undefined, false))
      }
      return undefined
    } finally {
      guard.leave(key, lockMs)
    }
  }

  return { run, pending: isPending, error, reset }
}
