// One campaign in SQL: how it is found, and the registrations that came by it.
import { eq, sql } from 'drizzle-orm'
import { CAMPAIGNS_FOUND, type SearchLead } from '../../../contract/operations/search-detail.ts'
import type { SearchSource } from '../../../contract/operations/search-labels.ts'
import { partOf } from '../../core/lists/paging.ts'
import type { Executor } from '../../db/connection.ts'
import { isoMoment } from '../../db/schema/columns.ts'
import { registrations } from '../../db/schema/members/registrations.ts'
import { searchAccounts, searchUnits } from '../../db/schema/operations.ts'
import { users } from '../../db/schema/organisation.ts'
import { type RegistrationViewer, registrationScope } from '../members/registrations/registrations.queries.ts'
import { attributed, type Terms } from './search-marketing.queries.ts'

export async function findCampaigns(db: Executor, text = '') {
  return db
    .select({
      source: searchAccounts.source,
      accountId: searchUnits.accountId,
      account: searchAccounts.name,
      campaign: searchUnits.campaign,
    })
    .from(searchUnits)
    .innerJoin(searchAccounts, eq(searchAccounts.id, searchUnits.accountId))
    .where(
      sql`${searchUnits.level} <> 'word' and ${searchUnits.campaign} <> '' and ${searchUnits.campaign} ilike ${partOf(text)}`,
    )
    .groupBy(searchAccounts.id, searchUnits.accountId, searchUnits.campaign)
    .orderBy(sql`max(${searchUnits.id}) desc`)
    .limit(CAMPAIGNS_FOUND)
}

export async function hasCampaign(db: Executor, accountId: string, campaign: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${searchUnits}
    where account_id = ${accountId}::bigint and campaign = ${campaign} limit 1`)
  return rows.length > 0
}

/** Whether any registration, of whatever day, names a campaign that no report has. */
export async function isNamed(db: Executor, source: SearchSource, campaign: string): Promise<boolean> {
  const named = (column: string) =>
    sql`(${sql.identifier(column)}->>'engine' = ${source} and lower(${sql.identifier(column)}->>'campaign') = lower(${campaign}))`
  const { rows } = await db.execute(sql`select 1 from ${registrations}
    where ${named('first_touch')} or ${named('last_touch')} limit 1`)
  return rows.length > 0
}

type Page = { limit: number; offset: number; isAscending: boolean }

/** Those in the viewer's scope, newest first; how many they are, and how many there are besides. */
export async function listLeads(
  db: Executor,
  viewer: RegistrationViewer,
  terms: Terms,
  { limit, offset, isAscending }: Page,
): Promise<{ rows: SearchLead[]; total: number; hidden: number }> {
  const own = sql`coalesce(${registrationScope(viewer)}, false)`
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const { rows: counts } = await db.execute<{ shown: number; all: number }>(sql`
    select (count(*) filter (where ${own}))::int as shown, count(*)::int as "all"
      from (${attributed(terms)}) l join ${registrations} on ${registrations.id} = l.id`)
  const { rows } = await db.execute<SearchLead>(sql`
    select l.id::text as id, ${registrations.createdAt} as "createdAt", ${registrations.company},
        ${registrations.subProduct} as "subProduct", l.keyword, ${registrations.state},
        coalesce(${users.realName}, '') as "ownerName",
        case when l.formal then 'formal' when l.trial then 'trial' when l.granted then 'other' end as result
      from (${attributed(terms)}) l join ${registrations} on ${registrations.id} = l.id
        left join ${users} on ${users.id} = ${registrations.ownerId}
      where ${own} order by ${registrations.createdAt} ${direction}, l.id ${direction} limit ${limit} offset ${offset}`)
  const { shown = 0, all = 0 } = counts[0] ?? {}
  return {
    rows: rows.map((row) => ({ ...row, createdAt: isoMoment(row.createdAt) })),
    total: shown,
    hidden: all - shown,
  }
}
