// Adding, editing, placing, linking and handing over enterprises for visits.

import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import { placeProblems } from '#contract/visits/places.ts'
import type {
  addVisitEnterprise,
  editVisitEnterprise,
  linkVisitEnterprise,
  setVisitEnterpriseOwner,
  setVisitEnterprisePlace,
} from '#contract/visits/visit-enterprises.ts'
import type { Act, Configured } from '#server/core/act.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { allFound, checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { visitEnterprises as sites } from '#server/db/schema/visits.ts'
import { findEnterprise, regionExists } from '#server/features/members/customers/customers.queries.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import { shownSite } from './visit-enterprise-details.queries.ts'
import {
  countPlanned,
  findSite,
  isCustomerLinked,
  isSiteNameTaken,
  lockSites,
  moveSites,
  type OwnedSite,
  type StoredSite,
  siteUses,
} from './visit-enterprises.queries.ts'

/** An act on a form with pictures. */
export type PictureAct = Act & { files: readonly UsableFile[] }
type Form = BodyOf<typeof addVisitEnterprise>
type Saved = { id: string; version: number }

const target = 'visitEnterprise'

/** In the actor's scope, locked; 20404 otherwise. */
async function requireSite({ tx, actor }: Act, id: string): Promise<StoredSite> {
  await lockSites(tx, actor, [id])
  return orNotFound(await findSite(tx, actor, id))
}

const valuesOf = (form: Form) => ({
  name: form.name.trim(),
  kind: form.kind,
  products: form.products.trim(),
  capacities: form.capacities.map(({ product, ...rest }) => ({ product: product.trim(), ...rest })),
  equipment: form.equipment.map(({ name, ...rest }) => ({ name: name.trim(), ...rest })),
  capacity: form.capacity.trim(),
  devices: form.devices.trim(),
  regionId: form.regionId,
  address: form.address.trim(),
  people: form.people.map(({ name, role, mobile }) => ({
    name: name.trim(),
    role: role.trim(),
    mobile: mobile.trim(),
  })),
  pictureIds: form.pictureIds,
  remark: form.remark.trim(),
  visitDays: form.visitDays,
})
type Values = ReturnType<typeof valuesOf>

/** `people` is a word of another area in the audit log. */
const audited = <T extends Pick<Values, 'people'>>({ people, ...rest }: T) => ({ ...rest, sitePeople: people })

type Owned = { id?: string; ownerId: string | null }

async function check(
  tx: Tx,
  { name, regionId }: Partial<Values> & Pick<Values, 'regionId'>,
  { ownerId, id }: Owned,
): Promise<void> {
  await lockNames(tx, 'visit_enterprises')
  const isTaken = name !== undefined && ownerId !== null && (await isSiteNameTaken(tx, ownerId, name, id))
  checkFields({
    name: isTaken ? '已有同名的拜访企业' : null,
    regionId: regionId === null || (await regionExists(tx, regionId)) ? null : '地区不存在',
  })
}

export async function addSite({ tx, actor, by, files }: PictureAct, form: Form): Promise<Saved> {
  const values = valuesOf(form)
  await check(tx, values, { ownerId: actor.id })
  const id = await insertRow(tx, sites, { ...values, ownerId: actor.id })
  await tieFiles(tx, { type: target, id }, files)
  await audit(tx, by, {
    action: 'visitEnterprise.add',
    targetType: target,
    targetId: id,
    after: { ...audited(values), ownerId: actor.id },
  })
  return { id, version: 1 }
}

export async function editSite(
  act: PictureAct & Configured,
  { id, version, ...form }: BodyOf<typeof editVisitEnterprise>,
): Promise<Saved> {
  const { tx, by, files } = act
  const stored = await requireSite(act, id)
  if (version !== stored.version) checkVersion(version, await shownSite({ ...act, db: tx }, stored))
  const { name, ...rest } = valuesOf(form)
  // that of a linked one is its customer's
  const values = stored.customerId === null ? { ...rest, name } : rest
  await check(tx, values, stored)
  const next = await updateRow(tx, sites, id, { ...values, updatedAt: sql`now()` })
  await tieFiles(tx, { type: target, id }, files)
  const changed = difference<Record<string, unknown>>({ ...stored, sitePeople: stored.people }, audited(values))
  await audit(tx, by, { action: 'visitEnterprise.edit', targetType: target, targetId: id, ...changed })
  return { id, version: next }
}

/** 603 where one has visits. */
export async function removeSites({ tx, actor, by }: Act, ids: readonly string[]): Promise<void> {
  const found = allFound(await lockSites(tx, actor, ids), ids)
  const uses = await siteUses(tx, ids)
  if (uses.length > 0) throw refuse('inUse', { data: uses })
  for (const { id } of found) {
    await tieFiles(tx, { type: target, id }, [])
    await tx.delete(sites).where(eq(sites.id, id))
  }
  await auditAll(
    tx,
    by,
    found.map(({ id, name, ownerId }) => ({
      action: 'visitEnterprise.delete',
      targetType: target,
      targetId: id,
      before: { name, ownerId },
    })),
  )
}

export async function placeSite(act: Act, { id, ...place }: BodyOf<typeof setVisitEnterprisePlace>): Promise<void> {
  checkFields(placeProblems(place))
  const { longitude, latitude } = await requireSite(act, id)
  await updateRow(act.tx, sites, id, { ...place, updatedAt: sql`now()` })
  const before = { longitude, latitude }
  await audit(act.tx, act.by, {
    action: 'visitEnterprise.setMap',
    targetType: target,
    targetId: id,
    before,
    after: place,
  })
}

/**
 * A customer out of the actor's scope is 20404, as if it did not exist. Name and owner are the customer's from then on; when
 * the link ends, the enterprise has its own name again and stays with the salesperson who had it last.
 */
export async function linkSite(act: Act, { id, customerId }: BodyOf<typeof linkVisitEnterprise>): Promise<void> {
  const { tx, actor, by } = act
  const stored = await requireSite(act, id)
  if (customerId !== null) {
    orNotFound(await findEnterprise(tx, actor, customerId))
    const isTaken = await isCustomerLinked(tx, customerId, id)
    checkFields({ customerId: isTaken ? '该客户已关联另一家拜访企业' : null })
  }
  const ownerId = stored.ownerId ?? actor.id
  await updateRow(tx, sites, id, { customerId, ownerId, updatedAt: sql`now()` })
  await audit(tx, by, {
    action: 'visitEnterprise.linkCustomer',
    targetType: target,
    targetId: id,
    before: { customerId: stored.customerId },
    after: { customerId },
  })
}

const checkReceivers = (tx: Tx, ids: readonly string[], field: 'ownerId' | 'ownerIds') =>
  requireWorkers(tx, ids, { field, who: '接收人', work: 'visits' })

/** @returns how many planned visits went along */
async function move({ tx, by }: Act, rows: readonly OwnedSite[], toId: string, verb: 'setOwner' | 'reallocate') {
  const plannedVisits = await moveSites(
    tx,
    rows.map(({ id }) => id),
    toId,
  )
  await auditAll(
    tx,
    by,
    rows.map(({ id, ownerId }) => ({
      action: `visitEnterprise.${verb}`,
      targetType: target,
      targetId: id,
      before: { ownerId },
      after: { ownerId: toId },
    })),
  )
  return plannedVisits
}

export async function giveSite(act: Act, { id, ownerId }: BodyOf<typeof setVisitEnterpriseOwner>): Promise<void> {
  await checkReceivers(act.tx, [ownerId], 'ownerId')
  const found = allFound(await lockSites(act.tx, act.actor, [id]), [id])
  if (found.some(isLinked)) throw refuse('conflict', { msg: '归属随关联的客户，请变更客户的归属人' })
  if (found[0]?.ownerId === ownerId) throw refuse('conflict', { msg: '归属没有变化' })
  await move(act, found, ownerId, 'setOwner')
}

const isLinked = ({ customerId }: OwnedSite) => customerId !== null

export type SitePlan = { toId: string; toName: string; rows: OwnedSite[] }

/** Who would get which, in turn; those that the receiver has already stay, and those whose owner is their customer's. */
export async function planSites({ tx, actor }: Act, ids: readonly string[], ownerIds: readonly string[]) {
  const names = await checkReceivers(tx, ownerIds, 'ownerIds')
  const found = allFound(await lockSites(tx, actor, ids), ids)
  const linked = found.filter(isLinked)
  const rows = found.filter((row) => !isLinked(row))
  const parts: SitePlan[] = ownerIds.map((toId, at) => ({
    toId,
    toName: names.get(toId) ?? '',
    rows: rows.filter((row, place) => place % ownerIds.length === at && row.ownerId !== toId),
  }))
  const moving = parts.flatMap((part) => part.rows)
  if (moving.length === 0) {
    throw refuse('conflict', { msg: linked.length > 0 ? '归属随关联的客户，请变更客户的归属人' : '归属没有变化' })
  }
  const visits = await countPlanned(
    tx,
    moving.map(({ id }) => id),
  )
  return { parts, linked, moved: moving.length, visits, versions: moving }
}

export async function moveParts(act: Act, parts: readonly SitePlan[]): Promise<number> {
  let visits = 0
  for (const { toId, rows } of parts) if (rows.length > 0) visits += await move(act, rows, toId, 'reallocate')
  return visits
}
