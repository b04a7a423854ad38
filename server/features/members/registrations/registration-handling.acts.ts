// Acts on registrations: state changes and assignment, for those who see one and hold the right.

import type { RowOutcome } from '#contract/envelope.ts'
import { registrationStateLabels } from '#contract/members/members.ts'
import type { RegistrationStep } from '#contract/members/registration-handling.ts'
import {
  isOpenRegistration,
  mayMove,
  type RegistrationMove,
  registrationMoves,
} from '#contract/members/registration-states.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { maskMobile } from '#server/core/access/masks.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Change } from '#server/core/live/bus.ts'
import { settlePushes, storePush } from '#server/core/live/pushes.ts'
import type { Tx } from '#server/db/connection.ts'
import { companiesOf, lastActor, lockRow, ownerByHand, updateRegistration } from './registration-handling.queries.ts'
import { getGivenAway, getVisible, type VisibleRegistration } from './registration-list.queries.ts'
import { listHandlers, namesOf } from './registration-rules.queries.ts'
import { type RegistrationViewer, seesUnowned, storeStep } from './registrations.queries.ts'

/** The transaction and actor of an act. */
export type Doing = { tx: Tx; announce: (change: Change) => void; actor: RegistrationViewer; by: Author }

/**
 * Locks a registration and reads it for an act. 20404 where it does not exist or is out of scope. Those who distribute
 * could see it before somebody took it: they get 409 with the owner's name.
 * @param isGiving whoever assigned it last may release or reassign it while it is open
 */
export async function requireForAct({ tx, actor }: Doing, id: string, isGiving = false): Promise<VisibleRegistration> {
  await lockRow(tx, id)
  const found = (await getVisible(tx, actor, id)) ?? (isGiving ? await getGivenAway(tx, actor, id) : undefined)
  if (found) return found
  const owner = seesUnowned(actor) ? await ownerByHand(tx, id) : undefined
  if (owner !== undefined) throw refuse('conflict', { msg: `该注册已由“${owner}”负责` })
  throw refuse('notFound')
}

/** Throws 409 with the name of whoever changed the state. */
export async function refuseWrongState(
  tx: Tx,
  { id, state }: VisibleRegistration,
  move: RegistrationMove,
): Promise<void> {
  if (mayMove(state, move)) return
  const by = await lastActor(tx, id, state === 'new' ? ['reopen'] : [stepOf[state]])
  const who = by === undefined ? '' : `由“${by}”`
  throw refuse('conflict', { msg: `该注册已${who}处理，状态为“${registrationStateLabels[state]}”` })
}
const stepOf = { contacted: 'contact', granted: 'grant', invalid: 'invalid' } as const satisfies Record<
  string,
  RegistrationStep
>

/** After these steps it is new again, and its notices stay. */
const renewing: readonly RegistrationStep[] = ['reopen', 'release']

/** Writes history and audit log of an act, and settles the notices that others still have of this registration. */
export async function recordAct(
  { tx, announce, by }: Doing,
  { id, state }: VisibleRegistration,
  { action, remark = '', after = {} }: { action: RegistrationStep; remark?: string; after?: Record<string, unknown> },
): Promise<void> {
  await storeStep(tx, { registrationId: id, action, remark, actorId: by.id, actorName: by.name })
  await audit(tx, by, {
    // the audit label 授权 belongs to roles
    action: `registration.${action === 'grant' ? 'convert' : action}`,
    targetType: 'registration',
    targetId: id,
    before: { state },
    after: { ...after, ...(remark && { remark }) },
  })
  if (!renewing.includes(action)) await settlePushes(tx, announce, 'register', { registrationId: id })
}

async function makeOwn(doing: Doing, found: VisibleRegistration): Promise<void> {
  const { tx, actor } = doing
  await updateRegistration(tx, found.id, { ownerId: actor.id })
  await recordAct(doing, found, { action: 'take', after: { ownerId: actor.id } })
}

/** Contacting a registration in the pool makes the actor its owner. */
export async function moveRegistration(
  doing: Doing,
  id: string,
  { move, remark = '' }: { move: Exclude<RegistrationMove, 'grant'>; remark?: string },
): Promise<void> {
  const { tx } = doing
  const found = await requireForAct(doing, id)
  await refuseWrongState(tx, found, move)
  const { to } = registrationMoves[move]
  if (move === 'contact' && found.ownerId === null) await makeOwn(doing, found)
  await updateRegistration(tx, id, { state: to }, { isContact: move === 'contact', isClosed: to === 'invalid' })
  await recordAct(doing, found, { action: move, remark: remark.trim(), after: { state: to } })
}

/**
 * One act on several registrations.
 * @returns the outcome of each; a single one throws instead
 */
async function forEachOf(
  doing: Doing,
  ids: readonly string[],
  act: (doing: Doing, id: string) => Promise<void>,
): Promise<RowOutcome[]> {
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) {
    await act(doing, only)
    return []
  }
  const companies = await companiesOf(doing.tx, doing.actor, ids)
  // by rising ids, so that concurrent requests lock in one order
  const rows = [...ids]
    .sort((a, b) => Number(a) - Number(b))
    .map((id) => ({ id, name: companies.get(id) ?? `编号 ${id}` }))
  return attemptEach(doing.tx, rows, (tx, { id }) => act({ ...doing, tx }, id))
}

/** @returns the outcome of each; a single one throws instead */
export const rejectEach = (doing: Doing, ids: readonly string[], reason: string): Promise<RowOutcome[]> =>
  forEachOf(doing, ids, (inner, id) => moveRegistration(inner, id, { move: 'invalid', remark: reason }))

/** Throws 409 where it is closed: only open ones are assigned. */
function refuseClosed({ state }: VisibleRegistration): void {
  if (!isOpenRegistration(state)) {
    throw refuse('conflict', { msg: `该注册的状态为“${registrationStateLabels[state]}”，不能再分配` })
  }
}

/** Makes the actor the owner of a registration in the pool. */
export async function takeOver(doing: Doing, id: string): Promise<void> {
  const found = await requireForAct(doing, id)
  if (found.ownerId !== null) throw refuse('conflict', { msg: `该注册已由“${found.ownerName}”负责` })
  refuseClosed(found)
  await makeOwn(doing, found)
}

export type Assignment = { ids: readonly string[]; ownerId: string | null; remark?: string | undefined }

async function assignOne(doing: Doing, id: string, to: { ownerId: string | null; name: string; remark: string }) {
  const { tx, announce, actor } = doing
  const found = await requireForAct(doing, id, true)
  refuseClosed(found)
  const { ownerId, name, remark } = to
  if (found.ownerId === ownerId) return
  await updateRegistration(tx, id, { ownerId })
  await recordAct(doing, found, {
    action: ownerId === null ? 'release' : 'assign',
    remark: [name, remark].filter((text) => text !== '').join('：'),
    after: { ownerId },
  })
  if (ownerId === null || ownerId === actor.id) return
  const { company, contact, mobile, subProduct, createdAt } = found
  await storePush(tx, announce, {
    userIds: [ownerId],
    type: 'register',
    data: {
      registrationId: id,
      company,
      contact,
      mobile: maskMobile(mobile),
      subProduct: subProductOf(subProduct).title,
      time: createdAt,
    },
  })
}

/** @returns the outcome of each; a single one throws instead */
export async function assignTo(doing: Doing, { ids, ownerId, remark = '' }: Assignment): Promise<RowOutcome[]> {
  const { tx } = doing
  const isHandler = ownerId === null || (await listHandlers(tx)).includes(ownerId)
  checkFields({ ownerId: isHandler ? null : '该员工不能处理注册，请选择其他人' })
  const name = ownerId === null ? '' : ((await namesOf(tx, [ownerId])).get(ownerId) ?? '')
  const to = { ownerId, name, remark: remark.trim() }
  return forEachOf(doing, ids, (inner, id) => assignOne(inner, id, to))
}
