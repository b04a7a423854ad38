// Inviting people to a meeting: who may be invited, and their links by mail.

import { dayOf } from '#contract/days.ts'
import type { Preview } from '#contract/envelope.ts'
import { INVITEES_MAX, type InviteeKind } from '#contract/meetings/invitations.ts'
import { checkMobile } from '#contract/validation.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Act, Configured } from '#server/core/act.ts'
import { auditAll } from '#server/core/audit/audit.ts'
import type { Plan } from '#server/core/http/confirmations.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { findEnterprise } from '#server/features/members/customers/customers.queries.ts'
import { newCode } from '#server/features/sharing/sharing.rules.ts'
import { hasTexts } from '../guest-texts.queries.ts'
import { type LockedMeeting, lockSeats } from '../sign-ups/seats.queries.ts'
import { closedBecause } from '../sign-ups/sign-ups.rules.ts'
import { mailInvitations, textInvitations } from './invitation-mails.queries.ts'
import { inviteesOf, knownNumbers, storeInvitations } from './invitations.queries.ts'

type InvitationAct = Omit<Act, 'actor'> & Configured
export type Invitee = { name: string; mobile: string; email: string; enterpriseId: string }

const TARGET = 'meetingInvitation'
/** Of each group in a preview. */
const NAMES_SHOWN = 10

/** 409 where it takes no sign-ups: an invitation would lead nowhere. */
export async function lockOpenMeeting(tx: Tx, meetingId: string): Promise<LockedMeeting> {
  const meeting = await lockSeats(tx, meetingId)
  const closed = closedBecause(meeting, dayOf(Date.now()))
  if (closed) throw refuse('conflict', { msg: closed })
  return meeting
}

/** Each with what prevents an invitation; empty where nothing does. */
async function withProblems<T extends { mobile: string }>(db: Executor, meetingId: string, people: readonly T[]) {
  const known = await knownNumbers(
    db,
    meetingId,
    people.map(({ mobile }) => mobile),
  )
  return people.map((person) => ({
    ...person,
    problem:
      checkMobile(person.mobile) !== null
        ? '没有手机号码'
        : known.signedUp.has(person.mobile)
          ? '已报名'
          : known.invited.has(person.mobile)
            ? '已邀请'
            : '',
  }))
}

/** Who works at the customer. */
export async function invitableOf(db: Executor, actor: Actor, meetingId: string, enterpriseId: string) {
  const { contacts } = orNotFound(await findEnterprise(db, actor, enterpriseId))
  const working = contacts.filter(({ leftOn }) => leftOn === null)
  return withProblems(
    db,
    meetingId,
    working.map(({ id, name, position, mobile, email }) => ({ id, name, position, mobile, email, enterpriseId })),
  )
}

/** How the invited hear of it, beside the link that the inviter passes on. */
export type Ways = { sendMail: boolean; sendText: boolean }

/** 409 where mails or short messages are asked for and cannot be sent, or would carry a link that leads nowhere. */
export async function checkWays(
  db: Executor,
  { config }: InvitationAct['core'],
  { sendMail, sendText }: Ways,
): Promise<void> {
  if ((sendMail || sendText) && config.publicUrl === undefined)
    throw refuse('conflict', {
      msg: '还不能发送邀请：没有设置对外地址，其中的链接无法打开。请系统管理员在服务器上设置 PUBLIC_URL 并重启服务',
    })
  if (sendText && !(await hasTexts(db, config, 'meetingInvitation')))
    throw refuse('conflict', { msg: '还不能发送邀请短信：没有设置短信服务，或没有启用“会议邀请”的短信分类' })
}

/** Who would be invited, and what the preview says of them and of the others. */
export async function planOf(
  tx: Tx,
  actor: Actor,
  meetingId: string,
  { kind, ids, sendMail, sendText }: { kind: InviteeKind; ids: readonly string[] } & Ways,
): Promise<{ chosen: Invitee[]; plan: Plan<Preview> }> {
  const found = await inviteesOf(tx, actor, kind, ids)
  if (found.length > INVITEES_MAX) throw refuse('conflict', { msg: `一次最多邀请 ${INVITEES_MAX} 人，请分批选择` })
  const people = await withProblems(tx, meetingId, found)
  // one person may be the contact of a customer and its member
  const chosen = [
    ...new Map(people.filter(({ problem }) => problem === '').map((person) => [person.mobile, person])).values(),
  ]
  if (chosen.length === 0) throw refuse('conflict', { msg: '没有可以邀请的人：没有手机号码，或者已邀请、已报名' })
  const mails = chosen.filter(({ email }) => email !== '').length
  const others = Map.groupBy(
    people.filter(({ problem }) => problem !== ''),
    ({ problem }) => problem,
  )
  return {
    chosen,
    plan: {
      preview: {
        text: `将邀请 ${chosen.length} 人${sendMail ? `，其中 ${mails} 人有邮箱，将收到邀请邮件（广告，可退订）` : '，不发送邮件'}${sendText ? `；${chosen.length} 人将收到邀请短信（广告，可退订）` : ''}。`,
        groups: [...others].map(([title, rows]) => ({
          title: `不邀请：${title}`,
          count: rows.length,
          names: rows.slice(0, NAMES_SHOWN).map(({ name }) => name),
        })),
      },
      versions: chosen.map(({ mobile }) => mobile),
    },
  }
}
export async function invite(
  act: InvitationAct,
  meeting: LockedMeeting,
  people: readonly Invitee[],
  { inviterId, sendMail, sendText }: { inviterId: string } & Ways,
): Promise<{ count: number; mailed: number; texted: number }> {
  const { tx, by, core } = act
  const rows = people.map(({ name, mobile, email, enterpriseId }) => ({
    meetingId: meeting.id,
    code: newCode(),
    customerId: enterpriseId,
    name,
    mobile,
    email,
    inviterId,
  }))
  // two contacts of one number get one invitation
  const stored = await storeInvitations(tx, [...new Map(rows.map((row) => [row.mobile, row])).values()])
  await auditAll(
    tx,
    by,
    stored.map(({ id, name, customerId }) => ({
      action: `${TARGET}.invite`,
      targetType: TARGET,
      targetId: id,
      after: { meetingId: meeting.id, name, customerId },
    })),
  )
  return {
    count: stored.length,
    mailed: sendMail ? await mailInvitations(tx, core.config, meeting, stored, inviterId) : 0,
    texted: sendText ? await textInvitations(tx, core.config, meeting, stored) : 0,
  }
}
