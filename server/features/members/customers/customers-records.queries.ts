// Figures of customers, and the history of one: grants, owners, registrations and changes of its data.
import { type SQL, sql } from 'drizzle-orm'
import type { ServiceRecord } from '#contract/members/customers.ts'
import {
  type GrantVia,
  grantViaLabels,
  type RegistrationState,
  registrationStateLabels,
} from '#contract/members/members.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { grantActs, grantChanges } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { isCounted } from './customers.queries.ts'

/** Most regions and owners in the figures. */
const TOP = 10
/** Most records of each kind, newest first. */
const RECORDS_MAX = 100

type Counted = { id: string; name: string; count: number }

export async function figuresOf(db: Db, viewer: Viewer) {
  const ofScope = salesScope(viewer, enterprises.ownerId)
  const counted = (figure: keyof typeof isCounted) => sql`count(*) filter (where ${isCounted[figure]})::int`
  const sums = db.execute<Record<'total' | 'newThisMonth' | 'withMembers' | 'live' | 'expiring' | 'pooled', number>>(
    sql`select count(*)::int as total,
        count(*) filter (where ${enterprises.createdAt} >= date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')::int as "newThisMonth",
        ${counted('withMembers')} as "withMembers", ${counted('live')} as live, ${counted('expiring')} as expiring,
        ${counted('pooled')} as pooled
      from ${enterprises} where ${ofScope}`,
  )
  const levels = db.execute<{ level: 'A' | 'B' | 'C'; count: number }>(
    sql`select ${enterprises.level} as level, count(*)::int as count from ${enterprises} where ${ofScope} group by 1 order by 1`,
  )
  const byRegion = db.execute<Counted>(
    sql`select coalesce(p.id, c.id, r.id)::text as id, coalesce(p.name, c.name, r.name) as name, count(*)::int as count
      from ${enterprises} join ${regions} r on r.id = ${enterprises.regionId}
        left join ${regions} c on c.id = r.parent_id left join ${regions} p on p.id = c.parent_id
      where ${ofScope} group by 1, 2 order by count desc, name, 1 limit ${TOP}`,
  )
  const byOwner = db.execute<Counted>(
    sql`select u.id::text as id, u.real_name as name, count(*)::int as count from ${enterprises}
      join ${users} u on u.id = ${enterprises.ownerId} where ${ofScope} group by u.id order by count desc, name, u.id limit ${TOP}`,
  )
  const [sum, level, region, owner] = await Promise.all([sums, levels, byRegion, byOwner])
  const none = { total: 0, newThisMonth: 0, withMembers: 0, live: 0, expiring: 0, pooled: 0 }
  return { ...(sum.rows[0] ?? none), levels: level.rows, regions: region.rows, owners: owner.rows }
}

const at = (column: SQL) => sql`to_json(${column}) #>> '{}'`

async function grantRecords(db: Db, viewer: Viewer, enterpriseId: string): Promise<ServiceRecord[]> {
  const { rows } = await db.execute<{
    id: string
    at: string
    via: GrantVia
    reason: string
    actor: string
    count: number
    keys: SubProductKey[]
  }>(sql`select g.id::text as id, ${at(sql`g.at`)} as at, g.via, g.reason, coalesce(u.real_name, g.actor_name) as actor, count(*)::int as count,
      array_agg(distinct c.sub_product) as keys
    from ${grantChanges} c join ${grantActs} g on g.id = c.act_id join ${memberAccounts} a on a.id = c.account_id
      join ${members} m on m.id = a.member_id left join ${users} u on u.id = g.actor_id
    where m.enterprise_id = ${enterpriseId} and ${salesScope(viewer, sql`m.owner_id`)}
    group by g.id, u.id order by g.id desc limit ${RECORDS_MAX}`)
  return rows.map(({ id, at: moment, via, reason, actor, count, keys }) => ({
    id: `G${id}`,
    at: moment,
    kind: 'grant',
    title: grantViaLabels[via],
    text: `${count} 项授权 · ${keys.map((key) => subProductOf(key).title).join('、')}`,
    reason,
    actorName: actor,
  }))
}

async function ownerRecords(db: Db, viewer: Viewer, enterpriseId: string): Promise<ServiceRecord[]> {
  const { rows } = await db.execute<{
    id: string
    at: string
    name: string | null
    from: string | null
    to: string | null
    reason: string
    actor: string
  }>(sql`select o.id::text as id, ${at(sql`o.at`)} as at, m.login_name as name, f.real_name as from, t.real_name as to,
      o.reason, coalesce(u.real_name, o.actor_name) as actor
    from ${ownerChanges} o left join ${members} m on o.target = 'member' and m.id = o.target_id
      left join ${users} f on f.id = o.from_id left join ${users} t on t.id = o.to_id
      left join ${users} u on u.id = o.actor_id
    where (o.target = 'enterprise' and o.target_id = ${enterpriseId})
      or (m.enterprise_id = ${enterpriseId} and ${salesScope(viewer, sql`m.owner_id`)})
    order by o.id desc limit ${RECORDS_MAX}`)
  return rows.map(({ id, at: moment, name, from, to, reason, actor }) => ({
    id: `O${id}`,
    at: moment,
    kind: 'owner',
    title: name === null ? '客户归属变更' : `会员 ${name} 归属变更`,
    text: `${from ?? '公海'} → ${to ?? '公海'}`,
    reason,
    actorName: actor,
  }))
}

async function registrationRecords(db: Db, viewer: Viewer, enterpriseId: string): Promise<ServiceRecord[]> {
  const { rows } = await db.execute<{
    id: string
    at: string
    contact: string
    key: SubProductKey
    state: RegistrationState
    remark: string
    owner: string
  }>(sql`select r.id::text as id, ${at(sql`r.created_at`)} as at, r.contact, r.sub_product as key, r.state, r.remark,
      coalesce(u.real_name, '') as owner
    from ${registrations} r left join ${users} u on u.id = r.owner_id
    where r.enterprise_id = ${enterpriseId} and ${salesScope(viewer, sql`r.owner_id`)}
    order by r.id desc limit ${RECORDS_MAX}`)
  return rows.map(({ id, at: moment, contact, key, state, remark, owner }) => ({
    id: `R${id}`,
    at: moment,
    kind: 'registration',
    title: `试用注册（${registrationStateLabels[state]}）`,
    text: `${contact} 申请试用${subProductOf(key).title}`,
    reason: remark,
    actorName: owner,
  }))
}

const editLabels: Readonly<Record<string, string>> = {
  'enterprise.add': '新增客户',
  'enterprise.edit': '修改资料',
  'enterprise.setMap': '设置地图位置',
  'enterprise.link': '关联会员',
  'contact.add': '新增联系人',
  'contact.edit': '修改联系人',
  'contact.delete': '删除联系人',
  'contact.leave': '联系人离职',
  'contact.return': '联系人恢复在职',
  'contact.merge': '合并联系人',
}
const fieldLabels: Readonly<Record<string, string>> = {
  name: '名称',
  creditCode: '信用代码',
  level: '级别',
  industry: '行业',
  regionId: '地区',
  address: '地址',
  remark: '备注',
  longitude: '经度',
  latitude: '纬度',
}

type Fields = Record<string, unknown> | null

/** A contact by name, a change of the customer by the changed fields. */
function changedText(action: string, before: Fields, after: Fields): string {
  if (action.startsWith('contact.')) return String((after ?? before)?.name ?? '')
  if (action === 'enterprise.add') return String(after?.name ?? '')
  return Object.keys(after ?? {})
    .flatMap((key) => fieldLabels[key] ?? [])
    .join('、')
}

async function editRecords(db: Db, enterpriseId: string): Promise<ServiceRecord[]> {
  const { rows } = await db.execute<{
    id: string
    at: string
    action: string
    before: Fields
    after: Fields
    actor: string
  }>(sql`select l.id::text as id, ${at(sql`l.at`)} as at, l.action, l.before, l.after, coalesce(u.real_name, l.actor_name) as actor
    from ${auditLog} l left join ${users} u on u.id = l.actor_id
    where l.target_type = 'enterprise' and l.target_id = ${enterpriseId}
      and l.action in (${sql.join(
        Object.keys(editLabels).map((action) => sql`${action}`),
        sql`, `,
      )})
    order by l.id desc limit ${RECORDS_MAX}`)
  return rows.map(({ id, at: moment, action, before, after, actor }) => ({
    id: `E${id}`,
    at: moment,
    kind: 'edit',
    title: editLabels[action] ?? action,
    text: changedText(action, before, after),
    reason: '',
    actorName: actor,
  }))
}

/** Newest first. Callers check the scope of the enterprise; members and registrations are limited to the viewer's. */
export async function recordsOf(
  db: Db,
  viewer: Viewer,
  enterpriseId: string,
  kind: ServiceRecord['kind'] | undefined,
): Promise<ServiceRecord[]> {
  const sources = {
    grant: () => grantRecords(db, viewer, enterpriseId),
    owner: () => ownerRecords(db, viewer, enterpriseId),
    registration: () => registrationRecords(db, viewer, enterpriseId),
    edit: () => editRecords(db, enterpriseId),
  }
  const wanted = kind ? [sources[kind]] : Object.values(sources)
  const found = await Promise.all(wanted.map((read) => read()))
  return found
    .flat()
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, RECORDS_MAX)
}
