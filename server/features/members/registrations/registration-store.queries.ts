// A registration is stored with its audit row and its notices, whichever way it came; that of a meeting's sign-up at once.
import { sql } from 'drizzle-orm'
import { distributeRegistrations, type OpenRegistration } from '#contract/members/registrations.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { maskMobile } from '#server/core/access/masks.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import type { Change } from '#server/core/live/bus.ts'
import { storePush } from '#server/core/live/pushes.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { listHolders } from '#server/features/organisation/users/holders.queries.ts'
import { storeLead } from '#server/features/sharing/share-leads.queries.ts'
import { hasApplied, lockRegistration, storeRegistration, storeStep } from './registrations.queries.ts'
import { storeVisits } from './touches.queries.ts'
import { endsOf, visitsOf } from './touches.rules.ts'

export type Owner = { id: string; remark: string }

type Announce = (change: Change) => void
type Source = 'page' | 'open' | 'share' | 'meeting' | 'aiWeb'
/** Pages of the console, on which the applicant agrees to the privacy policy; the others ask for that themselves. */
const withConsent: ReadonlySet<Source> = new Set(['page', 'share'])

export const rowOf = (form: OpenRegistration, by: Author, source: Source) => ({
  ...form,
  company: form.company.trim(),
  contact: form.contact.trim(),
  remark: form.remark?.trim() ?? '',
  province: form.province ?? '',
  visits: visitsOf(form, Date.now()),
  address: by.address,
  source,
  consentAt: withConsent.has(source) ? sql`now()` : null,
})

type NewRow = {
  row: ReturnType<typeof rowOf>
  owner: Owner | null
  /** On whose page it was applied for. */
  share?: { id: string; sharerId: string } | undefined
}

const pageOf = (id: string) => `/home/index?registration=${id}`

/** Who is told of a lead, and where they look at it: the registration itself is its owner's alone. */
function pagesOfLead(id: string, share: NonNullable<NewRow['share']>, owner: Owner | null): Map<string, string> {
  const pages = new Map([[share.sharerId, `/application/shareArticlesOnWeChat/component/details?id=${share.id}`]])
  return owner ? pages.set(owner.id, pageOf(id)) : pages
}

/** Stores and audits it, and notifies its owner, its sharer and those who distribute registrations. @returns its id */
export async function storeApplication(
  tx: Tx,
  announce: Announce,
  by: Author,
  { row: { visits, ...row }, owner, share }: NewRow,
): Promise<string> {
  const { company, contact, subProduct } = row
  const { title } = subProductOf(subProduct)
  const { id, createdAt } = await storeRegistration(tx, { ...row, ...endsOf(visits), ownerId: owner?.id ?? null })
  await storeVisits(
    tx,
    visits.map((visit) => ({ ...visit, registrationId: id })),
  )
  if (share) await storeLead(tx, id, share.id)
  if (owner) await storeStep(tx, { registrationId: id, action: 'assign', remark: owner.remark, actorName: '系统' })
  const mobile = maskMobile(row.mobile)
  await audit(tx, by, {
    action: 'registration.apply',
    targetType: 'registration',
    targetId: id,
    after: {
      company,
      contact,
      mobile,
      subProduct,
      ...(owner && { ownerId: owner.id }),
      ...(share && { shareId: share.id }),
    },
  })
  const receivers = new Set(await listHolders(tx, distributeRegistrations))
  if (owner) receivers.add(owner.id)
  if (share) receivers.add(share.sharerId)
  await storePush(tx, announce, {
    userIds: [...receivers],
    type: 'register',
    data: { registrationId: id, company, contact, mobile, subProduct: title, time: createdAt },
  })
  const pages = share ? pagesOfLead(id, share, owner) : new Map<string, string>()
  const notice = { key: id, text: `${company} ${contact} ${mobile}` }
  await noticeStaff(tx, {
    event: 'registration',
    ...notice,
    userIds: [...receivers].filter((userId) => !pages.has(userId)),
    title: `${title}有新的注册申请`,
    link: pageOf(id),
  })
  for (const [userId, link] of pages) {
    await noticeStaff(tx, {
      event: 'shareLead',
      ...notice,
      userIds: [userId],
      title: `分享的资讯带来${title}的试用申请`,
      link,
    })
  }
  return id
}

/**
 * Of a sign-up for a meeting whose company is no customer.
 * @param owner who entered or invited; otherwise it goes to the pool
 * @returns the registration's id; null where this number has applied for the same within 24 hours
 */
export async function registerFromMeeting(
  tx: Tx,
  announce: Announce,
  by: Author,
  form: OpenRegistration,
  owner: Owner | null,
): Promise<string | null> {
  const row = rowOf(form, by, 'meeting')
  await lockRegistration(tx, row)
  return (await hasApplied(tx, row)) ? null : storeApplication(tx, announce, by, { row, owner })
}
