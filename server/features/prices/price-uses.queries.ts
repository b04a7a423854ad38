// Where published prices went. Every channel records it here in its own transaction: exports, keys, articles, messages.
import { sql } from 'drizzle-orm'
import { type PriceUse, USES_SHOWN } from '#contract/prices/price-uses.ts'
import type { NoticeOutcome, UseChannel } from '#contract/prices/use-labels.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Author } from '#server/core/core.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceRevisions, prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { priceNotices, priceUseItems, priceUses } from '#server/db/schema/prices/uses.ts'

type Carried = { quoteItemId: string; day: string; publication: string | null }

/** Collects the published prices that a channel carries. Unpublished ones are left out. */
export function gatherCarried() {
  const days = new Map<string, Set<string>>()
  let newest = 0n
  return {
    add({ quoteItemId, day, publication }: Carried): void {
      if (publication === null) return
      const own = days.get(quoteItemId)
      if (own) own.add(day)
      else days.set(quoteItemId, new Set([day]))
      if (BigInt(publication) > newest) newest = BigInt(publication)
    },
    /** The newest publication covers all of them: each is the last revision of its day up to it. */
    all: () => ({
      publication: newest.toString(),
      items: [...days].map(([item, own]) => ({ item, days: [...own] })),
    }),
  }
}

type Use = {
  channel: UseChannel
  targetId: string
  title: string
  by: Pick<Author, 'id' | 'name'>
  publication: string
  items: readonly { item: string; days: readonly string[] }[]
}

async function findUse(db: Executor, { channel, targetId, title, by, publication }: Use): Promise<string | undefined> {
  const where = sql`channel = ${channel} and target_id = ${targetId}::bigint and publication = ${publication}::bigint`
  const known = await db.execute<{ id: string }>(sql`select id::text as id from ${priceUses} where ${where}`)
  if (known.rows[0]) return known.rows[0].id
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${priceUses} (channel, target_id, title, publication, by_id, by_name)
      values (${channel}, ${targetId}::bigint, ${title}, ${publication}::bigint, ${by.id}::bigint, ${by.name})
      on conflict (channel, target_id, publication) do update set title = excluded.title returning id::text as id`)
  return rows[0]?.id
}

/** Adds to an earlier use of the same target and publication; items that it has already are not stored twice. */
export async function recordUse(db: Executor, use: Use): Promise<void> {
  if (use.items.length === 0) return
  const id = await findUse(db, use)
  await db.execute(sql`
    insert into ${priceUseItems} as known (quote_item_id, use_id, days)
      select r.item, ${id ?? null}::bigint, (select range_agg(daterange(d::date, d::date, '[]'))
          from jsonb_array_elements_text(r.days) d)
        from jsonb_to_recordset(${JSON.stringify(use.items)}::jsonb) as r(item bigint, days jsonb) order by r.item
      on conflict (quote_item_id, use_id) do update set days = known.days + excluded.days
        where not known.days @> excluded.days`)
}

/** The revision of entry `p` that readers saw at a publication. */
const seenAt = (publication: ReturnType<typeof sql>) => sql`select r.* from ${priceRevisions} r
  where r.quote_item_id = p.quote_item_id and r.day = p.day and r.publication <= ${publication}
  order by r.publication desc limit 1`

/** Uses of an entry in the viewer's scope, newest first. */
export async function usesOf(db: Executor, priceId: string, viewer: Viewer): Promise<PriceUse[]> {
  const { rows } = await db.execute<PriceUse>(sql`
    with entry as (select p.*, (select r.id from ${priceRevisions} r where r.quote_item_id = p.quote_item_id
        and r.day = p.day and r.publication = p.publication) as revision_id
      from ${prices} p where p.id = ${priceId}::bigint and ${editorialScope(viewer, sql`p.product_id`)}),
    used as (select u.*, p.quote_item_id, p.day, p.publication as present, p.revision_id
      from entry p join ${priceUseItems} i on i.quote_item_id = p.quote_item_id and i.days @> p.day
      join ${priceUses} u on u.id = i.use_id)
    select u.id::text as id, u.channel, u.title, coalesce(nullif(s.real_name, ''), u.by_name) as "byName",
        u.at::text as at, r.low::text as low, r.high::text as high, r.average::text as average,
        r.publication is distinct from u.present as "isOld",
        exists (select from used o where o.channel = u.channel and o.target_id = u.target_id
          and o.publication >= u.present) as "hasNewer",
        (select json_build_object('outcome', n.outcome, 'text', n.text, 'byName', n.by_name, 'at', n.at)
          from ${priceNotices} n where n.use_id = u.id and n.revision_id = u.revision_id
          order by n.id desc limit 1) as notice
      from used u left join ${users} s on s.id = u.by_id
      cross join lateral (select p.* from used p where p.id = u.id) p
      cross join lateral (${seenAt(sql`u.publication`)}) r
      where r.act <> 'cancelVerify' order by u.id desc limit ${USES_SHOWN}`)
  return rows.map(({ at, ...row }) => ({ ...row, at: isoMoment(at) }))
}

export type Corrected = { id: string; revisionId: string; name: string; oldUseIds: string[] }

/** The last correction of an entry in scope, and the uses that carry an older figure. */
export async function findCorrection(tx: Tx, priceId: string, viewer: Viewer): Promise<Corrected | 'none' | undefined> {
  const { rows } = await tx.execute<{ id: string; name: string; revisionId: string | null; oldUseIds: string[] }>(sql`
    select p.id::text as id, q.name || ' ' || p.day as name,
        (select r.id::text from ${priceRevisions} r where r.quote_item_id = p.quote_item_id and r.day = p.day
          and r.publication = p.publication and r.replaces is not null) as "revisionId",
        array(select u.id::text from ${priceUseItems} i join ${priceUses} u on u.id = i.use_id
          where i.quote_item_id = p.quote_item_id and i.days @> p.day and u.publication < p.publication) as "oldUseIds"
      from ${prices} p join ${quoteItems} q on q.id = p.quote_item_id
      where p.id = ${priceId}::bigint and ${editorialScope(viewer, sql`p.product_id`)}`)
  const [found] = rows
  if (!found) return undefined
  return found.revisionId === null ? 'none' : { ...found, revisionId: found.revisionId }
}

type Noted = { revisionId: string; useIds: readonly string[]; outcome: NoticeOutcome; text: string }

export const insertNotices = (tx: Tx, by: Author, { revisionId, useIds, outcome, text }: Noted) =>
  tx
    .insert(priceNotices)
    .values(useIds.map((useId) => ({ useId, revisionId, outcome, text, byId: by.id, byName: by.name })))
