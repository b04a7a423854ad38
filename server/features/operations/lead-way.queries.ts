// The way of a lead: its visits, the registration, what was done about it, and what its member got and ordered since.
import { and, eq, sql } from 'drizzle-orm'
import { orderStateLabels, registrationSourceLabels } from '#contract/members/members.ts'
import type { LeadStep, LeadWay } from '#contract/operations/search-detail.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { isInSalesScope } from '#server/core/access/scope.ts'
import type { Executor } from '#server/db/connection.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { enterprises, memberAccounts } from '#server/db/schema/members/members.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { semNodes } from '#server/db/schema/operations.ts'
import {
  type RegistrationViewer,
  registrationScope,
} from '#server/features/members/registrations/registrations.queries.ts'
import { formalAt, trialAt } from './registrations/registration-statistics-rows.queries.ts'

const step = (kind: LeadStep['kind'], at: string | null, text: string): LeadStep => ({ kind, at, text, place: null })

async function visitsOf(db: Executor, id: string): Promise<LeadStep[]> {
  const rows = await db
    .select({
      at: registrationTouches.at,
      source: registrationTouches.source,
      medium: registrationTouches.medium,
      campaign: registrationTouches.campaign,
      term: registrationTouches.term,
      engine: registrationTouches.engine,
      accountId: semNodes.accountId,
      nodeCampaign: semNodes.campaign,
      nodeKeyword: semNodes.keyword,
      host: registrationTouches.referrerHost,
      path: registrationTouches.landingPath,
    })
    .from(registrationTouches)
    .leftJoin(semNodes, eq(semNodes.id, registrationTouches.nodeId))
    .where(eq(registrationTouches.registrationId, id))
    .orderBy(registrationTouches.at, registrationTouches.id)
  return rows.map(({ at, engine, accountId, campaign, term, nodeCampaign, nodeKeyword, ...visit }) => {
    const marks = [visit.source, visit.medium, campaign, term].filter((mark) => mark !== '').join(' · ')
    const text = [marks || '直接访问', visit.host && `来自 ${visit.host}`, visit.path && `到 ${visit.path}`]
    // under the name that a merge shows
    const names = { campaign: nodeCampaign ?? campaign, keyword: accountId === null ? '' : nodeKeyword || term }
    const place = engine && campaign ? { source: engine, accountId, ...names } : null
    return { kind: 'visit', at, text: text.filter((part) => part !== '').join('，'), place }
  })
}

/** In the viewer's scope; undefined without such a lead. */
export async function findLeadWay(db: Executor, viewer: RegistrationViewer, id: string): Promise<LeadWay | undefined> {
  const [lead] = await db
    .select({
      createdAt: registrations.createdAt,
      source: registrations.source,
      subProduct: registrations.subProduct,
      firstContactAt: registrations.firstContactAt,
      memberId: registrations.memberId,
      enterprise: enterprises.name,
      enterpriseId: sql<
        string | null
      >`case when ${isInSalesScope(viewer, enterprises.ownerId)} then ${enterprises.id}::text end`,
      trialAt: sql<string | null>`${trialAt}`,
      formalAt: sql<string | null>`${formalAt}`,
    })
    .from(registrations)
    .leftJoin(enterprises, eq(enterprises.id, registrations.enterpriseId))
    .where(and(eq(registrations.id, id), registrationScope(viewer)))
  if (!lead) return undefined
  const bought =
    lead.memberId === null
      ? []
      : await db
          .select({
            at: orders.createdAt,
            number: orders.number,
            item: orders.item,
            amount: orders.amount,
            state: orders.state,
          })
          .from(orders)
          .innerJoin(memberAccounts, eq(memberAccounts.id, orders.accountId))
          .where(
            and(eq(memberAccounts.memberId, lead.memberId), sql`${orders.createdAt} >= ${lead.createdAt}::timestamptz`),
          )
          .orderBy(orders.createdAt)
  const registered = `${registrationSourceLabels[lead.source]}注册，申请试用${subProductOf(lead.subProduct).title}`
  const { enterprise, enterpriseId } = lead
  const steps = [
    ...(await visitsOf(db, id)),
    step('registration', lead.createdAt, registered),
    ...(lead.firstContactAt === null ? [] : [step('contact', lead.firstContactAt, '首次联系')]),
    ...(enterprise === null || enterpriseId === null ? [] : [step('customer', null, `成为客户：${enterprise}`)]),
    ...(lead.trialAt === null ? [] : [step('trial', isoMoment(lead.trialAt), '开通试用')]),
    ...(lead.formalAt === null ? [] : [step('formal', isoMoment(lead.formalAt), '转为正式')]),
    ...bought.map(({ at, number, item, amount, state }) =>
      step('order', at, `订单 ${number}：${item}，${amount} 元，${orderStateLabels[state]}`),
    ),
  ]
  return { enterpriseId, steps }
}
