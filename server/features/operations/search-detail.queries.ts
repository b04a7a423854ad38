// One campaign in SQL: how it is found, and the registrations that came by it.
import { eq, sql } from 'drizzle-orm'
import { LEAD_UNITS } from '#contract/operations/attribution.ts'
import { CAMPAIGNS_FOUND, type SearchLead, type SemNode } from '#contract/operations/search-detail.ts'
import type { SearchSource } from '#contract/operations/search-labels.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { semAccounts, semNodes } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import {
  type RegistrationViewer,
  registrationScope,
} from '#server/features/members/registrations/registrations.queries.ts'
import { campaignHas, type Terms } from './search-facts.queries.ts'
import { leadLines } from './search-marketing.queries.ts'

export async function findCampaigns(db: Executor, text = '') {
  return db
    .select({
      source: semAccounts.source,
      accountId: semNodes.accountId,
      account: semAccounts.name,
      campaign: semNodes.campaign,
    })
    .from(semNodes)
    .innerJoin(semAccounts, eq(semAccounts.id, semNodes.accountId))
    .where(sql`${semNodes.level} <> 'word' and ${semNodes.campaign} <> '' and ${campaignHas(sql`${semNodes}`, text)}`)
    .groupBy(semAccounts.id, semNodes.accountId, semNodes.campaign)
    .orderBy(sql`max(${semNodes.id}) desc`)
    .limit(CAMPAIGNS_FOUND)
}

export async function hasCampaign(db: Executor, accountId: string, campaign: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${semNodes}
    where account_id = ${accountId}::bigint and campaign = ${campaign} limit 1`)
  return rows.length > 0
}

/** Whether any registration, of whatever day, names a campaign that no report has. */
export async function isNamed(db: Executor, source: SearchSource, campaign: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${registrationTouches}
    where engine = ${source} and lower(campaign) = lower(${campaign}) limit 1`)
  return rows.length > 0
}

/** The node that stands for a place: the campaign, or the group or keyword in it that came first. */
export async function findNode(
  db: Executor,
  { accountId, campaign, group, keyword }: { accountId: string; campaign: string; group?: string; keyword?: string },
): Promise<SemNode | null> {
  const level = keyword ? 'keyword' : group ? 'group' : 'campaign'
  const [node] = await db
    .select({
      id: semNodes.id,
      version: semNodes.version,
      label: semNodes.label,
      ownerId: semNodes.ownerId,
      targetCost: semNodes.targetCost,
      ownerName: sql<string>`coalesce(${users.realName}, '')`,
    })
    .from(semNodes)
    .leftJoin(users, eq(users.id, semNodes.ownerId))
    .where(
      sql`${semNodes.accountId} = ${accountId}::bigint and ${semNodes.level} = ${level}
        and ${semNodes.campaign} = ${campaign} and ${semNodes.keyword} = ${keyword ?? ''}
        ${group ? sql`and ${semNodes.group} = ${group}` : sql``}`,
    )
    .orderBy(
      sql`coalesce(${semNodes.ownCampaign}, ${semNodes.ownGroup}, ${semNodes.ownKeyword}) is not null`,
      semNodes.id,
    )
    .limit(1)
  return node ?? null
}

export async function lockNode(tx: Tx, id: string) {
  const [node] = await tx.select().from(semNodes).where(eq(semNodes.id, id)).for('update')
  return node
}

type NodeForm = Pick<SemNode, 'label' | 'ownerId' | 'targetCost'>

export async function storeNode(tx: Tx, id: string, form: NodeForm): Promise<{ version: number }> {
  const [saved] = await tx
    .update(semNodes)
    .set({ ...form, version: sql`${semNodes.version} + 1` })
    .where(eq(semNodes.id, id))
    .returning({ version: semNodes.version })
  if (!saved) throw new Error('a node that was not stored')
  return saved
}

type Page = { limit: number; offset: number; isAscending: boolean }

/** Each lead with its share, newest first; those out of the viewer's scope are masked. */
export async function listLeads(
  db: Executor,
  viewer: RegistrationViewer,
  terms: Terms,
  { limit, offset, isAscending }: Page,
): Promise<{ rows: SearchLead[]; total: number; leads: number }> {
  const own = sql`coalesce(${registrationScope(viewer)}, false)`
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const leads = sql`select a.id, max(a.units) as units, min(a.keyword) as keyword, bool_or(a.trials > 0) as trial,
      bool_or(a.formals > 0) as formal, bool_or(a.granted > 0) as granted
    from (select id, keyword, sum(leads) over (partition by id) as units, trials, formals, granted from (${leadLines(terms)}) s) a
    group by a.id`
  const { rows: counts } = await db.execute<{ total: number; units: number }>(
    sql`select count(*)::int as total, coalesce(sum(units), 0)::float8 as units from (${leads}) l`,
  )
  const { rows } = await db.execute<SearchLead & { units: number }>(sql`
    select l.id::text as id, ${registrations.createdAt} as "createdAt", l.units::float8 as units, not ${own} as "isMasked",
        case when ${own} then ${registrations.company} else '***' end as company,
        ${registrations.subProduct} as "subProduct", l.keyword, ${registrations.state},
        coalesce(${users.realName}, '') as "ownerName",
        case when l.formal then 'formal' when l.trial then 'trial' when l.granted then 'other' end as result
      from (${leads}) l join ${registrations} on ${registrations.id} = l.id
        left join ${users} on ${users.id} = ${registrations.ownerId}
      order by ${registrations.createdAt} ${direction}, l.id ${direction} limit ${limit} offset ${offset}`)
  const { total = 0, units: all = 0 } = counts[0] ?? {}
  return {
    rows: rows.map(({ units, ...row }) => ({ ...row, share: units / LEAD_UNITS, createdAt: isoMoment(row.createdAt) })),
    total,
    leads: all / LEAD_UNITS,
  }
}
