// Notices of pending work: once it is done they disappear from every bell, and are no longer sent.
import type { Tx } from '#server/db/connection.ts'
import type { Change } from '../live/bus.ts'
import { openNotices, settleNotices } from '../live/pushes.ts'
import type { Cause } from './causes.ts'

/** Which of these `about` still wait. */
export type StillWaiting = (tx: Tx, abouts: readonly string[]) => Promise<(about: string) => boolean>

/** @param cause its name */
export async function endNotices(
  tx: Tx,
  announce: (change: Change) => void,
  cause: string,
  stillWaiting: StillWaiting,
): Promise<void> {
  const notices = await openNotices(tx, cause)
  if (notices.length === 0) return
  const isWaiting = await stillWaiting(
    tx,
    notices.map(({ about }) => about),
  )
  const over = notices.filter(({ about }) => !isWaiting(about)).map(({ id }) => id)
  await settleNotices(tx, announce, over)
}

/** For a cause: what is about nothing is always wanted. */
export const refuseHandled =
  (why: string, stillWaiting: StillWaiting): Cause['refuse'] =>
  async (tx, claimed) => {
    const withSubject = claimed.filter(({ about }) => about !== '')
    if (withSubject.length === 0) return new Map()
    const isWaiting = await stillWaiting(
      tx,
      withSubject.map(({ about }) => about),
    )
    return new Map(withSubject.flatMap(({ id, about }) => (isWaiting(about) ? [] : [[id, why] as const])))
  }
