// An act on a row that somebody else has changed meanwhile: said, and the lists that show the row read anew.
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errors } from '../../../contract/errors.ts'
import type { Refusal } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query.ts'

const readAnew = (reads: readonly Endpoint[]) => {
  for (const { path } of reads) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** 601: the row's version was old. */
export const refreshWhenStale =
  (...reads: readonly Endpoint[]) =>
  ({ code, msg, isShown }: Refusal): void => {
    if (code !== errors.stale.code) {
      if (!isShown) notify.error(msg)
      return
    }
    readAnew(reads)
    notify.warning('数据已被他人修改，已重新载入，请核对后再操作')
  }

/** Where the reason says itself what somebody else did: the act offered is not the row's any more. */
export const refreshWhenRefused =
  (...reads: readonly Endpoint[]) =>
  ({ msg, isShown }: Refusal): void => {
    if (!isShown) notify.error(msg)
    readAnew(reads)
  }
