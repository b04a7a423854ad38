// What one member of staff did, opened and is signed in with, asked from the lists in which they stand.
import { type Static, Type } from 'typebox'
import { type Alias, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, listFields } from '../fields.ts'
import { OwnSession } from '../identity/account-security.ts'
import { VisitRow } from './staff-links.ts'

const UserLogQuery = Fields({ ...listFields(['at']), userId: Id('员工') })
export type UserLogQuery = Static<typeof UserLogQuery>

const logOf = <const A extends Alias>(alias: A, summary: string) =>
  endpoint({
    summary,
    method: 'POST',
    path: `/api/backend/organisation/user/${alias}`,
    access: can('userList', alias),
    effect: 'read',
    body: UserLogQuery,
    data: Paged(VisitRow),
  })

export const queryUserActs = logOf('userLog', '员工的操作日志')
export const queryUserVisits = logOf('userAccessLog', '员工的访问日志')

/** The sessions that are open for one person, the latest used first. */
export const queryUserSessions = endpoint({
  summary: '员工的登录设备',
  method: 'POST',
  path: '/api/backend/organisation/online/details',
  access: can('onlineUsers', 'details'),
  effect: 'read',
  body: Fields({ id: Id('员工') }),
  data: Type.Array(OwnSession),
})
