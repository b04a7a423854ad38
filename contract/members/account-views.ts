// What the list of accounts opens beside one of them, each with a button of its own: its log, the pages that it opened, its
// sub-accounts, and what was done for its enterprise.
import { type Static, type TSchema, Type } from 'typebox'
import type { Alias } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Day, Fields, Id, listFields } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { NearLog } from './account-logs.ts'
import { RecordKind, ServiceRecords } from './customers.ts'
import { SubAccount } from './sub-accounts.ts'

const view = <const A extends Alias, B extends TSchema, D extends TSchema>(
  alias: A,
  summary: string,
  { body, data }: { body: B; data: D },
) => readCall(summary, `/api/backend/member/account/${alias}`, canOn('row', 'accounts', alias), { body, data })

/** Without days the last 7; 400 for more than 92 days. */
const AccountDays = Fields({
  ...listFields(['at']),
  id: Id('账号'),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type AccountDays = Static<typeof AccountDays>
const days = { body: AccountDays, data: Paged(NearLog) }

export const queryAccountActs = view('userLog', '账号的操作日志', days)
export const queryAccountVisits = view('userAccessLog', '账号的访问日志', days)

export const queryAccountSubs = view('affiliatedAccount', '账号的子账号', {
  body: Fields({ id: Id('账号') }),
  data: Type.Array(SubAccount),
})

export const queryAccountRecords = view('serviceRecords', '账号所属客户的服务记录', {
  body: Fields({ id: Id('账号'), kind: Type.Optional(RecordKind) }),
  data: ServiceRecords,
})
