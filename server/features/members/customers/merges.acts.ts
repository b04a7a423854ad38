// Merging double customers, and taking it back: all of one moves to the other in one transaction, whose trace is kept.

import type { BodyOf } from '#contract/endpoint.ts'
import type { Preview } from '#contract/envelope.ts'
import { MERGE_UNDO_DAYS, type mergeEnterprises } from '#contract/members/customer-merges.ts'
import type { EnterpriseDetail } from '#contract/members/customers.ts'
import type { Act } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import type { MergeTrace } from '#server/db/schema/members/merges.ts'
import { findEnterprise, lockEnterprises, updateEnterprise } from './customers.queries.ts'
import {
  collisionsOf,
  countStill,
  countsOf,
  deleteCustomer,
  freeSites,
  hasCrossed,
  insertMerge,
  isCodeTaken,
  lockMerge,
  mainsAmong,
  markUndone,
  mergeTargets,
  moveAll,
  moveBack,
  restoreCustomer,
  settleNamesake,
} from './merges.queries.ts'

/** Most names in a group of a preview. */
const NAMES_MAX = 20

const labels = {
  creditCode: '信用代码',
  industry: '行业',
  regionId: '地区',
  address: '详细地址',
  longitude: '地图位置',
  latitude: '地图位置',
  remark: '备注',
} as const
type Field = keyof typeof labels

const valuesOf = (row: EnterpriseDetail): Record<Field, string | null> => ({
  creditCode: row.creditCode,
  industry: row.industry,
  regionId: row.regionIds.at(-1) ?? null,
  address: row.address,
  longitude: row.longitude,
  latitude: row.latitude,
  remark: row.remark,
})

/** What the kept one gets: what it has not. */
function filledOf(keep: EnterpriseDetail, drop: EnterpriseDetail): MergeTrace['filled'] {
  const [own, other] = [valuesOf(keep), valuesOf(drop)]
  const missing = (Object.keys(labels) as Field[]).filter((field) => !own[field] && other[field])
  return Object.fromEntries(missing.map((field) => [field, { before: own[field], after: other[field] }]))
}

const labelsOf = (fields: readonly string[]) => [...new Set(fields.map((field) => labels[field as Field]))]

type Told = { keep: EnterpriseDetail; drop: EnterpriseDetail; filled: MergeTrace['filled'] }

async function previewOf(tx: Tx, { keep, drop, filled }: Told): Promise<Preview> {
  const names = drop.contacts.map(({ name }) => name).slice(0, NAMES_MAX)
  const counts = await countsOf(tx, drop.id)
  const { endsReminder, hasSite } = await collisionsOf(tx, keep.id, drop.id)
  const titleOf = (title: string) =>
    hasSite && title === '拜访企业' ? '后者已有拜访企业，将解除关联的拜访企业' : title
  const gained = labelsOf(Object.keys(filled))
  const owner = (row: EnterpriseDetail) => `“${row.name}”（${row.ownerName || '公海'}）`
  return {
    text: `${owner(drop)}并入${owner(keep)}后删除，${MERGE_UNDO_DAYS} 天内可以撤销。以下随之归到后者，会员和授权不变`,
    groups: [
      ...counts.map(({ title, count }) => ({ title: titleOf(title), count, names: title === '联系人' ? names : [] })),
      ...(endsReminder ? [{ title: '随之完成的待跟进（较早的一个）', count: 1, names: [] }] : []),
      ...(gained.length > 0 ? [{ title: `补充到“${keep.name}”`, count: gained.length, names: gained }] : []),
    ],
  }
}

const target = (targetId: string) => ({ targetType: 'enterprise', targetId })

/** @param confirm goes on only where the preview has been confirmed */
export async function merge(
  { tx, actor, by }: Act,
  { keepId, dropId }: BodyOf<typeof mergeEnterprises>,
  confirm: (plan: { preview: Preview; versions: unknown }) => Promise<void>,
): Promise<{ id: string; moved: number }> {
  checkFields({ dropId: keepId === dropId ? '请选择两个不同的客户' : null })
  await lockEnterprises(tx, actor, [keepId, dropId])
  const keep = orNotFound(await findEnterprise(tx, actor, keepId))
  const drop = orNotFound(await findEnterprise(tx, actor, dropId))
  const filled = filledOf(keep, drop)
  const preview = await previewOf(tx, { keep, drop, filled })
  await confirm({ preview, versions: [keep.version, drop.version] })
  const trace = await moveAll(tx, keepId, dropId)
  const dropped = await deleteCustomer(tx, dropId)
  await settleNamesake(tx, keepId)
  const gained = Object.fromEntries(Object.entries(filled).map(([field, { after }]) => [field, after]))
  if (Object.keys(gained).length > 0) await updateEnterprise(tx, keepId, gained)
  const id = await insertMerge(tx, { keptId: keepId, dropped, trace: { ...trace, filled }, actorId: actor.id })
  const moved = Object.values(trace.moved).reduce((sum, ids) => sum + ids.length, 0)
  await audit(tx, by, {
    action: 'enterprise.merge',
    ...target(keepId),
    before: { ...valuesOf(drop), name: drop.name, level: drop.level, ownerId: drop.ownerId },
    after: { ...gained, rows: moved },
  })
  return { id, moved }
}

type Merged = NonNullable<Awaited<ReturnType<typeof lockMerge>>>

/** Why it cannot be taken back; empty where it can. */
async function obstaclesOf(tx: Tx, { keptId, dropped, trace }: Merged, keep: EnterpriseDetail): Promise<string[]> {
  const found: string[] = []
  for (const [name, ids] of Object.entries(trace.moved)) {
    const lost = ids.length - (await countStill(tx, name, ids, keptId))
    if (lost > 0) found.push(`${mergeTargets[name]?.title ?? name}有 ${lost} 项已删除或转到其他客户`)
  }
  const now = valuesOf(keep)
  const changed = Object.entries(trace.filled).filter(([field, { after }]) => now[field as Field] !== after)
  if (changed.length > 0) found.push(`${labelsOf(changed.map(([field]) => field)).join('、')}在合并后改过`)
  const mains = await mainsAmong(tx, trace.moved.enterprise_contacts ?? [])
  if (mains.toSorted().join() !== trace.mains.toSorted().join()) found.push('主要联系人在合并后改过')
  if ((await freeSites(tx, trace.unlinked)) < trace.unlinked.length) found.push('拜访企业已删除或关联了其他客户')
  if (await hasCrossed(tx, trace, keptId)) found.push('合并后的跟进完成了合并前的待跟进')
  if (await isCodeTaken(tx, String(dropped.credit_code ?? ''), keptId)) found.push('信用代码已被其他客户使用')
  return found
}

export async function undo({ tx, actor, by }: Act, id: string): Promise<{ enterpriseId: string }> {
  const stored = orNotFound(await lockMerge(tx, id))
  await lockEnterprises(tx, actor, [stored.keptId])
  const keep = orNotFound(await findEnterprise(tx, actor, stored.keptId))
  if (stored.undoneAt !== null) throw refuse('conflict', { msg: '这次合并已经撤销' })
  if (!stored.isRecent) throw refuse('conflict', { msg: `合并已超过 ${MERGE_UNDO_DAYS} 天，不能撤销` })
  const obstacles = await obstaclesOf(tx, stored, keep)
  if (obstacles.length > 0) throw refuse('conflict', { msg: `不能撤销：${obstacles.join('；')}` })
  const { trace, dropped } = stored
  const dropId = String(dropped.id)
  const before = Object.fromEntries(Object.entries(trace.filled).map(([field, value]) => [field, value.before]))
  // first, as credit codes are unique
  if (Object.keys(before).length > 0) await updateEnterprise(tx, keep.id, before)
  await restoreCustomer(tx, dropped)
  await moveBack(tx, trace, dropId)
  await markUndone(tx, id)
  await audit(tx, by, {
    action: 'enterprise.unmerge',
    ...target(keep.id),
    after: { name: dropped.name, enterpriseId: dropId },
  })
  return { enterpriseId: dropId }
}
