// Reads about members: each call as the screen makes it, with search values that vary from call to call.

import { addDays, dayOf } from '#contract/days.ts'
import { boardCalls, radarCalls } from '#contract/home/boards.ts'
import { getDayFigures } from '#contract/home/figures.ts'
import { queryAccountLogs } from '#contract/members/account-logs.ts'
import { querySignals } from '#contract/members/account-signals.ts'
import { countVisits, getVisits, queryVisitors } from '#contract/members/account-visits.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import { queryEnterprises } from '#contract/members/customers.ts'
import { grantLedger, queryGrantActs } from '#contract/members/grant-changes.ts'
import { getGrantMatrix } from '#contract/members/matrix.ts'
import { queryRegistrations } from '#contract/members/registration-handling.ts'
import { queryCustomerValues } from '#contract/service/customer-values.ts'
import type { Call } from './harness.ts'
import { accountOf, companyOf, customerOf, LARGE, mobileOf, personName } from './members-data.ts'

type Unsigned = Omit<Call, 'headers'>
type Role = 'administrator' | 'sales'

/**
 * `isList`: held to the limit. The others aggregate every row, page far in or match a share of all rows: their work grows
 * with the data.
 */
export type Case = { what: string; isList: boolean; roles: readonly Role[]; calls: (members: number) => Unsigned[] }

const VARIED = 20
const both: readonly Role[] = ['sales', 'administrator']
const one: readonly Role[] = ['administrator']

type Endpoint = { method: 'GET' | 'POST'; path: string }
type InputOf = (n: number, members: number) => Record<string, unknown>

const callOf = ({ method, path }: Endpoint, input: Record<string, unknown>): Unsigned =>
  method === 'GET'
    ? { method, path: `${path}?${new URLSearchParams(input as Record<string, string>)}` }
    : { method, path, body: JSON.stringify(input) }

const read =
  (isList: boolean) =>
  (what: string, endpoint: Endpoint, roles: readonly Role[], inputOf: InputOf = () => ({})): Case => ({
    what,
    isList,
    roles,
    calls: (members) => Array.from({ length: VARIED }, (_, n) => callOf(endpoint, inputOf(n, members))),
  })
const list = read(true)
const sum = read(false)

const bigData = { subProduct: 'bigData', size: 20 }
const website = { subProduct: 'officialWebsite' }
const dayFromNow = (days: number) => addDays(dayOf(Date.now()), days)
/** A page at the same relative position in the list, whatever its length. */
const deep = (n: number, members: number) => ({
  current: Math.floor(((members / LARGE) * PAGES * (80 + n)) / 100) || 1,
})
/** Pages of 20 up to the paging limit of 100,000 rows, with some to spare. */
const PAGES = 4_900

export const cases: readonly Case[] = [
  list('账号列表', queryAccounts, both, (n) => ({ ...bigData, current: 1 + (n % 5) })),
  list('账号列表，按手机号', queryAccounts, both, (n, members) => ({ ...bigData, mobile: mobileOf(n, members) })),
  list('账号列表，按企业', queryAccounts, both, (n, members) => ({ ...bigData, enterprise: companyOf(n, members) })),
  list('账号列表，按到期日', queryAccounts, both, (n) => ({
    ...bigData,
    endFrom: dayFromNow(n),
    endTo: dayFromNow(n + 7),
    ascs: ['endsOn'],
  })),
  list('账号列表，即将到期', queryAccounts, both, (n) => ({ ...bigData, validity: 'expiring', current: 1 + (n % 3) })),
  list('客户列表', queryEnterprises, both, (n) => ({ size: 20, current: 1 + (n % 3) })),
  list('客户列表，按名称', queryEnterprises, both, (n, members) => ({ size: 20, name: companyOf(n, members) })),
  list('客户列表，30 天内到期', queryEnterprises, both, () => ({ size: 20, endsWithin: 30 })),
  list('一个客户的授权总览', getGrantMatrix, both, (n, members) => ({ enterpriseId: customerOf(n, members) })),
  list('授权变更记录', grantLedger.list, both, (n) => ({ ...bigData, current: 1 + (n % 5) })),
  list('授权变更记录，一个账号', grantLedger.list, both, (n, members) => ({
    ...bigData,
    accountId: accountOf(n, members),
  })),
  list('系统授权日志', queryGrantActs, one, (n) => ({ size: 20, current: 1 + (n % 5) })),
  list('账号日志，近 7 天', queryAccountLogs, both, (n) => ({ ...bigData, current: 1 + (n % 5) })),
  list('账号日志，一个账号 90 天', queryAccountLogs, both, (n, members) => ({
    ...bigData,
    accountId: accountOf(n, members),
    from: dayFromNow(-90),
    to: dayFromNow(0),
  })),
  list('试用注册列表', queryRegistrations, both, (n) => ({ size: 20, current: 1 + (n % 3) })),
  list('试用注册列表，按手机号', queryRegistrations, both, (n) => ({
    size: 20,
    mobile: String(16_000_000_000 + 7 * (n + 1)),
  })),
  list('异常账号列表', querySignals, both, (n) => ({ size: 20, current: 1 + (n % 2) })),
  sum('账号列表，按姓名的一部分', queryAccounts, both, (n) => ({ ...bigData, realName: personName(n * 37) })),
  sum('账号列表，按企业名的一部分', queryAccounts, both, (n) => ({ ...bigData, enterprise: `商贸${17 * (n + 1)}` })),
  sum('客户列表，按名称的一部分', queryEnterprises, both, (n) => ({ size: 20, name: `商贸${17 * (n + 1)}` })),
  sum('试用注册列表，按公司名的一部分', queryRegistrations, both, (n) => ({
    size: 20,
    company: `公司${17 * (n + 1)}`,
  })),
  sum('按价值看客户，按流失风险', queryCustomerValues, one, (n) => ({ size: 14, current: 1 + (n % 3) })),
  sum('账号列表，很后的页', queryAccounts, one, (n, members) => ({ ...bigData, ...deep(n, members) })),
  sum('大数据看板的数字', boardCalls[1].hint, both),
  sum('大数据看板的账号', boardCalls[1].rows, both, () => ({ size: 20 })),
  sum('官网看板的数字', boardCalls[2].hint, both),
  sum('APP 看板的数字', boardCalls[4].hint, both),
  sum('雷达的数字', radarCalls.hint, both),
  sum('雷达的账号', radarCalls.rows, both, () => ({ size: 20 })),
  sum('首页当日数字', getDayFigures, both),
  sum('访问统计，每日合计 7 天', getVisits, one, () => ({ ...website, from: dayFromNow(-6), to: dayFromNow(0) })),
  sum('访问统计，按模块与类型 7 天', countVisits, one, () => ({ ...website, from: dayFromNow(-6), to: dayFromNow(0) })),
  sum('访问统计，会员排行 7 天', queryVisitors, one, () => ({
    ...website,
    size: 20,
    from: dayFromNow(-6),
    to: dayFromNow(0),
  })),
]
