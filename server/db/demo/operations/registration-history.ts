// Registrations of the year before those of members/registrations.ts, for the registration statistics: more each season,
// most in office hours, all of them closed. Members of that time who came by a registration have theirs.

import { sql } from 'drizzle-orm'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Tx } from '../../connection.ts'
import { isoMoment } from '../../schema/columns.ts'
import { registrationSteps, registrations } from '../../schema/members/registrations.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import { companyName } from '../members/customers-names.ts'
import { drawName } from '../names.ts'
import { isLongThere } from '../organisation/tenure.ts'
import { type Chance, createChance } from '../random.ts'

const SEED = 20_260_801
/** Days before today on which they begin and end. */
const BEGIN = 400
const END = 60
const INVALID = 340
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Numbers of companies and mobiles that nobody else in the demo has. */
const FIRST_NUMBER = 70_000
const FIRST_MOBILE = 8_500_000

const hours = [8, 9, 9, 9, 10, 10, 10, 10, 11, 11, 13, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 18, 20, 21, 22]
const places = [
  ['上海市', '上海'],
  ['上海市', '上海'],
  ['江苏省', '苏州'],
  ['江苏省', '无锡'],
  ['浙江省', '杭州'],
  ['山东省', '青岛'],
  ['河北省', '唐山'],
  ['广东省', '佛山'],
  ['湖北省', '武汉'],
  ['', '天津'],
] as const
const called = ['已电话沟通，近期没有采购计划', '联系上，已发送资料', '无人接听，三次未联系上', '客户已有同类数据']
const invalid = ['号码有误', '无法接通', '重复提交', '竞争同行', '没有需求', '个人学习']

type Owner = { id: string; userName: string }
type Member = Owner & {
  memberId: string
  enterpriseId: string
  company: string
  contact: string
  mobile: string
  email: string
  province: string
  subProduct: SubProductKey
  at: string
}
type Planned = {
  row: typeof registrations.$inferInsert
  steps: Omit<typeof registrationSteps.$inferInsert, 'registrationId'>[]
}

const text = (ms: number) => new Date(ms).toISOString()

/** Adds nothing where there are registrations of that time. */
export async function addRegistrationHistory(tx: Tx, today: Date): Promise<void> {
  const isThere = sql`${registrations.createdAt} < now() - make_interval(days => ${END + 5})`
  if ((await tx.$count(registrations, isThere)) > 0) return
  const owners = await readOwners(tx, today)
  if (owners.length === 0) return
  const chance = createChance(SEED)
  const days = createDays(today)
  const all = [
    ...(await readMembers(tx)).map((member) => becameMember(chance, member)),
    ...Array.from({ length: INVALID }, (_, at) => stayedOut(chance, days, { at, owner: chance.pick(owners) })),
  ].toSorted((one, other) => Date.parse(one.row.createdAt as string) - Date.parse(other.row.createdAt as string))
  const ids = await insertRows(
    tx,
    registrations,
    all.map(({ row }) => row),
  )
  await insertRows(
    tx,
    registrationSteps,
    all.flatMap(({ steps }, at) => steps.map((step) => ({ registrationId: ids[at] ?? '', ...step }))),
  )
}

/** Those who were there when these registrations came. */
async function readOwners(tx: Tx, today: Date): Promise<Owner[]> {
  const { rows } = await tx.execute<Owner>(sql`select distinct u.id::text as id, u.user_name as "userName"
    from users u join enterprises e on e.owner_id = u.id
    where ${isLongThere(today)} order by 1`)
  return rows
}

async function readMembers(tx: Tx): Promise<Member[]> {
  const { rows } = await tx.execute<Member>(sql`select distinct on (m.id) m.id::text as "memberId",
      e.id::text as "enterpriseId", e.name as company, m.real_name as contact, m.mobile, m.email,
      coalesce(p.name, '') as province, a.sub_product as "subProduct", u.id::text as id, u.user_name as "userName",
      first.at::text as at
    from members m join enterprises e on e.id = m.enterprise_id join users u on u.id = m.owner_id
      join member_accounts a on a.member_id = m.id
      join lateral (select min(c.at) as at from grant_changes c where c.account_id = a.id) first on first.at is not null
      left join regions d on d.id = e.region_id left join regions c on c.id = d.parent_id left join regions p on p.id = c.parent_id
    where m.source = 'registration' and m.main_id is null
      and first.at between now() - make_interval(days => ${BEGIN}) and now() - make_interval(days => ${END})
      and not exists (select from registrations r where r.member_id = m.id)
    order by m.id, first.at`)
  return rows
}

/** Minutes to the first contact: most within hours, some only after days. */
const waitOf = (chance: Chance) =>
  chance.happens(0.7)
    ? chance.between(4, 300)
    : chance.happens(0.8)
      ? chance.between(300, DAY_MINUTES)
      : 3 * DAY_MINUTES

function becameMember(chance: Chance, { id, userName, at, ...member }: Member): Planned {
  const grantedMs = Date.parse(isoMoment(at))
  const trialAfter = chance.between(60, 5 * DAY_MINUTES) * MINUTE_MS
  const contactMs = grantedMs - trialAfter
  const createdMs = contactMs - waitOf(chance) * MINUTE_MS
  const by = { actorId: id, actorName: userName }
  return {
    row: {
      ...member,
      remark: '',
      address: '203.0.113.41',
      source: chance.happens(0.4) ? 'open' : 'page',
      state: 'granted',
      ownerId: id,
      createdAt: text(createdMs),
      firstContactAt: text(contactMs),
      closedAt: text(grantedMs),
      updatedAt: text(grantedMs),
    },
    steps: [
      { at: text(contactMs), action: 'contact', remark: '已电话沟通，约定试用', ...by },
      { at: text(grantedMs), action: 'grant', remark: '', ...by },
    ],
  }
}

/** A day of the time, later ones more often; weekends seldom. */
function drawDay(chance: Chance, days: Days): string {
  const ago = Math.min(chance.between(END + 1, BEGIN), chance.between(END + 1, BEGIN))
  const day = days.day(-ago)
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return isWeekend && chance.happens(0.7) ? days.day(-ago - 2) : day
}

function stayedOut(chance: Chance, days: Days, { at, owner }: { at: number; owner: Owner }): Planned {
  const [province, city] = chance.pick(places)
  const time = `${String(chance.pick(hours)).padStart(2, '0')}:${String(chance.between(0, 59)).padStart(2, '0')}`
  const createdMs = Date.parse(`${drawDay(chance, days)}T${time}:00+08:00`)
  const contactMs = chance.happens(0.8) ? createdMs + waitOf(chance) * MINUTE_MS : null
  const closedMs = (contactMs ?? createdMs) + chance.between(30, 2 * DAY_MINUTES) * MINUTE_MS
  const by = { actorId: owner.id, actorName: owner.userName }
  return {
    row: {
      company: companyName(FIRST_NUMBER + at, city).name,
      contact: drawName(chance).realName,
      mobile: `1001${FIRST_MOBILE + at}`,
      email: '',
      subProduct: chance.pick(subProducts.slice(0, 10)).key,
      province,
      remark: '',
      address: `198.51.100.${chance.between(1, 254)}`,
      // every twentieth asked AI 问答 first
      source: at % 20 === 7 ? 'aiWeb' : chance.happens(0.35) ? 'open' : 'page',
      state: 'invalid',
      ownerId: owner.id,
      enterpriseId: null,
      memberId: null,
      firstContactAt: contactMs === null ? null : text(contactMs),
      closedAt: text(closedMs),
      createdAt: text(createdMs),
      updatedAt: text(closedMs),
    },
    steps: [
      ...(contactMs === null ? [] : [{ at: text(contactMs), action: 'contact', remark: chance.pick(called), ...by }]),
      { at: text(closedMs), action: 'invalid', remark: chance.pick(invalid), ...by },
    ],
  }
}
