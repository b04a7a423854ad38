// Account logs of what the sign-in of members sees itself: who entered which sub-product from where, who left, who failed.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { AccountLogKind } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Core } from '#server/core/core.ts'
import { noteLogs } from '#server/features/members/activity/account-logs.queries.ts'
import { findStanding } from './sign-in-members.queries.ts'
import { findEnabledClient } from './sign-in-records.queries.ts'

const DEVICE_LENGTH = 200

type Seen = { loginName: string; subProduct: SubProductKey; kind: AccountLogKind; address: string; device: string }

/** Written after the reply: what it stores tells nothing to whoever waits. */
export function noteSeen({ db, log }: Pick<Core, 'db' | 'log'>, seen: readonly Seen[]): void {
  const at = new Date().toISOString()
  const rows = seen.map((each) => ({ ...each, at, device: each.device.slice(0, DEVICE_LENGTH) }))
  noteLogs(db, rows).catch((error: unknown) => log.error({ err: error }, 'account logs of a sign-in were not stored'))
}

/** The clients that a request enters or leaves. */
function clientIdsOf({ oidc, state }: KoaContextWithOIDC, kind: AccountLogKind): string[] {
  const { client, session, params } = oidc
  if (kind === 'signIn') return client && state.isNewVisit === true ? [client.clientId] : []
  if (params?.logout) return Object.keys(session?.authorizations ?? {})
  return client ? [client.clientId] : []
}

/** Logs the clients that a member enters or leaves by this request. */
export async function noteVisit(core: Core, ctx: KoaContextWithOIDC, kind: 'signIn' | 'signOut'): Promise<void> {
  const memberId = ctx.oidc.session?.accountId
  const device = ctx.get('user-agent')
  const seen: Seen[] = []
  for (const clientId of memberId === undefined ? [] : clientIdsOf(ctx, kind)) {
    const client = await findEnabledClient(core.db, clientId)
    const standing = client && memberId && (await findStanding(core.db, memberId, client.subProduct))
    if (standing)
      seen.push({ loginName: standing.loginName, subProduct: client.subProduct, kind, address: ctx.ip, device })
  }
  noteSeen(core, seen)
}
