// Changes of an enterprise's contacts. As long as somebody works there, one of them is the main one.

import { dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Preview } from '#contract/envelope.ts'
import type { Contact, mergeContacts, saveContact, setContactLeft } from '#contract/members/contacts.ts'
import { contactRoleLabels } from '#contract/members/members.ts'
import { followWayLabels } from '#contract/service/follow-up-labels.ts'
import type { Act } from '#server/core/act.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { checkFields, checkVersion, orNotFound } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  clearMain,
  deleteContact,
  enterpriseOfContact,
  followUpsOf,
  insertContact,
  moveFollowUps,
  updateContact,
} from './contacts.queries.ts'
import { requireEnterprise } from './customers.acts.ts'

const target = (enterpriseId: string) => ({ targetType: 'enterprise', targetId: enterpriseId })

/** A contact within the actor's scope, with all of the enterprise, which is locked; 20404 otherwise. */
async function requireContact({ tx, actor }: Act, id: string) {
  const enterpriseId = orNotFound(await enterpriseOfContact(tx, actor, id))
  const { contacts } = await requireEnterprise(tx, actor, enterpriseId)
  return { enterpriseId, contacts, stored: orNotFound(contacts.find((each) => each.id === id)) }
}

/** Makes the next of `others` the main contact where none of them is. */
async function passMain(tx: Tx, others: readonly Contact[]): Promise<void> {
  const heir = others.find(({ leftOn }) => leftOn === null)
  if (heir && !others.some(({ isMain }) => isMain)) await updateContact(tx, heir.id, { isMain: true })
}

const blank = { position: '', role: null, mobile: '', wechat: '', email: '', remark: '' }

export async function save(act: Act, body: BodyOf<typeof saveContact>): Promise<{ id: string; version: number }> {
  const { tx, actor, by } = act
  const { id, version, enterpriseId, isMain: isChosen = false, ...form } = body
  const { contacts } = await requireEnterprise(tx, actor, enterpriseId)
  const stored = id === undefined ? undefined : orNotFound(contacts.find((each) => each.id === id))
  if (stored) checkVersion(version, stored)
  const hasLeft = stored !== undefined && stored.leftOn !== null
  checkFields({ isMain: isChosen && hasLeft ? '已离职的联系人不能设为主要联系人' : null })
  const isMain = isChosen || stored?.isMain || (!hasLeft && !contacts.some((each) => each.isMain))
  const { position, role, mobile, wechat, email, remark } = { ...blank, ...stored, ...form }
  const values = {
    name: form.name.trim(),
    position: position.trim(),
    role,
    mobile,
    wechat: wechat.trim(),
    email,
    remark: remark.trim(),
    isMain,
  }
  if (isMain && !stored?.isMain) await clearMain(tx, enterpriseId)
  const action = stored ? 'contact.edit' : 'contact.add'
  await audit(tx, by, { action, ...target(enterpriseId), before: stored ? { ...stored } : null, after: values })
  if (stored) return { id: stored.id, version: await updateContact(tx, stored.id, values) }
  return { id: await insertContact(tx, { ...values, enterpriseId }), version: 1 }
}

export async function setLeft(act: Act, { id, leftOn, isMain = false }: BodyOf<typeof setContactLeft>): Promise<void> {
  const { tx, by } = act
  const { enterpriseId, contacts, stored } = await requireContact(act, id)
  checkFields({
    leftOn: leftOn !== null && leftOn > (await databaseToday(tx)) ? '离职日期不能晚于今天' : null,
    isMain: isMain && leftOn !== null ? '已离职的联系人不能设为主要联系人' : null,
  })
  const others = contacts.filter((each) => each.id !== id)
  const isNeeded = isMain || stored.isMain || !others.some((each) => each.isMain)
  const values = { leftOn, isMain: leftOn === null && isNeeded }
  if (values.isMain && !stored.isMain) await clearMain(tx, enterpriseId)
  await updateContact(tx, id, values)
  if (!values.isMain) await passMain(tx, others)
  const { before, after } = difference<Record<string, unknown>>(stored, values)
  await audit(tx, by, {
    action: leftOn === null ? 'contact.return' : 'contact.leave',
    ...target(enterpriseId),
    before: { name: stored.name, ...before },
    after: { name: stored.name, ...after },
  })
}

export async function remove(act: Act, id: string): Promise<void> {
  const { enterpriseId, contacts, stored } = await requireContact(act, id)
  await deleteContact(act.tx, id)
  await passMain(
    act.tx,
    contacts.filter((each) => each.id !== id),
  )
  await audit(act.tx, act.by, { action: 'contact.delete', ...target(enterpriseId), before: { ...stored } })
}

const labels = {
  position: '职务',
  role: '角色',
  mobile: '联系电话',
  wechat: '微信',
  email: '邮箱',
  remark: '备注',
} as const
const fields = Object.keys(labels) as (keyof typeof labels)[]

const say = (contact: Contact, field: (typeof fields)[number]) =>
  `${labels[field]} ${field === 'role' && contact.role ? contactRoleLabels[contact.role] : contact[field]}`

/** Which fields the kept contact gets from the other, and which of the other's are lost. */
function mergeOf(keep: Contact, drop: Contact) {
  const filled = fields.filter((field) => !keep[field] && drop[field])
  const lost = fields.filter((field) => keep[field] && drop[field] && keep[field] !== drop[field])
  const isMain = keep.isMain || (drop.isMain && keep.leftOn === null)
  return { filled, lost, values: { ...Object.fromEntries(filled.map((field) => [field, drop[field]])), isMain } }
}

/** Most names in a group of a preview. */
const NAMES_MAX = 20

/** Doubles often have the same name. */
const fullName = ({ name, mobile, position }: Contact) =>
  mobile || position ? `${name}（${mobile || position}）` : name

type Moved = Awaited<ReturnType<typeof followUpsOf>>

function previewOf(keep: Contact, drop: Contact, moved: Moved): Preview {
  const { filled, lost, values } = mergeOf(keep, drop)
  const gained = values.isMain && !keep.isMain ? '，后者成为主要联系人' : ''
  const groups = [
    { title: `补充到“${keep.name}”`, names: filled.map((field) => say(drop, field)) },
    {
      title: `归到“${keep.name}”名下的跟进记录`,
      names: moved.map(({ at, way }) => `${dayOf(at)} ${followWayLabels[way]}`),
    },
    { title: '内容不同、不予保留', names: lost.map((field) => say(drop, field)) },
  ]
  return {
    text: `“${fullName(drop)}”并入“${fullName(keep)}”后删除，不能恢复${gained}`,
    groups: groups
      .filter(({ names }) => names.length > 0)
      .map(({ title, names }) => ({ title, count: names.length, names: names.slice(0, NAMES_MAX) })),
  }
}

/** @param confirm goes on only where the preview has been confirmed */
export async function merge(
  act: Act,
  { keepId, dropId }: BodyOf<typeof mergeContacts>,
  confirm: (plan: { preview: Preview; versions: unknown }) => Promise<void>,
): Promise<{ followUps: number }> {
  const { tx, by } = act
  checkFields({ dropId: keepId === dropId ? '请选择两个不同的联系人' : null })
  const { enterpriseId, contacts, stored: keep } = await requireContact(act, keepId)
  const drop = orNotFound(contacts.find(({ id }) => id === dropId))
  const moved = await followUpsOf(tx, dropId)
  await confirm({ preview: previewOf(keep, drop, moved), versions: [keep, drop, moved.map(({ id }) => id)] })
  const { values } = mergeOf(keep, drop)
  await moveFollowUps(tx, dropId, keepId)
  await deleteContact(tx, dropId)
  await updateContact(tx, keepId, values)
  const others = contacts.filter(({ id }) => id !== dropId)
  if (!values.isMain) await passMain(tx, others)
  await audit(tx, by, {
    action: 'contact.merge',
    ...target(enterpriseId),
    // the deleted one whole
    before: { ...drop },
    after: { ...keep, ...values, followUps: moved.length },
  })
  return { followUps: moved.length }
}
