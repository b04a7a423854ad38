// Acts on the board: excuse, hand over, record an absence.

import { sql } from 'drizzle-orm'
import type { DueKind } from '#contract/monitoring/monitoring-labels.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, seesAllProducts } from '#server/core/access/scope.ts'
import { auditAll } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Author, Core } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { absences, dueExcuses, dueHandovers, dues } from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { answersFor, peopleOf, seesDue } from './board.queries.ts'
import { subjectName } from './subjects.queries.ts'

type By = { actor: Actor; by: Author }
type Locked = {
  id: string
  kind: DueKind
  name: string
  productId: string | null
  responsibleId: string | null
  mayAct: boolean
  isOver: boolean
  isExcused: boolean
}

/** Locked rows in scope, of today or later: 20404 and 409 otherwise. */
async function lockOwn(tx: Tx, { actor }: By, ids: readonly string[]): Promise<Locked[]> {
  const { rows } = await tx.execute<Locked>(sql`
    select d.id::text as id, d.kind, coalesce(${subjectName}, '') as name, d.product_id::text as "productId",
        d.responsible_id::text as "responsibleId", ${answersFor(actor)} as "mayAct",
        d.day < (now() at time zone 'Asia/Shanghai')::date as "isOver",
        exists (select from ${dueExcuses} x where x.due_id = d.id) as "isExcused"
      from ${dues} d where d.id = any(${idArray(ids)}) and not d.is_withdrawn and ${seesDue(actor)}
      order by d.id for update of d`)
  if (rows.length < ids.length) throw refuse('notFound')
  if (rows.some(({ mayAct }) => !mayAct)) throw refuse('conflict', { msg: '只能处理自己或下属负责的数据' })
  if (rows.some(({ isOver }) => isOver)) throw refuse('conflict', { msg: '当天已结束，记录不能再改' })
  return rows
}

const target = (targetId: string, verb: string) => ({ action: `due.${verb}`, targetType: 'due', targetId })

/** A later reason replaces an earlier one. */
export async function excuse(tx: Tx, people: By, ids: readonly string[], reason: string): Promise<void> {
  const rows = await lockOwn(tx, people, ids)
  const { by } = people
  await tx
    .insert(dueExcuses)
    .values(rows.map(({ id }) => ({ dueId: id, reason, byId: by.id, byName: by.name })))
    .onConflictDoUpdate({ target: dueExcuses.dueId, set: { reason, byId: by.id, byName: by.name, at: sql`now()` } })
  await auditAll(
    tx,
    by,
    rows.map(({ id, name }) => ({ ...target(id, 'excuse'), after: { name, reason } })),
  )
}

export async function unexcuse(tx: Tx, people: By, ids: readonly string[]): Promise<void> {
  const rows = (await lockOwn(tx, people, ids)).filter(({ isExcused }) => isExcused)
  if (rows.length === 0) return
  await tx.execute(sql`delete from ${dueExcuses} where due_id = any(${idArray(rows.map(({ id }) => id))})`)
  await auditAll(
    tx,
    people.by,
    rows.map(({ id, name }) => ({ ...target(id, 'unexcuse'), before: { name } })),
  )
}

/** Whether all these products are in the person's editorial scope. */
async function worksOn(core: Core, tx: Tx, userId: string, productIds: readonly string[]): Promise<boolean> {
  const person = await core.actors.person(userId, tx)
  if (!person) return false
  const inScope = sql`${products.id} = any(${idArray(productIds)}) and ${editorialScope(person, products.id)}`
  return (await tx.$count(products, inScope)) === productIds.length
}

export async function handOver(
  tx: Tx,
  core: Core,
  people: By,
  { ids, toId, reason }: { ids: readonly string[]; toId: string; reason: string },
): Promise<void> {
  const rows = await lockOwn(tx, people, ids)
  if (rows.some(({ kind }) => kind === 'question'))
    throw refuse('conflict', { msg: '没答上的问题请在 AI 会话的“没答上的”里交给别人' })
  const productIds = [...new Set(rows.flatMap(({ productId }) => productId ?? []))]
  checkFields({
    toId: (await worksOn(core, tx, toId, productIds)) ? null : '接收人不能登录，或不负责其中的产品',
  })
  const moved = rows.filter(({ responsibleId }) => responsibleId !== toId)
  if (moved.length === 0) return
  const { by } = people
  await tx
    .insert(dueHandovers)
    .values(moved.map(({ id }) => ({ dueId: id, toId, reason, byId: by.id, byName: by.name })))
  await tx.execute(sql`update ${dues} set responsible_id = ${toId}::bigint, updated_at = now()
    where id = any(${idArray(moved.map(({ id }) => id))})`)
  await auditAll(
    tx,
    by,
    moved.map(({ id, name, responsibleId }) => ({
      ...target(id, 'handOver'),
      before: { name, responsibleId },
      after: { responsibleId: toId, reason },
    })),
  )
}

/** The actor and subordinates; anybody for people who see all products. */
async function checkPerson(tx: Tx, { actor }: By, userId: string): Promise<void> {
  const isTheirs = seesAllProducts(actor) || (await peopleOf(tx, actor)).includes(userId)
  const isThere = (await tx.$count(users, sql`${users.id} = ${userId}::bigint and ${users.deletedAt} is null`)) > 0
  checkFields({ userId: isTheirs && isThere ? null : '只能登记自己或下属的外出' })
}

export async function addAway(
  tx: Tx,
  people: By,
  form: { userId: string; fromDay: string; toDay: string; remark: string },
): Promise<void> {
  checkFields({
    fromDay: form.fromDay < (await databaseToday(tx)) ? '不能登记已过去的日期' : null,
    toDay: form.fromDay > form.toDay ? '结束日期不能早于开始日期' : null,
  })
  await checkPerson(tx, people, form.userId)
  const overlaps = sql`${absences.userId} = ${form.userId}::bigint and ${absences.fromDay} <= ${form.toDay}::date
    and ${absences.toDay} >= ${form.fromDay}::date`
  const [other] = await tx.select().from(absences).where(overlaps).limit(1)
  checkFields({ fromDay: other ? `与已登记的 ${other.fromDay} 至 ${other.toDay} 重叠` : null })
  const { by } = people
  const [row] = await tx
    .insert(absences)
    .values({ ...form, remark: form.remark.trim(), byName: by.name })
    .returning({ id: absences.id })
  await auditAll(tx, by, [{ action: 'absence.add', targetType: 'absence', targetId: row?.id ?? '', after: form }])
}

export async function removeAway(tx: Tx, people: By, id: string): Promise<void> {
  const row = orNotFound((await tx.select().from(absences).where(sql`${absences.id} = ${id}::bigint`).for('update'))[0])
  const isTheirs = seesAllProducts(people.actor) || (await peopleOf(tx, people.actor)).includes(row.userId)
  if (!isTheirs) throw refuse('notFound')
  await tx.delete(absences).where(sql`${absences.id} = ${id}::bigint`)
  const { userId, fromDay, toDay } = row
  await auditAll(tx, people.by, [
    { action: 'absence.delete', targetType: 'absence', targetId: id, before: { userId, fromDay, toDay } },
  ])
}
