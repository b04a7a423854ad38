// Registrations as they are stored.
import { and, eq, sql } from 'drizzle-orm'
import type { OpenRegistration } from '../../../contract/registrations.ts'
import type { Tx } from '../../db/connection.ts'
import { registrations } from '../../db/schema/registrations.ts'

/** One application for a number and sub-product in so many hours. */
const AGAIN_AFTER_H = 24

type Stored = OpenRegistration & { address: string }

/** The same number and sub-product, one after the other: two at once would both find nothing. */
export async function lockRegistration(tx: Tx, { mobile, subProduct }: Pick<Stored, 'mobile' | 'subProduct'>) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`registration:${mobile}:${subProduct}`}, 0))`)
}

export async function hasApplied(tx: Tx, { mobile, subProduct }: Pick<Stored, 'mobile' | 'subProduct'>) {
  const found = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      and(
        eq(registrations.mobile, mobile),
        eq(registrations.subProduct, subProduct),
        sql`${registrations.createdAt} > now() - make_interval(hours => ${AGAIN_AFTER_H})`,
      ),
    )
    .limit(1)
  return found.length > 0
}

export async function storeRegistration(tx: Tx, row: Stored): Promise<{ id: string; createdAt: string }> {
  const [stored] = await tx
    .insert(registrations)
    .values(row)
    .returning({ id: registrations.id, createdAt: registrations.createdAt })
  if (!stored) throw new Error('no registration was stored')
  return stored
}
