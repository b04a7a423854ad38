// Lookups and writes of the first grant to a registered customer: existing customers, presets and rules that fit.
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { RegistrationPreset } from '#contract/members/registration-handling.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { isInSalesScope, salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Author } from '#server/core/core.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { grantPresets, grantRules } from '#server/db/schema/members/grants.ts'
import { enterpriseContacts, enterprises, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { hiddenAmong } from '../grants/grants-account.queries.ts'
import { withoutHidden } from '../grants/hidden-products.rules.ts'
import { firstFree, proposalFor } from './registrations.rules.ts'

const enabledPresets = (
  db: Executor,
  subProduct: SubProductKey,
): Promise<Omit<RegistrationPreset, 'hiddenProducts'>[]> =>
  db
    .select({
      id: grantPresets.id,
      name: grantPresets.name,
      kind: grantPresets.kind,
      days: grantPresets.days,
      productIds: grantPresets.productIds,
      modules: grantPresets.modules,
      quota: grantPresets.quota,
    })
    .from(grantPresets)
    .where(and(eq(grantPresets.subProduct, subProduct), eq(grantPresets.isEnabled, true)))
    .orderBy(asc(grantPresets.name))

/** Enabled presets of the sub-product, and the one that its rules propose. */
export async function findPresets(
  db: Executor,
  { subProduct, source, province }: { subProduct: SubProductKey; source: string; province: string },
) {
  const enabled = await enabledPresets(db, subProduct)
  const hidden = await hiddenAmong(db, [...new Set(enabled.flatMap(({ productIds }) => productIds))])
  const presets = enabled.map(
    (preset): RegistrationPreset => ({
      ...preset,
      productIds: withoutHidden(preset.productIds, hidden),
      hiddenProducts: hidden.filter(({ id }) => preset.productIds.includes(id)),
    }),
  )
  const rules = await db.select().from(grantRules).where(eq(grantRules.subProduct, subProduct))
  const good = rules.filter(({ presetId }) => presets.some(({ id }) => id === presetId))
  return { presets, preset: proposalFor(good, { source, province }) }
}

/** The enterprise of exactly that name, and whether it is in the viewer's scope. */
export async function findSameEnterprise(db: Executor, viewer: Viewer, name: string) {
  const [found] = await db
    .select({
      id: enterprises.id,
      name: enterprises.name,
      isVisible: isInSalesScope(viewer, enterprises.ownerId),
    })
    .from(enterprises)
    .where(sql`text_key(${enterprises.name}) = text_key(${name})`)
    .orderBy(enterprises.namesake)
  return found
}

/** The member with that mobile number, and whether they are in the viewer's scope. */
export async function findSameMember(db: Executor, viewer: Viewer, mobile: string) {
  const [found] = await db
    .select({
      id: members.id,
      loginName: members.loginName,
      realName: members.realName,
      enterpriseId: members.enterpriseId,
      enterpriseName: enterprises.name,
      isVisible: isInSalesScope(viewer, members.ownerId),
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(and(eq(members.mobile, mobile), isNull(members.deletedAt)))
  return found
}

export async function freeLoginName(db: Executor, name: string): Promise<string> {
  const found = await db
    .select({ loginName: sql<string>`text_key(${members.loginName})` })
    .from(members)
    .where(and(sql`text_key(${members.loginName}) like text_key(${name}) || '%'`, isNull(members.deletedAt)))
  return firstFree(name, new Set(found.map(({ loginName }) => loginName)))
}

/** A member in the viewer's scope, locked. */
export async function lockMember(tx: Tx, viewer: Viewer, id: string) {
  const [found] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt), salesScope(viewer, members.ownerId)))
    .for('no key update')
  return found
}

export async function provinceId(tx: Tx, name: string): Promise<string | null> {
  if (name === '') return null
  const [found] = await tx
    .select({ id: regions.id })
    .from(regions)
    .where(and(eq(regions.level, 1), eq(regions.name, name)))
  return found?.id ?? null
}

/** Whether an enterprise has a contact with that number, and whether it has a main one. */
export async function contactsOf(tx: Tx, enterpriseId: string, mobile: string) {
  const found = await tx
    .select({ mobile: enterpriseContacts.mobile, isMain: enterpriseContacts.isMain })
    .from(enterpriseContacts)
    .where(eq(enterpriseContacts.enterpriseId, enterpriseId))
  return { isThere: found.some((each) => each.mobile === mobile), hasMain: found.some(({ isMain }) => isMain) }
}

/** Writes the first row of the owner history of a new enterprise or member. */
export const recordFirstOwner = (
  tx: Tx,
  by: Author,
  { target, id, ownerId }: { target: 'enterprise' | 'member'; id: string; ownerId: string | null },
) =>
  tx.insert(ownerChanges).values({
    target,
    targetId: id,
    toId: ownerId,
    reason: '注册转入',
    actorId: by.id,
    actorName: by.name,
    requestId: by.requestId,
  })
