// Visits that led to a registration: what their links said, and the node of search marketing that was paid for them.
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { searchSources } from '#contract/operations/search-labels.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { semNodes } from '../operations.ts'
import { registrations } from './registrations.ts'

export const registrationTouches = pgTable(
  'registration_touches',
  {
    id: identity('id'),
    registrationId: reference('registration_id', () => registrations.id),
    at: moment('at').notNull(),
    source: text('source').notNull().default(''),
    medium: text('medium').notNull().default(''),
    campaign: text('campaign').notNull().default(''),
    term: text('term').notNull().default(''),
    /** The search engine that was paid for the visit; null for any other. */
    engine: text('engine', { enum: searchSources }),
    /** Null: no node of that name is known. */
    nodeId: id64('node_id').references(() => semNodes.id),
    clickId: text('click_id').notNull().default(''),
    referrerHost: text('referrer_host').notNull().default(''),
    landingPath: text('landing_path').notNull().default(''),
  },
  (t) => [
    index('registration_touches_registration').on(t.registrationId, t.at, t.id),
    index('registration_touches_node').on(t.nodeId),
  ],
)
