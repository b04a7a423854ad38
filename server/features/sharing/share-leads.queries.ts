// Leads: registrations applied for on the page of a share, and how far each has come.
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LeadQuery, LeadRow } from '#contract/sharing/share-counts.ts'
import type { LeadStage } from '#contract/sharing/share-labels.ts'
import { salesList } from '#server/core/access/scope.ts'
import { equals, list, oneOf } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { shareLeads, shares } from '#server/db/schema/sharing.ts'
import { formalAtOf, isReached, overDays } from './share-figures.queries.ts'
import { shareState } from './shares.queries.ts'

const sharer = alias(users, 'sharer')
const owner = alias(users, 'owner')

const formalAt = formalAtOf(registrations.memberId, registrations.subProduct)
const isGranted = isReached.granted(registrations.state)

const stages: Record<LeadStage, ReturnType<typeof sql>> = {
  new: sql`${registrations.state} = 'new'`,
  contacted: sql`${registrations.state} = 'contacted'`,
  trial: sql`${isGranted} and ${formalAt} is null`,
  formal: sql`${isGranted} and ${formalAt} is not null`,
  invalid: sql`${registrations.state} = 'invalid'`,
}
const stage = sql<LeadStage>`case when not ${isGranted} then ${registrations.state}
  when ${formalAt} is null then 'trial' else 'formal' end`

const shownTitle = sql<string>`coalesce((select v.title from ${articleVersions} v where v.id = ${articles.publishedId}),
  ${articles.title})`

export const listLeads = overDays(
  salesList((scope, suffix) => {
    const isVisible = sql<boolean>`coalesce(${scope(registrations.ownerId)}
      or ${registrations.ownerId} is null and ${sql.placeholder('seesUnowned')}::boolean, false)`
    const row = {
      id: shareLeads.registrationId,
      at: registrations.createdAt,
      shareId: shareLeads.shareId,
      title: shownTitle,
      sharerName: sharer.realName,
      channel: shares.channel,
      shareState,
      company: sql<string>`case when ${isVisible} then ${registrations.company} else '' end`,
      contact: sql<string>`case when ${isVisible} then ${registrations.contact} else '' end`,
      isVisible,
      ownerName: sql<string>`coalesce(${owner.realName}, '')`,
      stage,
      contactedAt: registrations.firstContactAt,
      grantedAt: sql<string | null>`case when ${isGranted} then ${registrations.closedAt} end`.mapWith(
        registrations.createdAt,
      ),
      formalAt: sql<string | null>`case when ${isGranted} then ${formalAt} end`.mapWith(registrations.createdAt),
    }
    return list<LeadRow, LeadQuery>({
      name: `share_leads${suffix}`,
      always: scope(shares.sharerId),
      filters: {
        from: { where: sql`${shareLeads.day} >= ${sql.placeholder('from')}::date` },
        to: { where: sql`${shareLeads.day} <= ${sql.placeholder('to')}::date` },
        shareId: equals(shareLeads.shareId, 'shareId'),
        articleId: equals(shares.articleId, 'articleId'),
        sharerId: equals(shares.sharerId, 'sharerId'),
        stage: oneOf(stages),
        isContacted: { where: sql`(${isReached.contacted(registrations.state)}) = ${sql.placeholder('isContacted')}` },
        isGranted: { where: sql`(${isGranted}) = ${sql.placeholder('isGranted')}` },
        isFormal: { where: sql`(${stages.formal}) = ${sql.placeholder('isFormal')}` },
      },
      sorts: { at: registrations.createdAt },
      usual: sql`${registrations.createdAt} desc`,
      tie: shareLeads.registrationId,
      fields: row,
      rows: (db) =>
        db
          .select(row)
          .from(shareLeads)
          .innerJoin(shares, eq(shares.id, shareLeads.shareId))
          .innerJoin(articles, eq(articles.id, shares.articleId))
          .innerJoin(registrations, eq(registrations.id, shareLeads.registrationId))
          .innerJoin(sharer, eq(sharer.id, shares.sharerId))
          .leftJoin(owner, eq(owner.id, registrations.ownerId)),
      matches: (db, where) =>
        db
          .select({ n: sql`1` })
          .from(shareLeads)
          .innerJoin(shares, eq(shares.id, shareLeads.shareId))
          .innerJoin(registrations, eq(registrations.id, shareLeads.registrationId))
          .where(where),
    })
  }),
)

/** Whose share it is. Also of links that have ended: their readers may still be there. */
export async function findSharer(db: Executor, code: string) {
  const [found] = await db
    .select({ id: shares.id, sharerId: shares.sharerId, sharerName: users.realName })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.sharerId))
    .where(eq(shares.code, code))
  return found
}

/** Whether the number has applied on this share within a day. */
export const hasLead = async (tx: Tx, shareId: string, mobile: string): Promise<boolean> =>
  (
    await tx
      .select({ id: shareLeads.registrationId })
      .from(shareLeads)
      .innerJoin(registrations, eq(registrations.id, shareLeads.registrationId))
      .where(
        and(
          eq(shareLeads.shareId, shareId),
          eq(registrations.mobile, mobile),
          sql`${registrations.createdAt} > now() - interval '24 hours'`,
        ),
      )
      .limit(1)
  ).length > 0

export const storeLead = (tx: Tx, registrationId: string, shareId: string) =>
  tx.insert(shareLeads).values({ registrationId, shareId, day: sql`current_date` })
