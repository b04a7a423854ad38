// Shares of the demo company's articles on WeChat, what was opened, and the trials that readers applied for.
import { sql } from 'drizzle-orm'
import { DAY_MS, dayOf } from '../../../../contract/days.ts'
import { CODE_LENGTH, CODE_LETTERS } from '../../../../contract/sharing/share-codes.ts'
import { type ShareChannel, shareChannels } from '../../../../contract/sharing/share-labels.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { registrations } from '../../schema/members/registrations.ts'
import { shareDays, shareLeads, shares, shareVisits } from '../../schema/sharing.ts'
import { insertRows } from '../members/customers-insert.ts'
import { type Chance, createChance } from '../random.ts'

const SEED = 20_261_125
const SHARERS = 14
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

/** The accounts for trying out the demo come first. */
async function sharersOf(tx: Tx): Promise<Sharer[]> {
  const { rows } = await tx.execute<Sharer>(sql`select u.id::text from users u
    join roles r on r.id = u.role_id and r.code in ('sales', 'operations', 'newsEditor')
    where u.status = 'enabled' and not u.locked and u.deleted_at is null
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
  for (const { id: sharerId } of sharers) {
    for (let left = chance.between(4, 8); left > 0; left--) {
      const article = chance.pick(articles)
      const channel = chance.pick(shareChannels)
      const place = `${sharerId} ${article.id} ${channel}`
      if (places.has(place)) continue
      places.add(place)
      const at = Math.min(
        Date.parse(article.at) + chance.between(10, 900) * MINUTE_MS,
        today.getTime() - 60 * MINUTE_MS,
      )
      const isEnded = chance.happens(0.1) && today.getTime() - at > READ_DAYS * DAY_MS
      planned.push({
        ...{ code: codeOf(chance), articleId: article.id, sharerId, channel, createdAt: new Date(at).toISOString() },
        endedAt: isEnded ? new Date(at + READ_DAYS * DAY_MS).toISOString() : null,
      })
    }
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
      ...{ shareId, visit: `demo-${shareId.padStart(8, '0')}-${String(n).padStart(6, '0')}` },
      ...{ day: dayOf(at), at: new Date(at).toISOString(), seconds: chance.between(4, 40) * chance.between(1, 6) },
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

/** Trials that the owners got after they had shared were applied for on a share, about every second one. */
async function addLeads(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with fit as (
      select r.id, (r.created_at at time zone 'Asia/Shanghai')::date as day, (
          select s.id from ${shares} s where s.sharer_id = r.owner_id and s.created_at < r.created_at
            and (s.ended_at is null or s.ended_at > r.created_at)
            order by s.created_at desc limit 1) as share_id
        from ${registrations} r where r.source = 'page' and r.id % 4 <> 0),
    leads as (
      insert into ${shareLeads} (registration_id, share_id, day)
        select id, share_id, day from fit where share_id is not null returning registration_id)
    update ${registrations} set source = 'share' where id in (select registration_id from leads)`)
}

/** Adds nothing where there are some. */
export async function addShares(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, shares))) return
  const [sharers, articles] = [await sharersOf(tx), await articlesOf(tx, today)]
  if (sharers.length === 0 || articles.length === 0) return
  const chance = createChance(SEED)
  const planned = planShares(chance, sharers, articles, today)
  const ids = await insertRows(tx, shares, planned)
  const visits = planned.flatMap((share, at) => visitsOf(chance, ids[at] ?? '', share, today))
  await insertRows(tx, shareVisits, visits)
  await addDaysOf(tx)
  await addLeads(tx)
}
