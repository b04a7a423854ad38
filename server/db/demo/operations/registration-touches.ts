// Visits before a third of the demo company's registrations: most by a paid click, some by another way or directly.
import { sql } from 'drizzle-orm'
import { storeVisits } from '#server/features/members/registrations/touches.queries.ts'
import { endsOf, type StoredVisit, visitsOf } from '#server/features/members/registrations/touches.rules.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { registrationTouches } from '../../schema/members/registration-touches.ts'
import { registrations } from '../../schema/members/registrations.ts'
import { type Chance, createChance } from '../random.ts'
import { accounts } from './search-plan.ts'

const SEED = 20_261_127
const HOUR_MS = 3_600_000
const LANDING = ['/register', '/price', '/']

function linkOf(chance: Chance) {
  if (chance.happens(0.15)) return { landingPath: '/' }
  if (chance.happens(0.2)) return { source: chance.pick(['wechat', '行业展会', 'newsletter']), medium: 'referral' }
  const account = chance.pick([...accounts, ...accounts.slice(0, 2), ...accounts.slice(0, 1)])
  const campaign = chance.pick(account.campaigns)
  return {
    source: account.source === 'so360' ? '360' : account.source,
    medium: 'cpc',
    campaign: campaign.name,
    term: chance.pick(chance.pick(campaign.groups).keywords),
    clickId: `c${chance.between(100_000, 999_999)}`,
    landingPath: chance.pick(LANDING),
  }
}

function visitsBefore(chance: Chance, registeredAt: number): StoredVisit[] {
  const touches = Array.from({ length: chance.between(1, 4) }, (_, n) => ({
    at: new Date(registeredAt - (n * 70 + chance.between(0, 60)) * HOUR_MS).toISOString(),
    ...linkOf(chance),
  }))
  return visitsOf({ touches }, registeredAt)
}

/** Adds nothing where there is some. */
export async function addRegistrationTouches(tx: Tx): Promise<void> {
  if (!(await isEmpty(tx, registrationTouches))) return
  const chance = createChance(SEED)
  const found = await tx
    .select({ id: registrations.id, createdAt: registrations.createdAt })
    .from(registrations)
    .orderBy(registrations.id)
  const visited = found
    .filter(() => chance.happens(1 / 3))
    .map(({ id, createdAt }) => ({ id, visits: visitsBefore(chance, Date.parse(createdAt)) }))
  await storeVisits(
    tx,
    visited.flatMap(({ id, visits }) => visits.map((visit) => ({ ...visit, registrationId: id }))),
  )
  const ends = visited.map(({ id, visits }) => ({ id, ...endsOf(visits) }))
  await tx.execute(sql`update ${registrations} set first_touch = t."firstTouch", last_touch = t."lastTouch"
    from json_to_recordset(${JSON.stringify(ends)}::json) as t(id bigint, "firstTouch" jsonb, "lastTouch" jsonb)
    where ${registrations.id} = t.id`)
}
