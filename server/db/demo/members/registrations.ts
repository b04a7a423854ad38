// Trials that people applied for at the demo company in the last 60 days, what was done about each, and who gets those of a
// province. Those that were granted became members of the customers.
import { sql } from 'drizzle-orm'
import type { RegistrationState } from '#contract/members/members.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Tx } from '../../connection.ts'
import { registrationRules, registrationSteps, registrations } from '../../schema/members/registrations.ts'
import { drawName } from '../names.ts'
import { type Chance, createChance } from '../random.ts'
import { createDays, type Days } from './customers-days.ts'
import { companyName, customerMobile } from './customers-names.ts'
import { type Catalogue, departmentOf, type Owner } from './customers-plan.ts'

const SEED = 20_260_303
const WINDOW_DAYS = 60
const OTHERS = 90
/** Numbers of companies and mobiles that no customer has. */
const FIRST_NUMBER = 60_000
const FIRST_MOBILE = 8_000_000
const HOUR_MS = 3_600_000

const ruled = [
  '上海市',
  '江苏省',
  '浙江省',
  '山东省',
  '北京市',
  '河北省',
  '天津市',
  '广东省',
  '湖北省',
  '四川省',
  '陕西省',
]
const requests = [
  '想了解螺纹钢价格数据',
  '采购部门试用',
  '对比供应商数据',
  '研究所写报告用',
  '朋友推荐',
  '需要接口对接',
  '',
]
const called = [
  '已电话沟通，约下周演示',
  '客户要求发报价单',
  '联系上，需内部讨论',
  '已加微信，发送资料',
  '无人接听，改日再联系',
]
const invalid = ['号码有误', '无法接通', '重复提交', '竞争同行', '没有需求', '个人学习']

type Planned = {
  row: typeof registrations.$inferInsert
  steps: Omit<typeof registrationSteps.$inferInsert, 'registrationId'>[]
}
type Member = {
  id: string
  enterpriseId: string
  company: string
  contact: string
  mobile: string
  email: string
  province: string
  subProduct: SubProductKey
  ownerId: string | null
  at: string
}

/** Adds nothing where it has been before. */
export async function addRegistrations(tx: Tx, today: Date, catalogue: Catalogue): Promise<void> {
  const isThere = sql`${registrations.mobile} like '10008%'`
  if ((await tx.select({ id: registrations.id }).from(registrations).where(isThere).limit(1)).length > 0) return
  const days = createDays(today)
  const chance = createChance(SEED)
  const rules = await addRules(tx, chance, catalogue.owners)
  if (catalogue.owners.length === 0) return
  const granted = (await readMembers(tx)).map((member) => grantedOne(chance, member, catalogue.owners))
  const others = Array.from({ length: OTHERS }, (_, at) => openOne(chance, days, { at, catalogue, rules }))
  const all = [...granted, ...others].toSorted(
    (one, other) => Date.parse(one.row.createdAt as string) - Date.parse(other.row.createdAt as string),
  )
  const ids = await insertRows(
    tx,
    registrations,
    all.map(({ row }) => row),
  )
  const steps = all.flatMap((planned, at) => planned.steps.map((step) => ({ registrationId: ids[at] ?? '', ...step })))
  await insertRows(
    tx,
    registrationSteps,
    steps.toSorted((one, other) => Date.parse(one.at as string) - Date.parse(other.at as string)),
  )
}

async function addRules(tx: Tx, chance: Chance, owners: readonly Owner[]): Promise<ReadonlyMap<string, Owner>> {
  const chosen = ruled.flatMap((province) => {
    const local = owners.filter(({ department }) => department === departmentOf(province))
    return local.length > 0 ? [[province, chance.pick(local)] as const] : []
  })
  if (chosen.length > 0) {
    await tx
      .insert(registrationRules)
      .values(chosen.map(([province, owner]) => ({ province, ownerId: owner.id })))
      .onConflictDoNothing()
  }
  return new Map(chosen)
}

/** Members who came by a registration in this period. */
async function readMembers(tx: Tx): Promise<Member[]> {
  const { rows } = await tx.execute<Member>(sql`select distinct on (m.id) m.id::text, e.id::text as "enterpriseId",
      e.name as company, m.real_name as contact, m.mobile, m.email, coalesce(p.name, '') as province,
      a.sub_product as "subProduct", m.owner_id::text as "ownerId", to_char(m.created_at, 'YYYY-MM-DD"T"HH24:MI:SSOF') || ':00' as at
    from members m join enterprises e on e.id = m.enterprise_id join member_accounts a on a.member_id = m.id
      left join regions d on d.id = e.region_id left join regions c on c.id = d.parent_id left join regions p on p.id = c.parent_id
    where m.source = 'registration' and m.created_at > now() - make_interval(days => ${WINDOW_DAYS - 3})
      and a.starts_on is not null
    order by m.id, a.id limit 45`)
  return rows
}

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

function grantedOne(chance: Chance, { at, ownerId, id, ...member }: Member, owners: readonly Owner[]): Planned {
  const owner = owners.find((each) => each.id === ownerId) ?? chance.pick(owners)
  const by = { actorId: owner.id, actorName: owner.userName }
  const createdAt = later(at, -chance.between(3, 60) * HOUR_MS)
  const firstContactAt = later(at, -chance.between(1, 2) * HOUR_MS)
  return {
    row: {
      ...member,
      remark: chance.pick(requests),
      address: '203.0.113.40',
      source: chance.happens(0.3) ? 'open' : 'page',
      state: 'granted',
      ownerId: owner.id,
      memberId: id,
      firstContactAt,
      closedAt: at,
      createdAt,
      updatedAt: at,
    },
    steps: [
      { at: firstContactAt, action: 'contact', remark: chance.pick(called), ...by },
      { at, action: 'grant', remark: '', ...by },
    ],
  }
}

/** The first ones came today and are unhandled; of the others some are still open. */
function stateOf(chance: Chance, at: number): RegistrationState {
  if (at < 11) return 'new'
  return chance.pick(['new', 'contacted', 'contacted', 'invalid', 'invalid', 'invalid'])
}

function openOne(
  chance: Chance,
  days: Days,
  { at, catalogue, rules }: { at: number; catalogue: Catalogue; rules: ReadonlyMap<string, Owner> },
): Planned {
  const place = chance.pick(catalogue.places)
  const state = stateOf(chance, at)
  const offset = at < 7 ? 0 : -chance.between(1, state === 'new' ? 6 : WINDOW_DAYS - 1)
  const createdAt = days.moment(chance, offset)
  const ruledOwner = rules.get(place.province) ?? (chance.happens(0.5) ? rules.get(chance.pick(ruled)) : undefined)
  const owner = ruledOwner ?? (state === 'new' ? undefined : chance.pick(catalogue.owners))
  const soon = (most: number) =>
    new Date(
      Math.min(Date.parse(later(createdAt, chance.between(1, most) * HOUR_MS)), days.now.getTime()),
    ).toISOString()
  const firstContactAt = state === 'contacted' || (state === 'invalid' && chance.happens(0.6)) ? soon(30) : null
  const closedAt = state === 'invalid' ? later(firstContactAt ?? createdAt, 30 * 60_000) : null
  const by = { actorId: owner?.id ?? null, actorName: owner?.userName ?? '' }
  const reason = chance.pick(invalid)
  return {
    row: {
      company: companyName(FIRST_NUMBER + at, place.city.replace(/市$/, '')).name,
      contact: drawName(chance).realName,
      mobile: customerMobileOf(at),
      email: '',
      subProduct: chance.pick(subProducts.slice(0, 10)).key,
      province: chance.happens(0.85) ? place.province : '',
      remark: chance.pick(requests),
      address: `198.51.100.${chance.between(1, 254)}`,
      source: chance.happens(0.35) ? 'open' : 'page',
      state,
      ownerId: owner?.id ?? null,
      enterpriseId: null,
      memberId: null,
      firstContactAt,
      closedAt,
      createdAt,
      updatedAt: closedAt ?? firstContactAt ?? createdAt,
    },
    steps: [
      ...(firstContactAt ? [{ at: firstContactAt, action: 'contact', remark: chance.pick(called), ...by }] : []),
      ...(closedAt ? [{ at: closedAt, action: 'invalid', remark: reason, ...by }] : []),
    ],
  }
}

/** `10008` and the place: the mark by which these rows are known. */
const customerMobileOf = (at: number) => `10008${customerMobile(FIRST_MOBILE + at).slice(5)}`
