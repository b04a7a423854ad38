// Stores the logs that a sub-product reports, in one statement, and updates when each account was last seen.
import type { RefusedLog, SentLog } from '../../../../contract/members/account-logs.ts'
import { audit } from '../../../core/audit/audit.ts'
import { type Author, type Core, transact } from '../../../core/core.ts'
import { memberAccounts, members } from '../../../db/schema/members/members.ts'
import { type FoundLog, noteSeen, storeLogs } from './account-logs.queries.ts'
import { sortOut, type TakenLog } from './account-logs.rules.ts'

/** The latest time for each id; failed sign-ins do not count. ISO texts in UTC sort as times do. */
function lastSeen(
  taken: readonly TakenLog[],
  found: readonly FoundLog[],
  idOf: (row: FoundLog) => string | null,
): Map<string, string> {
  const seen = new Map<string, string>()
  for (const [at, row] of found.entries()) {
    const id = row.accountId === null ? null : idOf(row)
    const log = taken[at]
    if (id === null || !log || log.kind === 'failed') continue
    const known = seen.get(id)
    if (known === undefined || known < log.at) seen.set(id, log.at)
  }
  return seen
}

/** @returns how many rows were stored, and why the others were refused */
export function takeLogs(
  core: Core,
  by: Author,
  keyId: string,
  rows: readonly SentLog[],
): Promise<{ stored: number; refused: RefusedLog[] }> {
  const { taken, refused } = sortOut(rows)
  return transact(core, async (tx) => {
    const found = taken.length > 0 ? await storeLogs(tx, taken) : []
    const unknown = found.flatMap(({ n, memberId, accountId }) =>
      accountId === null
        ? {
            index: n,
            loginName: rows[n]?.loginName ?? '',
            reason: memberId === null ? '没有这个登录名' : '该会员没有开通此子产品',
          }
        : [],
    )
    // accounts before members, as every act locks them
    await noteSeen(
      tx,
      memberAccounts,
      lastSeen(taken, found, ({ accountId }) => accountId),
    )
    await noteSeen(
      tx,
      members,
      lastSeen(taken, found, ({ memberId }) => memberId),
    )
    const stored = found.length - unknown.length
    const all = [...refused, ...unknown].toSorted((one, other) => one.index - other.index)
    await audit(tx, by, {
      action: 'accountLog.receive',
      targetType: 'apiKey',
      targetId: keyId,
      after: { stored, refused: all.length },
    })
    return { stored, refused: all }
  })
}
