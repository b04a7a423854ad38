// Shares of the demo company's articles on WeChat, what was opened, and the trials that readers applied for.

import { sql } from 'drizzle-orm'
import { DAY_MS, dayOf } from '#contract/days.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { type ShareChannel, shareChannels } from '#contract/sharing/share-labels.ts'
import { subProducts } from '#contract/sub-products.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { idArray } from '#server/db/ids.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { registrationSteps, registrations } from '../../schema/members/registrations.ts'
import { shareDays, shareLeads, shares, shareVisits } from '../../schema/sharing.ts'
import { companyName } from '../members/customers-names.ts'
import { drawName } from '../names.ts'
import { isLongThere } from '../organisation/tenure.ts'
import { type Chance, createChance } from '../random.ts'

const SEED = 20_261_125
const SHARERS = 40
const SHARES = 400
const LEADS = 120
const LEADS_SEED = 20_261_128
/** Numbers of companies that nobody else has. */
const FIRST_NUMBER = 70_000
const places = [
  ['上海市', '上海'],
  ['江苏省', '苏州'],
  ['浙江省', '宁波'],
  ['山东省', '青岛'],
  ['广东省', '佛山'],
  ['河北省', '唐山'],
] as const
const MINUTE_MS = 60_000
/** Shares are opened for so many days. */
const READ_DAYS = 9

type Sharer = { id: string }
type Article = { id: string; at: string }
type Share = typeof shares.$inferInsert & { createdAt: string }

/** Openings of a share, from and to. */
const reach: Record<ShareChannel, readonly [least: number, most: number]> = {
  friend: [2, 14],
  moments: [12, 70],
  group: [15, 95],
  wecom: [3, 30],
  poster: [4, 40],
  other: [0, 20],
}
const hosts = [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  'mp.weixin.qq.com',
  'mp.weixin.qq.com',
  'work.weixin.qq.com',
  'www.baidu.com',
]

/** The accounts for trying out the demo come first; nobody who came lately. */
async function sharersOf(tx: Tx, today: Date): Promise<Sharer[]> {
  const { rows } = await tx.execute<Sharer>(sql`select u.id::text from users u
    join roles r on r.id = u.role_id and r.code in ('sales', 'operations', 'newsEditor')
    where u.status = 'enabled' and not u.locked and u.deleted_at is null
      and ${isLongThere(today)}
    order by u.user_name in ('sales', 'operator', 'editor') desc, r.code = 'sales' desc, u.id limit ${SHARERS}`)
  return rows
}

/** Published for a day at least; one of them was taken down since. */
async function articlesOf(tx: Tx, today: Date): Promise<Article[]> {
  const { rows } = await tx.execute<Article>(sql`
    (select a.id::text, to_char(a.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from articles a
      where a.edition = 'zh' and a.published_id is not null
        and a.published_at between ${today.toISOString()}::timestamptz - interval '55 days'
          and ${today.toISOString()}::timestamptz - interval '1 day'
      order by a.published_at desc, a.id limit 150)
    union all
    (select a.id::text, to_char(a.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from articles a
      where a.edition = 'zh' and a.state = 'takenDown' and a.published_at is not null order by a.published_at desc, a.id limit 1)`)
  return rows
}

const codeOf = (chance: Chance) =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[chance.between(0, CODE_LETTERS.length - 1)]).join('')

function planShares(chance: Chance, sharers: readonly Sharer[], articles: readonly Article[], today: Date): Share[] {
  const places = new Set<string>()
  const planned: Share[] = []
  // some share more than others; few places are left where there are few articles
  for (let tries = SHARES * 10; tries > 0 && planned.length < SHARES; tries--) {
    const sharerId =
      sharers[Math.min(chance.between(0, sharers.length - 1), chance.between(0, sharers.length - 1))]?.id ?? ''
    const article = chance.pick(articles)
    const channel = chance.pick(shareChannels)
    const place = `${sharerId} ${article.id} ${channel}`
    if (places.has(place)) continue
    places.add(place)
    const at = Math.min(Date.parse(article.at) + chance.between(10, 900) * MINUTE_MS, today.getTime() - 60 * MINUTE_MS)
    const isEnded = chance.happens(0.1) && today.getTime() - at > READ_DAYS * DAY_MS
    planned.push({
      code: codeOf(chance),
      articleId: article.id,
      sharerId,
      channel,
      createdAt: new Date(at).toISOString(),
      endedAt: isEnded ? new Date(at + READ_DAYS * DAY_MS).toISOString() : null,
    })
  }
  return planned.toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
}

/** Most openings on the first days; some readers come back. */
function visitsOf(chance: Chance, shareId: string, { channel, createdAt }: Share, today: Date) {
  const opened = chance.between(...reach[channel])
  const visits: (typeof shareVisits.$inferInsert)[] = []
  for (let n = 0; n < opened; n++) {
    const late = Math.min(chance.between(0, READ_DAYS), chance.between(0, READ_DAYS)) * DAY_MS
    // people read by day
    const day = dayOf(Date.parse(createdAt) + late)
    const at = Date.parse(`${day}T07:00:00+08:00`) + chance.between(1, 930) * MINUTE_MS
    if (at < Date.parse(createdAt) || at > today.getTime() - MINUTE_MS) continue
    visits.push({
      shareId,
      visit: `demo-${shareId.padStart(8, '0')}-${String(n).padStart(6, '0')}`,
      day: dayOf(at),
      at: new Date(at).toISOString(),
      seconds: chance.between(4, 40) * chance.between(1, 6),
      visitor: `reader-${chance.between(1, Math.ceil(opened * 0.8))}`,
      host: chance.pick(hosts),
    })
  }
  return visits
}

/** The figures of each day, with WeChat's previews and a few bots beside the readers. */
const addDaysOf = (tx: Tx) =>
  tx.execute(sql`
    insert into ${shareDays} (share_id, day, opens, people, seconds, fetches, last_at)
      select share_id, day, count(*), count(distinct visitor), sum(seconds), count(*) + (share_id + count(*)) % 4, max(at)
        from ${shareVisits} group by share_id, day`)

/** The newest trials that the owners got after they had shared were applied for on a share. */
async function addLeads(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with fit as (
      select r.id, (r.created_at at time zone 'Asia/Shanghai')::date as day, (
          select s.id from ${shares} s where s.sharer_id = r.owner_id and s.created_at < r.created_at
            and (s.ended_at is null or s.ended_at > r.created_at)
            order by s.created_at desc limit 1) as share_id
        from ${registrations} r where r.source = 'page'),
    leads as (
      insert into ${shareLeads} (registration_id, share_id, day)
        select id, share_id, day from fit where share_id is not null order by id desc limit ${LEADS} returning registration_id)
    update ${registrations} set source = 'share' where id in (select registration_id from leads)`)
}

type Opening = { shareId: string; sharerId: string; at: string }

/** The rest applied for a trial minutes after they had opened a share, and were called or turned out to be none. */
async function addMoreLeads(tx: Tx, today: Date): Promise<void> {
  const missing = LEADS - (await tx.$count(shareLeads))
  const { rows: openings } = await tx.execute<Opening>(sql`
    select v.share_id::text as "shareId", s.sharer_id::text as "sharerId",
        to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from ${shareVisits} v join ${shares} s on s.id = v.share_id join users u on u.id = s.sharer_id
      join roles r on r.id = u.role_id and r.code = 'sales'
      where v.at < ${today.toISOString()}::timestamptz - interval '3 days' order by v.share_id, v.at, v.visit`)
  if (missing <= 0 || openings.length === 0) return
  const chance = createChance(LEADS_SEED)
  const chosen = Array.from({ length: missing }, () => chance.pick(openings))
  const applied = chosen.map(({ sharerId, at }, n): typeof registrations.$inferInsert => {
    const [province, city] = chance.pick(places)
    const after = (minutes: number) => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString()
    const [createdAt, firstContactAt] = [after(chance.between(2, 20)), after(chance.between(60, 2_000))]
    const isInvalid = chance.happens(0.35)
    const closedAt = isInvalid ? after(2_030) : null
    return {
      company: companyName(FIRST_NUMBER + n, city).name,
      contact: drawName(chance).realName,
      mobile: `10009${String(FIRST_NUMBER + n).padStart(6, '0')}`,
      email: '',
      subProduct: chance.pick(subProducts.slice(0, 10)).key,
      province,
      remark: '读到同事分享的资讯，想试用',
      address: `198.51.100.${chance.between(1, 254)}`,
      source: 'share',
      state: isInvalid ? 'invalid' : 'contacted',
      ownerId: sharerId,
      firstContactAt,
      closedAt,
      createdAt,
      updatedAt: closedAt ?? firstContactAt,
    }
  })
  const ids = await insertRows(tx, registrations, applied)
  const of = ids.map((id, at) => ({
    registrationId: id,
    shareId: chosen[at]?.shareId ?? '',
    day: dayOf(Date.parse(applied[at]?.createdAt ?? '')),
  }))
  await tx.insert(shareLeads).values(of)
  const { rows: people } = await tx.execute<{ id: string; name: string }>(
    sql`select id::text, user_name as name from users where id = any(${idArray([...new Set(chosen.map(({ sharerId }) => sharerId))])})`,
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const steps = applied.flatMap(({ ownerId = null, firstContactAt, closedAt }, at) => {
    const by = { registrationId: ids[at] ?? '', actorId: ownerId, actorName: names.get(ownerId ?? '') ?? '' }
    return [
      { ...by, at: firstContactAt ?? '', action: 'contact', remark: '已电话沟通，约演示' },
      ...(closedAt ? [{ ...by, at: closedAt, action: 'invalid', remark: '没有需求' }] : []),
    ]
  })
  await tx.insert(registrationSteps).values(steps)
}

/** Adds nothing where there are some. */
export async function addShares(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, shares))) return
  const [sharers, articles] = [await sharersOf(tx, today), await articlesOf(tx, today)]
  if (sharers.length === 0 || articles.length === 0) return
  const chance = createChance(SEED)
  const planned = planShares(chance, sharers, articles, today)
  const ids = await insertRows(tx, shares, planned)
  const visits = planned.flatMap((share, at) => visitsOf(chance, ids[at] ?? '', share, today))
  await insertRows(tx, shareVisits, visits)
  await addDaysOf(tx)
  await addLeads(tx)
  await addMoreLeads(tx, today)
}
