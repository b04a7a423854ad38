// Ends of members' sessions, told to the clients in which they were: each by a job of its own, repeated until the client has confirmed it.
import type { Author } from '#server/core/core.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { endSessionsOf, endVisitsOf, type Visit } from './sign-in-records.queries.ts'

const system: Author = { id: null, name: '系统', address: '', requestId: '' }

/** Of the job (notify-logout.job.ts): who queues it loads none of the provider. */
export const logoutNotice = { name: 'signIn.tellLogout', title: () => '通知子产品会员已下线', retries: 6 }

export async function notifyLogouts(tx: Tx, visits: readonly Visit[]): Promise<void> {
  for (const visit of visits) await startJob<Visit>(tx, logoutNotice, visit, system)
}

/** Ends the sessions of members in all sub-products: their next request and each refresh is refused from the commit on. */
export const signOutMembers = async (tx: Tx, memberIds: readonly string[]) =>
  notifyLogouts(tx, await endSessionsOf(tx, memberIds))

/** Signs accounts out of their own sub-product alone. */
export const signOutAccounts = async (tx: Tx, accountIds: readonly string[]) =>
  notifyLogouts(tx, await endVisitsOf(tx, accountIds))
