// An enterprise for visits as it is read in the console: with its customer, links to its pictures and to the map.
import { isAllowed } from '#contract/access.ts'
import { saveContact } from '#contract/members/contacts.ts'
import { editVisitEnterprise, type SitePerson, type VisitEnterpriseDetail } from '#contract/visits/visit-enterprises.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { maskMobile } from '#server/core/access/masks.ts'
import type { Executor } from '#server/db/connection.ts'
import { findEnterprise } from '#server/features/members/customers/customers.queries.ts'
import { mapUrl } from './map-links.ts'
import { picturesOf, type Showing } from './pictures.queries.ts'
import type { StoredSite } from './visit-enterprises.queries.ts'

const masked = (people: readonly SitePerson[]) =>
  people.map((one) => ({ ...one, mobile: one.mobile === '' ? '' : maskMobile(one.mobile) }))

/** The linked customer, within the actor's own scope. */
async function customerOf(db: Executor, actor: Actor, customerId: string | null) {
  const found = customerId === null ? undefined : await findEnterprise(db, actor, customerId)
  if (!found) return null
  const { name, regionPath, address, ownerName, contacts } = found
  const people = contacts.flatMap(({ leftOn, position, ...one }) =>
    leftOn === null ? [{ name: one.name, role: position, mobile: one.mobile }] : [],
  )
  const maySee = isAllowed(saveContact.access, actor)
  return { name, regionPath, address, ownerName, contacts: maySee ? people : masked(people) }
}

/** Telephone numbers only for who may edit it. */
export async function shownSite(
  showing: Showing & { actor: Actor },
  { pictureIds, people, ...site }: StoredSite,
): Promise<VisitEnterpriseDetail> {
  const { core, db, actor } = showing
  const maySeeMobiles = isAllowed(editVisitEnterprise.access, actor)
  return {
    ...site,
    people: maySeeMobiles ? people : masked(people),
    customer: await customerOf(db, actor, site.customerId),
    pictures: await picturesOf(showing, pictureIds),
    mapUrl: mapUrl(core.config, site, site.name),
  }
}
