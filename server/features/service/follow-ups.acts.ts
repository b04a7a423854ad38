// Adding, editing and deleting follow-ups: a customer has one open reminder at most, that of its newest follow-up.

import { eq, sql } from 'drizzle-orm'
import { addDays } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { addFollowUp, editFollowUp, FollowUpRow } from '#contract/service/follow-ups.ts'
import type { Act } from '#server/core/act.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { allFound, checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { followUps } from '#server/db/schema/service.ts'
import { lockEnterprises } from '#server/features/members/customers/customers.queries.ts'
import {
  canBeFollowedBy,
  contactsOf,
  deleteFollowUp,
  endReminder,
  findFollowUps,
  lockCustomersOf,
  openReminder,
  type StoredFollowUp,
} from './follow-ups.queries.ts'
import { endSilence } from './silence.queries.ts'

type FileAct = Act & { files: readonly UsableFile[] }
type Form = BodyOf<typeof addFollowUp>
type Edit = BodyOf<typeof editFollowUp>

/** A clock may be ahead by so much. */
const AHEAD_MS = 5 * 60_000
/** A reminder further away is a mistyped year. */
const NEXT_DAYS_MAX = 1_096

const valuesOf = (form: Omit<Form, 'enterpriseId'>) => {
  const nextOn = form.nextOn ?? null
  return {
    contactId: form.contactId ?? null,
    way: form.way,
    at: form.at,
    result: form.result,
    mood: form.mood ?? null,
    content: form.content.trim(),
    nextOn,
    nextText: nextOn === null ? '' : (form.nextText ?? '').trim(),
    nextUserId: nextOn === null ? null : (form.nextUserId ?? null),
  }
}
type FollowUpValues = ReturnType<typeof valuesOf>

const filesOf = (id: string) => ({ type: 'followUp', id })
/** In the audit log files stand by name. */
const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name)

const nextOf = ({ nextOn, nextText, nextUserId }: FollowUpValues | StoredFollowUp) => ({ nextOn, nextText, nextUserId })
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Checks what needs the database. @returns the contact's name at this moment */
async function check(
  { tx, actor }: Act,
  enterpriseId: string,
  values: FollowUpValues,
  stored?: StoredFollowUp,
): Promise<string> {
  const { contactId, nextOn, nextUserId } = values
  const contact = (await contactsOf(tx, enterpriseId)).find(({ id }) => id === contactId)
  // a contact who has left since stays in the record
  const isKept = stored !== undefined && stored.contactId === contactId
  const isNextNew = nextOn !== null && nextOn !== stored?.nextOn
  const now = await databaseToday(tx)
  const isTooLate = isNextNew && nextOn > addDays(now, NEXT_DAYS_MAX)
  const isOther = nextUserId !== null && nextUserId !== actor.id && nextUserId !== stored?.nextUserId
  checkFields({
    at: Date.parse(values.at) > Date.now() + AHEAD_MS ? '跟进时间不能晚于现在' : null,
    contactId: contactId === null || contact || isKept ? null : '联系人不属于该客户或已离职，请重新选择',
    nextOn: isNextNew && nextOn < now ? '下次跟进不能早于今天' : isTooLate ? '下次跟进应在三年以内' : null,
    nextUserId:
      isOther && !(await canBeFollowedBy(tx, enterpriseId, nextUserId)) ? '该员工看不到此客户，请选择其他人' : null,
  })
  return contact?.name ?? (isKept ? stored.contactName : '')
}

export async function add(act: FileAct, { enterpriseId, ...form }: Form): Promise<{ id: string; version: number }> {
  const { tx, actor, by, files } = act
  allFound(await lockEnterprises(tx, actor, [enterpriseId]), [enterpriseId])
  const values = valuesOf(form)
  const contactName = await check(act, enterpriseId, values)
  const open = await openReminder(tx, enterpriseId)
  const isOlder = open !== null && Date.parse(values.at) < Date.parse(open.at)
  checkFields({
    nextOn:
      isOlder && values.nextOn !== null ? `该客户已有时间更晚的跟进，下次跟进为 ${open.nextOn}；补录时请不填` : null,
  })
  const { nextOn, nextText, nextUserId, ...rest } = values
  const id = await insertRow(tx, followUps, { ...rest, contactName, enterpriseId, authorId: actor.id })
  await tieFiles(tx, filesOf(id), files)
  if (open && !isOlder) await endReminder(tx, open.id, id)
  // after the end of the older reminder: there is one open reminder at most
  if (nextOn !== null) await updateNext(tx, id, { nextOn, nextText, nextUserId })
  await endSilence(tx, enterpriseId)
  await audit(tx, by, {
    action: 'followUp.add',
    targetType: 'followUp',
    targetId: id,
    after: { enterpriseId, ...values, ...(files.length > 0 && { attachments: namesOf(files) }) },
  })
  return { id, version: 1 }
}

const updateNext = (tx: Tx, id: string, next: Partial<typeof followUps.$inferInsert>) =>
  tx.update(followUps).set(next).where(eq(followUps.id, id))

/** Follow-ups that the actor may change, their customers locked; 20404 where one is out of scope. */
async function requireOwn({ tx, actor }: Act, ids: readonly string[]): Promise<StoredFollowUp[]> {
  await lockCustomersOf(tx, actor, ids)
  const stored = allFound(await findFollowUps(tx, actor, ids), ids)
  if (!stored.every(({ canChange }) => canChange)) throw refuse('forbidden', { msg: '只能修改和删除自己的跟进记录' })
  return stored
}

/** @param shown what 601 carries */
export async function edit(
  act: FileAct,
  { id, version, ...form }: Edit,
  shown: (stored: StoredFollowUp) => FollowUpRow,
): Promise<{ id: string; version: number }> {
  const stored = orNotFound((await requireOwn(act, [id]))[0])
  checkVersion(version, shown(stored))
  const values = valuesOf(form)
  const contactName = await check(act, stored.enterpriseId, values, stored)
  if (!isSame(nextOf(values), nextOf(stored))) {
    const open = await openReminder(act.tx, stored.enterpriseId)
    const isEnded = stored.nextOn !== null && !stored.isOpen
    const isTaken = values.nextOn !== null && open !== null && open.id !== id
    checkFields({ nextOn: isEnded || isTaken ? '下次跟进以最近一条跟进记录为准，请在该记录中修改' : null })
  }
  const attachments = form.attachmentIds === undefined ? namesOf(stored.files) : namesOf(act.files)
  const before = { ...stored, attachments: namesOf(stored.files) }
  const changed = difference<Record<string, unknown>>(before, { ...values, attachments })
  if (form.attachmentIds !== undefined) await tieFiles(act.tx, filesOf(id), act.files)
  const next = await updateRow(act.tx, followUps, id, { ...values, contactName, updatedAt: sql`now()` })
  await audit(act.tx, act.by, { action: 'followUp.edit', targetType: 'followUp', targetId: id, ...changed })
  return { id, version: next }
}

export async function remove(act: Act, ids: readonly string[]): Promise<void> {
  const stored = await requireOwn(act, ids)
  // one by one: a deleted one may have ended the reminder of another
  for (const { id } of stored) {
    await tieFiles(act.tx, filesOf(id), [])
    await deleteFollowUp(act.tx, id)
  }
  await auditAll(
    act.tx,
    act.by,
    stored.map(({ id, version: _, canChange: __, files, ...before }) => ({
      action: 'followUp.delete',
      targetType: 'followUp',
      targetId: id,
      before: { ...before, attachments: namesOf(files) },
    })),
  )
}
