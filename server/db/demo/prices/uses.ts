// Uses of the demo's corrected prices before and after their correction, notices of it, notes on charts, and a query
// shared with everybody.
import { sql } from 'drizzle-orm'
import { isEmpty, type Tx } from '../../connection.ts'
import { listViews } from '../../schema/core/lists.ts'
import { chartNotes } from '../../schema/prices/chart-notes.ts'
import { priceRevisions, prices } from '../../schema/prices/prices.ts'
import { priceNotices, priceUseItems, priceUses } from '../../schema/prices/uses.ts'

/** The newest corrections; notices are recorded for all but the first few. */
const CORRECTED = 12
const OPEN = 4

const titles = sql`(values ('export', 1, '价格_周报附表.xlsx'), ('api', 2, '行情终端接口'), ('export', 3, '查询数据_客户月报.csv'))`

async function addUses(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with corrected as (select p.quote_item_id, p.day, p.publication, r.id as revision_id, b.publication as before, p.id,
          p.verified_by_id, p.verified_at, row_number() over (order by p.day desc, p.id) as n
        from ${prices} p join ${priceRevisions} r on r.quote_item_id = p.quote_item_id and r.day = p.day
          and r.publication = p.publication join ${priceRevisions} b on b.id = r.replaces
        where p.status = 'corrected' order by p.day desc, p.id limit ${CORRECTED}),
    used as (insert into ${priceUses} (channel, target_id, title, publication, by_id, by_name, at)
      select t.channel, c.id * 10 + t.n, t.title, case when t.n = 3 then c.publication else c.before end,
          u.id, u.real_name, case when t.n = 3 then c.verified_at else c.verified_at - interval '3 hours' end
        from corrected c cross join ${titles} as t(channel, n, title) join users u on u.id = c.verified_by_id
      returning id, target_id, channel),
    days as (insert into ${priceUseItems} (quote_item_id, use_id, days)
      select c.quote_item_id, u.id, datemultirange(daterange(c.day, c.day, '[]'))
        from used u join corrected c on c.id = u.target_id / 10 returning 1)
    insert into ${priceNotices} (use_id, revision_id, outcome, text, by_id, by_name, at)
      select u.id, c.revision_id, case when u.channel = 'api' then 'none' else 'told' end,
          case when u.channel = 'api' then '接口下次读取即为更正后的数据' else '已邮件告知附表收件人' end,
          c.verified_by_id, p.real_name, c.verified_at + interval '20 minutes'
        from used u join corrected c on c.id = u.target_id / 10 and u.target_id % 10 < 3 join users p on p.id = c.verified_by_id
        where c.n > ${OPEN}`)
}

async function addView(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ owner: string; items: string[] }>(sql`
    select min(analyst_id)::text as owner, array_agg(id::text order by id) as items
      from (select id, analyst_id, product_id from quote_items where status = 'update' and analyst_id is not null
        order by product_id, sort, id limit 3) i group by product_id order by count(*) desc limit 1`)
  const [found] = rows
  if (!found) return
  const columns = found.items.map((id) => ({ key: 'c', text: `item-${id}` }))
  const filters = [...columns, { key: 'length', text: 'week' }, { key: 'measure', text: 'average' }]
  const own = { list: 'searchData', name: '周均价对比', sort: '', columns: [], share: 'everybody' as const }
  await tx.insert(listViews).values({ ...own, ownerId: found.owner, filters })
}

/** How many days ago, what, and to which products, by the beginning of their names. */
const noted = sql`(values (38, '唐山限产', '螺纹钢%'), (96, '下游开工回升', '螺纹钢%'), (52, '钢厂检修', '热轧%'),
  (24, '成品油调价', '92号汽油%'), (73, '炼厂集中检修', '0号柴油%'), (45, '出口退税调整', 'A00铝锭%'))`

/** Written by the analyst who keeps the product's items. */
const addNotes = (tx: Tx) =>
  tx.execute(sql`insert into ${chartNotes} (product_id, day, caption, by_id, by_name, at)
    select p.id, last.day - n.ago, n.caption, u.id, u.user_name, last.day - n.ago
      from ${noted} as n(ago, caption, name) join products p on p.name like n.name
      cross join (select max(day) as day from ${prices}) last
      cross join lateral (select u.* from quote_items i join users u on u.id = i.analyst_id
        where i.product_id = p.id order by i.id limit 1) u`)

/** Adds nothing where it has been before. */
export async function addPriceUses(tx: Tx): Promise<void> {
  if (await isEmpty(tx, chartNotes)) await addNotes(tx)
  if (!(await isEmpty(tx, priceUses))) return
  await addUses(tx)
  await addView(tx)
}
