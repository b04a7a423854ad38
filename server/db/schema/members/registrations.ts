// Registrations: customers who apply for a trial, their owners, and what was done about each.
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { registrationSources, registrationStates } from '#contract/members/members.ts'
import type { StoredTouch } from '#contract/members/registration-touches.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference, spelling, version } from '../columns.ts'
import { users } from '../organisation.ts'
import { enterprises, members } from './members.ts'

export const registrations = pgTable(
  'registrations',
  {
    id: identity('id'),
    version: version(),
    company: text('company').notNull(),
    contact: text('contact').notNull(),
    companySpelling: spelling('company_spelling'),
    contactSpelling: spelling('contact_spelling'),
    mobile: text('mobile').notNull(),
    email: text('email').notNull().default(''),
    /** The sub-product that the trial is for. */
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    /** Name of a region of level 1; empty where it was not given. */
    province: text('province').notNull().default(''),
    remark: text('remark').notNull().default(''),
    address: text('address').notNull().default(''),
    source: text('source', { enum: registrationSources }).notNull().default('page'),
    state: text('state', { enum: registrationStates }).notNull().default('new'),
    /** Null: in the pool. */
    ownerId: id64('owner_id').references(() => users.id),
    /** The resulting enterprise and member. */
    enterpriseId: id64('enterprise_id').references(() => enterprises.id),
    memberId: id64('member_id').references(() => members.id),
    /** Where the customer came from, at the first visit that is known and at the one that led to the registration. */
    firstTouch: jsonb('first_touch').$type<StoredTouch>(),
    lastTouch: jsonb('last_touch').$type<StoredTouch>(),
    /** When the applicant agreed to the privacy policy; null where another site asked. */
    consentAt: moment('consent_at'),
    firstContactAt: moment('first_contact_at'),
    closedAt: moment('closed_at'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('registrations_time').on(t.createdAt),
    // the list's order: who waits, the longest first; who was spoken with; then what was closed, newest first
    index('registrations_open').on(
      t.closedAt.desc().nullsFirst(),
      t.firstContactAt.asc().nullsFirst(),
      t.createdAt,
      t.id.desc().nullsFirst(),
    ),
    index('registrations_mobile').on(t.mobile),
    index('registrations_mobile_end').on(sql`right(${t.mobile}, 4)`),
    index('registrations_name_part').using(
      'gin',
      sql`text_key(${t.company}) gin_trgm_ops`,
      sql`text_key(${t.contact}) gin_trgm_ops`,
    ),
    index('registrations_spelled').using(
      'gin',
      t.companySpelling.op('gin_trgm_ops'),
      t.contactSpelling.op('gin_trgm_ops'),
    ),
    index('registrations_unspelled').on(t.id).where(sql`${t.companySpelling} is null or ${t.contactSpelling} is null`),
    index('registrations_owner').on(t.ownerId, t.id),
    index('registrations_state').on(t.state, t.id),
    index('registrations_enterprise').on(t.enterpriseId),
    index('registrations_member').on(t.memberId),
  ],
)

/** What was done about a registration, in order. */
export const registrationSteps = pgTable(
  'registration_steps',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    registrationId: reference('registration_id', () => registrations.id),
    action: text('action').notNull(),
    remark: text('remark').notNull().default(''),
    actorId: id64('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
  },
  (t) => [index('registration_steps_registration').on(t.registrationId, t.id)],
)

/** Who gets the registrations from a province. */
export const registrationRules = pgTable('registration_rules', {
  id: identity('id'),
  version: version(),
  province: text('province').notNull().unique(),
  ownerId: reference('owner_id', () => users.id),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
})

/** Codes by short message for who applies on the public page; removed after an hour. */
export const registrationCodes = pgTable(
  'registration_codes',
  {
    id: identity('id'),
    mobile: text('mobile').notNull(),
    /** Keyed with `SECRET_KEY` and the number. */
    codeHash: text('code_hash').notNull(),
    /** With this code, right or wrong. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('registration_codes_mobile').on(t.mobile, t.id)],
)
