// Stores the logs that a sub-product reports, in one statement, and updates when each account was last seen.
import type { RefusedLog, SentLog } from '#contract/members/account-logs.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { storeSeen } from './account-logs.queries.ts'
import { sortOut } from './account-logs.rules.ts'

/** @returns how many rows were stored, and why the others were refused */
export function acceptLogs(
  core: Core,
  by: Author,
  keyId: string,
  rows: readonly SentLog[],
): Promise<{ stored: number; refused: RefusedLog[] }> {
  const { taken, refused } = sortOut(rows)
  return transact(core, async (tx) => {
    const found = await storeSeen(tx, taken)
    const unknown = found.flatMap(({ n, memberId, accountId }) =>
      accountId === null
        ? {
            index: n,
            loginName: rows[n]?.loginName ?? '',
            reason: memberId === null ? '没有这个登录名' : '该会员没有开通此子产品',
          }
        : [],
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
