// The demo company's customers, as many at a time as a scale of 1 has: read what they refer to, plan, store.

import { sql } from 'drizzle-orm'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Tx } from '../../connection.ts'
import { enterpriseContacts, enterprises, members, ownerChanges } from '../../schema/members/members.ts'
import { placeIn } from '../city-places.ts'
import { isLongThere } from '../organisation/tenure.ts'
import { type Chance, createChance } from '../random.ts'
import { addAccountLogs } from './account-logs.ts'
import { createDays, type Days } from './customers-days.ts'
import { contactRoleOf, customerMobile } from './customers-names.ts'
import { type Catalogue, type Owner, type Place, type PlannedEnterprise, planEnterprise } from './customers-plan.ts'
import { addGrantPresets, addGrants } from './grants.ts'
import { addMembers } from './members.ts'
import { addOrders } from './orders.ts'
import { addPartners } from './partners.ts'
import { addRegistrations } from './registrations.ts'

const SEED = 20_260_301
const ENTERPRISES = 500
const MEMBERS = 2_000
/** The larger the scale, the more of them; names and numbers last so far. */
const SCALE_MAX = 120

export type CustomerOptions = { scale: number; today: Date; passwordHash: string }

/** Adds what is missing; a larger scale adds the rest. */
export async function addCustomers(tx: Tx, { scale, today, passwordHash }: CustomerOptions): Promise<void> {
  const catalogue = await readCatalogue(tx, today)
  if (catalogue.products.size === 0 || catalogue.places.length === 0) return
  const days = createDays(today)
  for (let round = 0; round < Math.min(scale, SCALE_MAX); round++) {
    if (await isThere(tx, round)) continue
    const chance = createChance(SEED + round)
    const planned = plan(chance, days, catalogue, round)
    const enterpriseIds = await addEnterprises(tx, days, chance, planned)
    const accounts = await addMembers(tx, days, { planned, enterpriseIds, passwordHash })
    await addGrants(tx, chance, planned, accounts, catalogue.owners)
    await addAccountLogs(tx, days, chance, planned, accounts)
    await addOwnerChanges(tx, days, chance, { planned, enterpriseIds, owners: catalogue.owners })
  }
  await addGrantPresets(tx, catalogue.products)
  await addRegistrations(tx, today, catalogue)
  await addOrders(tx, today)
  await addPartners(tx, today, catalogue)
}

/** Each round has a member of its own number first. */
async function isThere(tx: Tx, round: number): Promise<boolean> {
  const [found] = await tx
    .select({ id: members.id })
    .from(members)
    .where(sql`${members.mobile} = ${customerMobile(round * MEMBERS)}`)
    .limit(1)
  return found !== undefined
}

/** Owners have been there for a while: customers were not given to who came lately. */
async function readCatalogue(tx: Tx, today: Date): Promise<Catalogue> {
  const places = await tx.execute<Place>(sql`select d.id::text, d.name, c.name as city, p.name as province, c.code
    from regions d join regions c on c.id = d.parent_id join regions p on p.id = c.parent_id
    where d.level = 3 and c.code <> '' and c.name like '%市' order by d.id`)
  const products = await tx.execute<{ id: string; sector: string }>(sql`select p.id::text, one.name as sector
    from products p join categories two on two.id = p.category_id join categories one on one.id = two.parent_id
    where p.is_show and p.code not like '%-%' order by p.id`)
  const owners = await tx.execute<Owner>(sql`select u.id::text, u.user_name as "userName", d.name as department
    from users u join roles r on r.id = u.role_id join departments d on d.id = u.dept_id
    where r.code in ('sales', 'customerService') and u.email like '%@staff.example.com' and u.status = 'enabled'
      and u.deleted_at is null and ${isLongThere(today)} order by u.id`)
  const bySector = Map.groupBy(products.rows, ({ sector }) => sector)
  return {
    places: places.rows,
    products: new Map([...bySector].map(([sector, rows]) => [sector, rows.map(({ id }) => id)])),
    owners: owners.rows,
  }
}

/** Everybody has one person who signs in; the others are spread, and the larger customers have more of them. */
function plan(chance: Chance, days: Days, catalogue: Catalogue, round: number): PlannedEnterprise[] {
  const people = new Array<number>(ENTERPRISES).fill(1)
  for (let rest = MEMBERS - ENTERPRISES; rest > 0; rest--) {
    const at = Math.min(chance.between(0, ENTERPRISES - 1), chance.between(0, ENTERPRISES * 2))
    people[at] = (people[at] ?? 0) + 1
  }
  let firstMember = round * MEMBERS
  return people.map((count, at) => {
    const own = { number: round * ENTERPRISES + at, people: count, firstMember }
    firstMember += count
    return planEnterprise(chance, days, catalogue, own)
  })
}

async function addEnterprises(
  tx: Tx,
  days: Days,
  chance: Chance,
  planned: readonly PlannedEnterprise[],
): Promise<string[]> {
  const offset = () => chance.between(-1_000, 1_000) / 1_000
  const ids = await insertRows(
    tx,
    enterprises,
    planned.map((one) => {
      const at = days.moment(chance, one.createdOn)
      const place = chance.happens(0.4) ? placeIn(one.place.city, [offset(), offset()]) : null
      return {
        name: one.name,
        creditCode: one.creditCode,
        industry: one.industry,
        regionId: one.place.id,
        address: one.address,
        level: one.level,
        source: one.source,
        ownerId: one.owner?.id ?? null,
        longitude: place?.[0] ?? null,
        latitude: place?.[1] ?? null,
        remark: chance.happens(0.1)
          ? chance.pick(['重点客户，每季度拜访', '价格敏感，续签前提前沟通', '集团客户，多部门使用'])
          : '',
        createdAt: at,
        updatedAt: at,
      }
    }),
  )
  await insertRows(
    tx,
    enterpriseContacts,
    planned.flatMap(({ contacts }, at) =>
      contacts.map((contact, place) => ({
        enterpriseId: ids[at] ?? '',
        ...contact,
        isMain: place === 0,
        role: contactRoleOf(contact.position),
        wechat: at % 3 === place ? `wx_${contact.mobile.slice(-6)}` : '',
      })),
    ),
  )
  return ids
}

/** Some came from another salesperson, with those who sign in for them. */
async function addOwnerChanges(
  tx: Tx,
  days: Days,
  chance: Chance,
  {
    planned,
    enterpriseIds,
    owners,
  }: { planned: readonly PlannedEnterprise[]; enterpriseIds: string[]; owners: readonly Owner[] },
): Promise<void> {
  if (owners.length === 0) return
  const moved = planned.flatMap(({ owner, number }, at) => {
    if (!owner || !chance.happens(0.1)) return []
    const from = chance.happens(0.4) ? null : chance.pick(owners)
    if (from?.id === owner.id) return []
    return [
      {
        at: days.moment(chance, -chance.between(1, 180)),
        target: 'enterprise' as const,
        targetId: enterpriseIds[at] ?? '',
        fromId: from?.id ?? null,
        toId: owner.id,
        reason: from ? chance.pick(['员工离职交接', '区域调整', '客户要求更换客户经理']) : '公海领取',
        actorName: 'admin',
        requestId: `demo-${number}`,
      },
    ]
  })
  await insertRows(
    tx,
    ownerChanges,
    moved.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  )
  await tx.execute(sql`insert into ${ownerChanges} (at, target, target_id, from_id, to_id, reason, actor_name, request_id)
    select c.at, 'member', m.id, c.from_id, c.to_id, c.reason, c.actor_name, c.request_id
    from ${ownerChanges} c join ${members} m on m.enterprise_id = c.target_id
    where c.target = 'enterprise' and c.request_id = any(${sql.param(moved.map(({ requestId }) => requestId))}::text[])
    order by c.id, m.id`)
}
