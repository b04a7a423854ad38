// Activity of the demo company's customers in the sub-products in the last 60 days, with its suspicious cases.

import { sql } from 'drizzle-orm'
import { daysBetween } from '#contract/days.ts'
import { type AccountLogKind, accountModules, signalKinds } from '#contract/members/members.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { idArray } from '#server/db/ids.ts'
import type { Tx } from '../../connection.ts'
import { accountLogs, accountSignals } from '../../schema/members/account-logs.ts'
import { memberAccounts, members } from '../../schema/members/members.ts'
import type { Chance } from '../random.ts'
import type { Days } from './customers-days.ts'
import type { PlannedAccount, PlannedEnterprise } from './customers-plan.ts'

const WINDOW_DAYS = 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Log = typeof accountLogs.$inferInsert

const devices = [
  'Chrome · Windows 11',
  'Edge · Windows 10',
  'Safari · macOS',
  'Android 手机',
  'iPhone',
  '鸿蒙手机',
  'iPad',
]
const kinds: readonly AccountLogKind[] = ['view', 'view', 'view', 'view', 'search', 'search', 'download', 'export']
const modules = Object.values(accountModules)
const details: Readonly<Partial<Record<AccountLogKind, readonly string[]>>> = {
  view: [
    '螺纹钢 HRB400E 日报',
    '今日价格汇总',
    '热轧卷板走势',
    '电解铜升贴水',
    '原油早评',
    '周度库存报告',
    '港口煤价',
    '行业要闻',
  ],
  search: ['螺纹钢', '热卷', '电解铜', '动力煤', '纯苯', '玉米', '碳酸锂', '库存'],
  download: ['周度供需报告.pdf', '月度价格数据.xlsx', '进出口数据.xlsx', '年度展望.pdf'],
  export: ['近三月价格', '近一年均价', '自选品种日报价'],
  failed: ['密码错误', '账号已过期'],
}

/** Ranges of documentation (RFC 5737): nobody's. */
const networks = ['203.0.113', '198.51.100', '192.0.2']
const drawAddress = (chance: Chance) => `${chance.pick(networks)}.${chance.between(1, 254)}`

/** A visit: signing in, some pages, at times signing out. */
function visit(
  chance: Chance,
  days: Days,
  offset: number,
  own: Pick<Log, 'accountId' | 'subProduct'>,
  from: { address: string; device: string },
): Log[] {
  let at = Math.min(Date.parse(days.moment(chance, offset)), days.now.getTime() - HOUR_MS)
  const log = (kind: AccountLogKind, module: string, seconds: number | null): Log => {
    const moment = new Date(Math.min(at, days.now.getTime())).toISOString()
    at += chance.between(20, 400) * 1_000
    const detail = details[kind]
    return { at: moment, ...own, kind, module, detail: detail ? chance.pick(detail) : '', ...from, seconds }
  }
  if (chance.happens(0.06)) return [log('failed', '', null)]
  return [
    log('signIn', '', null),
    ...Array.from({ length: chance.between(1, 6) }, () => {
      const kind = chance.pick(kinds)
      return log(kind, chance.pick(modules), kind === 'view' ? chance.between(5, 600) : null)
    }),
    ...(chance.happens(0.4) ? [log('signOut', '', null)] : []),
  ]
}

export async function addAccountLogs(
  tx: Tx,
  days: Days,
  chance: Chance,
  planned: readonly PlannedEnterprise[],
  accountIds: ReadonlyMap<PlannedAccount, string>,
): Promise<void> {
  const today = days.day(0)
  const rows: Log[] = []
  /** Whole days on which an account could be used: it was opened, and its first grant had begun. */
  const usableDays = ({ openedOn, grants }: PlannedEnterprise['plans'][number]) => {
    const [begun = today] = grants.map(({ state }) => state.startsOn).toSorted()
    const [, since = today] = [begun, days.day(openedOn)].toSorted()
    return daysBetween(since, today) - 1
  }
  const watched: { accountId: string; subProduct: Log['subProduct']; subs: number }[] = []
  for (const plan of planned.flatMap(({ plans }) => plans)) {
    const last = plan.grants
      .filter(({ revokedAt }) => !revokedAt)
      .map(({ state }) => state.endsOn)
      .toSorted()
      .at(-1)
    const isLive = last !== undefined && last >= today
    for (const account of plan.accounts) {
      const accountId = accountIds.get(account) ?? ''
      const own = { accountId, subProduct: account.subProduct }
      // Some of those who could come stay away: they are silent on the boards.
      const comes = isLive ? chance.happens(0.85) : plan.grants.length > 0 && chance.happens(0.25)
      const usable = usableDays(plan)
      const least = isLive ? 0 : 25
      if (!comes || usable < least) continue
      // who shares an account has had it for a while
      if (isLive && usable > WINDOW_DAYS) watched.push({ ...own, subs: account.subQuota })
      const from = { address: drawAddress(chance), device: chance.pick(devices) }
      const most = Math.min(WINDOW_DAYS - 1, usable)
      for (let count = chance.between(1, 3); count > 0; count--) {
        const where = chance.happens(0.12) ? { ...from, address: drawAddress(chance) } : from
        rows.push(...visit(chance, days, -chance.between(least, most), own, where))
      }
    }
  }
  const seen = watched.filter((_, at) => at % 61 === 7).slice(0, 18)
  const signals = seen.map((account, at) => shared(chance, days, account, at))
  for (const signal of signals) rows.push(...signal.logs)
  await insertRows(
    tx,
    accountLogs,
    rows.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
  )
  await addSignals(tx, chance, signals)
  await describeLastSeen(tx, [...accountIds.values()])
}

type Shared = { accountId: string; isDevices: boolean; logs: Log[]; fromAt: string; toAt: string; isHandled: boolean }

/** One name used in many places within hours: somebody shares it. */
function shared(
  chance: Chance,
  days: Days,
  { accountId, subProduct }: Pick<Log, 'accountId' | 'subProduct'>,
  at: number,
): Shared {
  const isHandled = at % 3 === 2
  const isDevices = at % 4 === 3
  const endMs = days.now.getTime() - (isHandled ? chance.between(5, 30) * 24 : chance.between(1, 20)) * HOUR_MS
  const own = { address: drawAddress(chance), device: chance.pick(devices) }
  const logs = Array.from(
    { length: chance.between(9, 16) },
    (_, place): Log => ({
      at: new Date(endMs - place * 40 * MINUTE_MS).toISOString(),
      accountId,
      subProduct,
      kind: 'signIn',
      module: '',
      detail: '',
      address: isDevices ? own.address : drawAddress(chance),
      device: isDevices ? `${devices[place % devices.length]} #${place + 1}` : own.device,
      seconds: null,
    }),
  )
  return { accountId, isDevices, logs, fromAt: logs.at(-1)?.at ?? '', toAt: logs[0]?.at ?? '', isHandled }
}

async function addSignals(tx: Tx, chance: Chance, found: readonly Shared[]): Promise<void> {
  const [addresses, several] = signalKinds
  const rows = found.map(({ accountId, isDevices, logs, fromAt, toAt, isHandled }) => {
    const different = [...new Set(logs.map(({ address, device }) => (isDevices ? device : address) ?? ''))]
    return {
      accountId,
      kind: isDevices ? several : addresses,
      count: different.length,
      samples: different.slice(0, 5),
      fromAt,
      toAt,
      foundAt: toAt,
      handledAt: isHandled ? new Date(Date.parse(toAt) + 20 * HOUR_MS).toISOString() : null,
      remark: isHandled
        ? chance.pick(['已联系客户，同意增购账号', '客户出差所致，属正常使用', '已提醒客户，继续观察'])
        : '',
    }
  })
  await insertRows(tx, accountSignals, rows as (typeof accountSignals.$inferInsert)[])
  await tx.execute(sql`update ${accountSignals} s set handled_by = coalesce(m.owner_id, (select min(id) from users))
    from ${memberAccounts} a join ${members} m on m.id = a.member_id
    where a.id = s.account_id and s.handled_at is not null and s.handled_by is null`)
}

/** Accounts were last seen at their last log; before the window it is unknown. */
async function describeLastSeen(tx: Tx, ids: readonly string[]): Promise<void> {
  const some = sql`${idArray(ids)}`
  await tx.execute(sql`update ${memberAccounts} a set last_seen_at = l.at
    from (select account_id, max(at) as at from ${accountLogs} where account_id = any(${some}) and kind <> 'failed'
      group by account_id) l where a.id = l.account_id`)
  await tx.execute(sql`update ${members} m set last_seen_at = l.at
    from (select member_id, max(last_seen_at) as at from ${memberAccounts} where id = any(${some}) group by member_id) l
    where m.id = l.member_id and l.at is not null`)
}
