// Two names that stand for one campaign, group or keyword: what is shown changes, what the source calls it stays known.

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { GROUPS_FOUND, type SemMerge } from '#contract/operations/search-merges.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { searchWords, semMerges, semNodes } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'

type Merge = Pick<typeof semMerges.$inferSelect, 'accountId' | 'level' | 'campaign' | 'fromName' | 'intoName'>

async function applyOne(tx: Tx, { accountId, level, campaign, fromName, intoName }: Merge): Promise<void> {
  if (level === 'keyword') {
    await tx.execute(sql`update ${semNodes} set own_keyword = coalesce(own_keyword, keyword), keyword = ${intoName}
      where account_id = ${accountId}::bigint and keyword <> '' and text_key(campaign) = text_key(${campaign})
        and text_key(keyword) = text_key(${fromName})`)
    return
  }
  if (level === 'group') {
    await tx.execute(sql`update ${semNodes} set own_ad_group = coalesce(own_ad_group, ad_group), ad_group = ${intoName}
      where account_id = ${accountId}::bigint and ad_group <> '' and text_key(campaign) = text_key(${campaign})
        and text_key(ad_group) = text_key(${fromName})`)
    return
  }
  for (const table of [semNodes, searchWords])
    await tx.execute(sql`update ${table} set own_campaign = coalesce(own_campaign, campaign), campaign = ${intoName}
      where account_id = ${accountId}::bigint and campaign <> '' and text_key(campaign) = text_key(${fromName})`)
}

/** Of words that are shown as one, which stands for the others: a marked one, else the one that is called so. */
async function joinWords(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`update ${searchWords} w set merged_id = nullif(j.first, w.id)
    from (select id, first_value(id) over (partition by campaign, word
          order by mark is null, own_campaign is not null, id) as first
        from ${searchWords} where account_id = ${accountId}::bigint) j
    where w.id = j.id and w.merged_id is distinct from nullif(j.first, w.id)`)
}

/** In the order in which they were made. Call it where names of these accounts may be new. */
export async function applyMerges(tx: Tx, accountIds: readonly string[]): Promise<void> {
  const found = await tx
    .select()
    .from(semMerges)
    .where(and(sql`${semMerges.accountId} = any(${idArray(new Set(accountIds))})`, isNull(semMerges.undoneAt)))
    .orderBy(semMerges.id)
  for (const merge of found) await applyOne(tx, merge)
  for (const accountId of new Set(found.map((merge) => merge.accountId))) await joinWords(tx, accountId)
}

export async function storeMerge(tx: Tx, byId: string | null, merge: Merge): Promise<string> {
  const [made] = await tx
    .insert(semMerges)
    .values({ ...merge, byId })
    .returning({ id: semMerges.id })
  await applyMerges(tx, [merge.accountId])
  return made?.id ?? ''
}

/** Names as the source has them, then those that other merges show. */
export async function takeBackMerge(tx: Tx, { id, accountId }: { id: string; accountId: string }): Promise<void> {
  await tx.update(semMerges).set({ undoneAt: sql`now()` }).where(eq(semMerges.id, id))
  await tx.execute(sql`update ${semNodes} set campaign = coalesce(own_campaign, campaign),
      ad_group = coalesce(own_ad_group, ad_group), keyword = coalesce(own_keyword, keyword),
      own_campaign = null, own_ad_group = null, own_keyword = null
    where account_id = ${accountId}::bigint and coalesce(own_campaign, own_ad_group, own_keyword) is not null`)
  await tx.execute(sql`update ${searchWords} set campaign = coalesce(own_campaign, campaign), own_campaign = null, merged_id = null
    where account_id = ${accountId}::bigint and (own_campaign is not null or merged_id is not null)`)
  await applyMerges(tx, [accountId])
}

export async function lockMerge(tx: Tx, id: string) {
  const [merge] = await tx
    .select()
    .from(semMerges)
    .where(and(eq(semMerges.id, id), isNull(semMerges.undoneAt)))
    .for('update')
  return merge
}

/** Those of an account that stand, newest first. */
export async function listMerges(db: Executor, accountId: string): Promise<SemMerge[]> {
  const rows = await db
    .select({
      id: semMerges.id,
      at: semMerges.at,
      byName: sql<string>`coalesce(${users.realName}, '')`,
      level: semMerges.level,
      campaign: semMerges.campaign,
      from: semMerges.fromName,
      into: semMerges.intoName,
    })
    .from(semMerges)
    .leftJoin(users, eq(users.id, semMerges.byId))
    .where(and(eq(semMerges.accountId, accountId), isNull(semMerges.undoneAt)))
    .orderBy(desc(semMerges.id))
  return rows.map((row) => ({ ...row, at: isoMoment(row.at) }))
}

/** Names of a campaign's groups as they are shown. */
export async function groupsOf(db: Executor, accountId: string, campaign: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: semNodes.group })
    .from(semNodes)
    .where(
      sql`${semNodes.accountId} = ${accountId}::bigint and ${semNodes.level} = 'group' and ${semNodes.campaign} = ${campaign}`,
    )
    .orderBy(semNodes.group)
    .limit(GROUPS_FOUND)
  return rows.map(({ name }) => name)
}
