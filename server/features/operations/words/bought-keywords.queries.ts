// Keywords that the accounts buy now. A report says which were bought on its day; one that was paused is in none of the later ones.
import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { semFacts, semNodes, semSlices } from '#server/db/schema/operations.ts'

/** Up to the newest report of the account: rare keywords are not in each. */
const BOUGHT_DAYS = 30

const newest = sql`(select account_id, max(day) as day from ${semSlices} group by account_id)`
const ago = (day: SQL) => sql`${day} - ${sql.raw(String(BOUGHT_DAYS))}`

/**
 * `account_id`, `campaign`, `keyword` as the source has it, and its `key`: of reports of keywords, and of those of search words,
 * which name the keyword that each came by. The last condition leaves out the partitions of all earlier months.
 */
export const boughtKeywords: SQL = sql`(select distinct n.account_id, n.campaign, coalesce(n.own_keyword, n.keyword) as keyword,
    split_part(n.path, chr(31), 3) as key
  from ${semNodes} n where n.level in ('keyword', 'word') and n.keyword <> ''
    and n.id in (select f.node_id from ${semFacts} f join ${newest} newest using (account_id)
      where f.day > ${ago(sql`newest.day`)} and f.day > (select ${ago(sql`min(day)`)} from ${newest} first)))`

/** Of all accounts, each once, as they are compared. */
export async function boughtKeys(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`select distinct b.key from ${boughtKeywords} b`)
  return rows.map(({ key }) => key)
}
