// Invitations to a meeting: a link of its own for each contact of a customer, and the sign-up on its page.
import { type Static, Type } from 'typebox'
import { anonymous, can } from '../access.ts'
import { readCall, writeCall } from '../endpoint.ts'
import { Fields, Id, Ids, Nullable, OneOf } from '../fields.ts'
import { CODE_LENGTH, CODE_LETTERS } from '../sharing/share-codes.ts'
import { signUpStates } from './sign-up-labels.ts'
import { invoice, person } from './sign-ups.ts'

const root = '/api/backend/meetings/invitation'
const right = can('meeting', 'invite')

/** Invitations that the page shows, the newest. */
export const INVITATIONS_MAX = 500
/** Contacts invited at once. */
const AT_ONCE = 50

export const invitationPath = (code: string) => `/m/${code}`

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
  }),
  data: Type.Object({ count: Type.Integer() }),
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
  state: Nullable(OneOf('状态', signUpStates)),
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
    companions: person.companions,
    extra: person.extra,
    ...invoice,
  }),
  data: Type.Object({ state: OneOf('状态', signUpStates), ticket: Type.String() }),
})
