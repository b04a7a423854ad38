// Acts, opened pages and sessions of one member of staff, called from the lists that show them.
import { type Static, Type } from 'typebox'
import { type Alias, can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Fields, Id, listFields } from '#contract/fields.ts'
import { OwnSession } from '#contract/identity/account-security.ts'
import { VisitRow } from './visit-log.ts'

const UserLogQuery = Fields({ ...listFields(['at']), userId: Id('员工') })
export type UserLogQuery = Static<typeof UserLogQuery>

const logOf = <const A extends Alias>(alias: A, summary: string) =>
  readCall(summary, `/api/backend/organisation/user/${alias}`, can('userList', alias), {
    body: UserLogQuery,
    data: Paged(VisitRow),
  })

export const queryUserActs = logOf('userLog', '员工的操作日志')
export const queryUserVisits = logOf('userAccessLog', '员工的访问日志')

/** The sessions that are open for one person, the latest used first. */
export const queryUserSessions = readCall(
  '员工的登录设备',
  '/api/backend/organisation/online/details',
  can('onlineUsers', 'details'),
  { body: Fields({ id: Id('员工') }), data: Type.Array(OwnSession) },
)
