// Who is in which row of a day's grid, on any process.
import { sql } from 'drizzle-orm'
import { EDITOR_GONE_S, type Editor } from '#contract/prices/entry-presence.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'
import { priceEditors, quoteItems } from '#server/db/schema/prices/prices.ts'
import type { Place } from './entries.queries.ts'

const isHere = sql`e.seen_at > now() - make_interval(secs => ${EDITOR_GONE_S})`

type Tab = { userId: string; tab: string }

/** Records a person in a row of their scope. @returns whether others must be notified */
export async function noteEditor(
  tx: Tx,
  { userId, tab }: Tab,
  { quoteItemId, day }: Place,
  viewer: Viewer,
): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    with before as (select e.quote_item_id, e.day from ${priceEditors} e
        where e.user_id = ${userId}::bigint and e.tab = ${tab} and ${isHere}),
    noted as (insert into ${priceEditors} (user_id, tab, quote_item_id, day)
      select ${userId}::bigint, ${tab}, i.id, ${day}::date from ${quoteItems} i
        where i.id = ${quoteItemId}::bigint and ${editorialScope(viewer, sql`i.product_id`)}
      on conflict (user_id, tab) do update set quote_item_id = excluded.quote_item_id, day = excluded.day, seen_at = now()
      returning quote_item_id, day)
    select not exists (select from before b where b.quote_item_id = n.quote_item_id and b.day = n.day) as "isNew"
      from noted n`)
  return rows[0]?.isNew ?? false
}

/** Removes this tab, and the person's stale ones. @returns whether others must be notified */
export async function endEditor(tx: Tx, { userId, tab }: Tab): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from ${priceEditors} e
    where e.user_id = ${userId}::bigint and (e.tab = ${tab} or not ${isHere})`)
  return (rowCount ?? 0) > 0
}

/** People other than the viewer, each once for an item. */
export async function editorsFor(db: Executor, day: string, viewer: Viewer & { id: string }): Promise<Editor[]> {
  const { rows } = await db.execute<Editor>(sql`
    select distinct e.quote_item_id::text as "quoteItemId", e.user_id::text as "userId", u.real_name as name
      from ${priceEditors} e join ${users} u on u.id = e.user_id join ${quoteItems} i on i.id = e.quote_item_id
      where e.day = ${day}::date and e.user_id <> ${viewer.id}::bigint and ${isHere}
        and ${editorialScope(viewer, sql`i.product_id`)}
      order by name, "quoteItemId"`)
  return rows
}
