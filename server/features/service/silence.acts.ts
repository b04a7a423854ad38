// The morning's look at silent customers: new tasks, warnings before a return to the pool, and returns, each told to the owner.
import type { Act, Announcing } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { storePush } from '#server/core/live/pushes.ts'
import { lockEnterprisesOwned, storeMoves } from '#server/features/members/customers/owners.queries.ts'
import {
  dropTasks,
  endTasks,
  lockReturning,
  openTasks,
  type Silence,
  type Told,
  warnOfReturns,
} from './silence.queries.ts'

type SilenceAct = Omit<Act, 'actor'> & Announcing

const VALUES = '/userControl/customerManagement/customerList/followValueDetails'
const NAMED = 3

async function notifyOwners(
  { tx, announce }: SilenceAct,
  rows: readonly Told[],
  title: (count: number) => string,
  nameOf: (row: Told) => string,
  task?: 'open' | 'returning',
): Promise<void> {
  for (const [ownerId, owned] of Map.groupBy(rows, (row) => row.ownerId)) {
    const names = owned.slice(0, NAMED).map(nameOf).join('、')
    await storePush(tx, announce, {
      userIds: [ownerId],
      type: 'notice',
      data: {
        title: title(owned.length),
        content: owned.length > NAMED ? `${names}等 ${owned.length} 个` : names,
        link: task ? `${VALUES}?task=${task}` : VALUES,
      },
    })
  }
}

/** Everybody: the run has no scope. */
const all = { id: '0', isAdministrator: true, roleCodes: [] }

/** The members of the owner go along, as when a customer gets another owner; locked ones stay. */
async function giveBack({ tx, by }: SilenceAct, rows: readonly Told[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const { rows: owned } = await lockEnterprisesOwned(tx, all, ids, true)
  const customers = new Map(rows.map((row) => [row.id, row]))
  const moves = owned
    .filter(({ locked, unit, ownerId }) => !locked && ownerId === customers.get(unit)?.ownerId)
    .map(({ target, id, ownerId }) => ({ target, id, fromId: ownerId, toId: null }))
  await storeMoves(tx, by, moves, '长期没有联系，退回公海')
  for (const { id, ownerId, silentDays } of rows)
    await audit(tx, by, {
      action: 'enterprise.returnToPool',
      targetType: 'enterprise',
      targetId: id,
      before: { ownerId },
      after: { ownerId: null, reason: `${silentDays} 天没有联系` },
    })
  await dropTasks(tx, ids)
}

/** Once a day. What was contacted since ends first, so that nothing is returned that somebody cares for. */
export async function lookAtSilence(act: SilenceAct, silence: Silence) {
  await endTasks(act.tx, silence)
  const returned = await lockReturning(act.tx, silence)
  if (returned.length > 0) await giveBack(act, returned)
  const opened = await openTasks(act.tx, silence)
  const warned = await warnOfReturns(act.tx, silence)
  const withDays = ({ name, silentDays }: Told) => `${name}（${silentDays} 天）`
  await notifyOwners(act, opened, (count) => `有 ${count} 个客户很久没有联系`, withDays, 'open')
  const withDay = ({ name, returnOn }: Told) => `${name}（${returnOn}）`
  await notifyOwners(act, warned, (count) => `有 ${count} 个客户将退回公海`, withDay, 'returning')
  await notifyOwners(act, returned, (count) => `有 ${count} 个客户已退回公海`, withDays)
  return { opened: opened.length, warned: warned.length, returned: returned.length }
}
