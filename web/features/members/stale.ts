// Refusal handlers for acts on a row that somebody else has changed: show a message and refetch the lists.
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import type { Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { queryClient } from '#web/lib/query.ts'

const refetch = (reads: readonly Endpoint[]) => {
  for (const { path } of reads) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** On 601 (stale row version) shows a warning and refetches; other refusals are just shown. */
export const refreshWhenStale =
  (...reads: readonly Endpoint[]) =>
  ({ code, msg, isShown }: Refusal): void => {
    if (code !== errors.stale.code) {
      if (!isShown) notify.error(msg)
      return
    }
    refetch(reads)
    notify.warning('数据已被他人修改，已重新载入，请核对后再操作')
  }

/** Shows the refusal's own message and refetches, since the row no longer offers the act. */
export const refreshWhenRefused =
  (...reads: readonly Endpoint[]) =>
  ({ msg, isShown }: Refusal): void => {
    if (!isShown) notify.error(msg)
    refetch(reads)
  }
