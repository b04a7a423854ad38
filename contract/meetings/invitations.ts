// Invitations to a meeting: a link of its own for each contact or member of a customer, and the sign-up on its page.

import { type Static, Type } from 'typebox'
import { anonymous, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Ids, Nullable } from '#contract/fields.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { signUpStateLabels } from './sign-up-labels.ts'
import { consent, invoice, person } from './sign-ups.ts'

const root = '/api/backend/meetings/invitation'
const right = can('meeting', 'invite')

/** Invitations that the page shows, the newest. */
export const INVITATIONS_MAX = 500
/** Contacts invited at once. */
const AT_ONCE = 50
/** Customers or lists of one act. */
const MANY_AT_ONCE = 100
/** People of one act. */
export const INVITEES_MAX = 2_000

/** Sends the link, where there is a mail address; such mails can be opted out of as advertising. */
const sendMail = Type.Boolean({ title: '发送邀请邮件' })
/** By short message; 409 where these are not set up for invitations. */
const sendText = Type.Optional(Type.Boolean({ title: '发送邀请短信' }))
const Invited = Type.Object({ count: Type.Integer(), mailed: Type.Integer(), texted: Type.Integer() })

const Invitable = Type.Object({
  id: Type.String(),
  name: Type.String(),
  position: Type.String(),
  problem: Type.String({ description: 'why they cannot be invited; empty where they can' }),
})
export type Invitable = Static<typeof Invitable>

/** Who works at a customer in the caller's sales scope. */
export const listInvitable = readCall('可邀请的联系人', `${root}/contacts`, right, {
  body: Fields({ meetingId: Id('会议'), enterpriseId: Id('客户') }),
  data: Type.Array(Invitable),
})

/** 409 where the meeting is not open for signing up, or one of them cannot be invited. */
export const inviteContacts = writeCall('邀请联系人参会', `${root}/invite`, right, {
  body: Fields({
    meetingId: Id('会议'),
    enterpriseId: Id('客户'),
    contactIds: Ids('联系人', AT_ONCE),
    sendMail,
    sendText,
  }),
  data: Invited,
})

export const inviteeKinds = ['mainContacts', 'contacts', 'members', 'list'] as const
export type InviteeKind = (typeof inviteeKinds)[number]
export const inviteeKindLabels: Record<InviteeKind, string> = {
  mainContacts: '客户的主要联系人',
  contacts: '客户的全部联系人',
  members: '客户的会员',
  list: '名单',
}

/**
 * People of customers in the caller's sales scope: their contacts or members, or the accounts of saved lists. 600 names those
 * who are left out, and why. 409 where nobody is left, or the meeting is not open for signing up.
 */
export const invitePeople = writeCall('批量邀请参会', `${root}/invitePeople`, right, {
  body: Fields({
    meetingId: Id('会议'),
    kind: Choice('邀请对象', inviteeKindLabels),
    /** Of customers, or of lists. */
    ids: Ids('邀请对象', MANY_AT_ONCE),
    sendMail,
    sendText,
  }),
  data: Invited,
})

const InviteList = Type.Object({ id: Type.String(), name: Type.String(), count: Type.Integer() })

/** Saved lists of the caller and of people beneath; `count` is of the accounts that are in the caller's sales scope. */
export const listInviteLists = readCall('可邀请的名单', `${root}/lists`, right, {
  body: Fields({}),
  data: Type.Array(InviteList),
})

const Invitation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  company: Type.String(),
  inviterName: Type.String(),
  url: Type.String(),
  createdAt: Type.String(),
  openedAt: Nullable(Type.String()),
  isEnded: Type.Boolean(),
  mail: Nullable(Choice('邀请邮件', messageStateLabels)),
  text: Nullable(Choice('邀请短信', messageStateLabels)),
  state: Nullable(Choice('状态', signUpStateLabels)),
})
export type Invitation = Static<typeof Invitation>

/** The caller's own, those of people beneath, and those of their customers. */
export const listInvitations = readCall('会议邀请函', `${root}/list`, right, {
  body: Fields({ meetingId: Id('会议') }),
  data: Type.Array(Invitation),
})

/** Its link answers as an unknown one from then on; a sign-up stays. */
export const endInvitations = writeCall('作废会议邀请函', `${root}/end`, right, {
  body: Fields({ meetingId: Id('会议'), ids: Ids('邀请函', AT_ONCE) }),
})

const InvitationCode = Type.String({
  title: '邀请函',
  pattern: `^[${CODE_LETTERS}]{${CODE_LENGTH}}$`,
  messages: { required: '邀请函链接不完整', pattern: '邀请函链接不正确' },
})

/** On the page of the invitation. Signing up again answers what is there. 20404 for unknown and ended links. */
export const acceptInvitation = writeCall('按邀请函报名', '/api/open/meetings/invitation', anonymous, {
  body: Fields({
    code: InvitationCode,
    email: person.email,
    companionNames: person.companionNames,
    extra: person.extra,
    answers: person.answers,
    quotaId: person.quotaId,
    ...invoice,
    consent,
  }),
  data: Type.Object({
    state: Choice('状态', signUpStateLabels),
    ticket: Type.String(),
    link: Type.String({ description: 'of the ticket' }),
  }),
})
