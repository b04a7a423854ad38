// An act on a row that somebody else has changed meanwhile (601): said, and the lists that show the row read anew.
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errors } from '../../../contract/errors.ts'
import type { Refusal } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query.ts'

export const refreshWhenStale =
  (...reads: readonly Endpoint[]) =>
  ({ code, msg, isShown }: Refusal): void => {
    if (code !== errors.stale.code) {
      if (!isShown) notify.error(msg)
      return
    }
    for (const { path } of reads) void queryClient.invalidateQueries({ queryKey: [path] })
    notify.warning('数据已被他人修改，已重新载入，请核对后再操作')
  }
