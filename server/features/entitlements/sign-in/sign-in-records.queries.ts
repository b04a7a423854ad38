// What oidc-provider stores (its "adapter"), in one table. A token is stored as its hash, so that a reader of the database holds none.

import { and, eq, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { hashToken } from '#server/core/access/actors.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { signInClients, signInRecords } from '#server/db/schema/sign-ins.ts'

const at = (seconds: number | undefined) => (seconds === undefined ? sql`null` : sql`to_timestamp(${seconds})`)

/** An interaction names the cookie of its session, which nothing reads. */
function stored({ jti, session, ...payload }: AdapterPayload): Record<string, unknown> {
  const { cookie, ...rest } = (session ?? {}) as Record<string, unknown>
  return session === undefined ? payload : { ...payload, session: rest }
}

type Found = { payload: Record<string, unknown>; consumed: number | null }

const select = {
  payload: signInRecords.payload,
  consumed: sql<number>`extract(epoch from ${signInRecords.consumedAt})`,
}

const whole = (found: Found | undefined, jti: string): AdapterPayload | undefined =>
  found && { ...found.payload, jti, ...(found.consumed !== null && { consumed: Number(found.consumed) }) }

const live = sql`${signInRecords.expiresAt} > now()`

/**
 * Records of one model.
 * @param reused thrown by `consume` where another request was first
 */
export function recordsOf(db: Db, model: string, reused: () => Error): Adapter {
  const isRecord = (id: string) => and(eq(signInRecords.model, model), eq(signInRecords.hash, hashToken(id)))
  return {
    async upsert(id, payload, expiresIn) {
      const values = {
        payload: stored(payload),
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        memberId: payload.accountId ?? null,
        consumedAt: at(typeof payload.consumed === 'number' ? payload.consumed : undefined),
        expiresAt: sql`now() + make_interval(secs => ${expiresIn})`,
      }
      await db
        .insert(signInRecords)
        .values({ model, hash: hashToken(id), ...values })
        .onConflictDoUpdate({ target: [signInRecords.model, signInRecords.hash], set: values })
    },
    async find(id) {
      const [found] = await db
        .select(select)
        .from(signInRecords)
        .where(and(isRecord(id), live))
      return whole(found, id)
    },
    async findByUid(uid) {
      const [found] = await db
        .select(select)
        .from(signInRecords)
        .where(and(eq(signInRecords.model, model), eq(signInRecords.uid, uid), live))
      // nobody who looks a session up by its uid learns the cookie
      return whole(found, '')
    },
    // of the device flow, which is switched off
    findByUserCode: async () => undefined,
    async consume(id) {
      const { rowCount } = await db
        .update(signInRecords)
        .set({ consumedAt: sql`now()` })
        .where(and(isRecord(id), sql`${signInRecords.consumedAt} is null`))
      if (rowCount === 0) throw reused()
    },
    async destroy(id) {
      await db.delete(signInRecords).where(isRecord(id))
    },
    async revokeByGrantId(grantId) {
      await db.delete(signInRecords).where(and(eq(signInRecords.model, model), eq(signInRecords.grantId, grantId)))
    },
  }
}

/** An enabled client by its `client_id`. */
export async function findEnabledClient(db: Executor, clientId: string) {
  const [found] = await db
    .select()
    .from(signInClients)
    .where(and(eq(signInClients.clientId, clientId), signInClients.isEnabled))
  return found
}

/** A client in which a member is signed in. */
export type Visit = { memberId: string; clientId: string; sid: string }

/**
 * Ends the sessions of members, with their grants and tokens.
 * @returns where they were signed in
 */
export async function endSessionsOf(tx: Tx, memberIds: readonly string[]): Promise<Visit[]> {
  const { rows } = await tx.execute<Visit>(sql`
    with gone as (
      delete from ${signInRecords} where member_id = any(${idArray(memberIds)}) returning model, member_id, payload)
    select member_id::text as "memberId", visit.key as "clientId", visit.value ->> 'sid' as sid
    from gone, jsonb_each(payload -> 'authorizations') as visit
    where model = 'Session' and visit.value ->> 'sid' is not null`)
  return rows
}

/**
 * Ends the grants and tokens of members in the clients of one sub-product; in others they stay signed in.
 * @returns where they were signed in
 */
export async function endVisitsOf(tx: Tx, accountIds: readonly string[]): Promise<Visit[]> {
  const { rows } = await tx.execute<Visit & { grantId: string | null }>(sql`
    select a.member_id::text as "memberId", visit.key as "clientId", visit.value ->> 'sid' as sid,
      visit.value ->> 'grantId' as "grantId"
    from member_accounts a
    join ${signInRecords} s on s.model = 'Session' and s.member_id = a.member_id
    cross join jsonb_each(s.payload -> 'authorizations') as visit
    join ${signInClients} c on c.client_id = visit.key and c.sub_product = a.sub_product
    where a.id = any(${idArray(accountIds)}) and visit.value ->> 'sid' is not null
    for update of s`)
  const grantIds = rows.flatMap(({ grantId }) => grantId ?? [])
  await tx.execute(sql`delete from ${signInRecords} where grant_id = any(${sql.param(grantIds)}::text[])
    or (model = 'Grant' and hash = any(${sql.param(grantIds.map(hashToken))}::text[]))`)
  for (const { memberId, clientId } of rows) {
    await tx.execute(sql`update ${signInRecords} set payload = payload #- ${sql.param(['authorizations', clientId])}::text[]
      where model = 'Session' and member_id = ${memberId}`)
  }
  return rows.map(({ memberId, clientId, sid }) => ({ memberId, clientId, sid }))
}
