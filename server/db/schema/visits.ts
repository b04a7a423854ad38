// Enterprises that are visited, and the visits with what was heard there.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { SiteCapacity, SiteDevice, SitePerson } from '#contract/visits/visit-enterprises.ts'
import { heardVerdicts, siteKinds, talkMoods, visitNoteKinds, visitStates } from '#contract/visits/visit-labels.ts'
import { products, regions } from './catalogue.ts'
import { id64, identity, moment, reference, spelling, version } from './columns.ts'
import { enterprises } from './members/members.ts'
import { users } from './organisation.ts'

export const visitEnterprises = pgTable(
  'visit_enterprises',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    spelling: spelling(),
    kind: text('kind', { enum: siteKinds }).notNull(),
    /** Whose it is: who sees it follows from the sales tree. */
    ownerId: reference('owner_id', () => users.id),
    customerId: id64('customer_id').references(() => enterprises.id, { onDelete: 'set null' }),
    products: text('products').notNull().default(''),
    capacities: jsonb('capacities').$type<SiteCapacity[]>().notNull().default([]),
    equipment: jsonb('equipment').$type<SiteDevice[]>().notNull().default([]),
    /** What numbers do not say. */
    capacity: text('capacity').notNull().default(''),
    devices: text('devices').notNull().default(''),
    regionId: id64('region_id').references(() => regions.id),
    address: text('address').notNull().default(''),
    /** Degrees, as the map site gave them. */
    longitude: numeric('longitude', { precision: 9, scale: 6 }),
    latitude: numeric('latitude', { precision: 8, scale: 6 }),
    people: jsonb('people').$type<SitePerson[]>().notNull().default([]),
    /** In their order; `file_uses` keeps the files. */
    pictureIds: jsonb('picture_ids').$type<string[]>().notNull().default([]),
    remark: text('remark').notNull().default(''),
    /** To be visited each so many days; null: no rhythm. */
    visitDays: integer('visit_days'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('visit_enterprises_owner').on(t.ownerId, t.id),
    index('visit_enterprises_region').on(t.regionId),
    index('visit_enterprises_updated').on(t.updatedAt, t.id),
    index('visit_enterprises_part').using(
      'gin',
      sql`text_key(${t.name}) gin_trgm_ops`,
      sql`text_key(${t.products}) gin_trgm_ops`,
    ),
    index('visit_enterprises_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('visit_enterprises_spelling').using('gin', t.spelling.op('gin_trgm_ops')),
    uniqueIndex('visit_enterprises_customer').on(t.customerId).where(sql`${t.customerId} is not null`),
    check('visit_enterprises_days', sql`${t.visitDays} between 1 and 3650`),
    check('visit_enterprises_place', sql`(${t.longitude} is null) = (${t.latitude} is null)`),
  ],
)

export const visits = pgTable(
  'visits',
  {
    id: identity('id'),
    version: version(),
    enterpriseId: reference('enterprise_id', () => visitEnterprises.id),
    /** The visitor. */
    ownerId: reference('owner_id', () => users.id),
    plannedAt: moment('planned_at').notNull(),
    aim: text('aim').notNull(),
    state: text('state', { enum: visitStates }).notNull().default('planned'),
    departedAt: moment('departed_at'),
    arrivedAt: moment('arrived_at'),
    /** Where the visitor's device was at the arrival, WGS 84; rounded to 0.01° by the sweep after 180 days. */
    longitude: numeric('longitude', { precision: 9, scale: 6 }),
    latitude: numeric('latitude', { precision: 8, scale: 6 }),
    /** How exact the device was, m. */
    accuracy: integer('accuracy'),
    /** From the enterprise's place as it was then, m; null where one of the two had no place. */
    distance: integer('distance'),
    /** Why there is no position, or one that is off. */
    placeReason: text('place_reason').notNull().default(''),
    reportedAt: moment('reported_at'),
    /** Why it was reported without an arrival. */
    lateReason: text('late_reason').notNull().default(''),
    /** Arrived or reported by another device than the one that the visitor has bound. */
    isOtherDevice: boolean('is_other_device').notNull().default(false),
    /** A superior wants the report amended; null again once it is. */
    returnedAt: moment('returned_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    met: text('met').notNull().default(''),
    result: text('result').notNull().default(''),
    pictureIds: jsonb('picture_ids').$type<string[]>().notNull().default([]),
    nextOn: date('next_on', { mode: 'string' }),
    nextText: text('next_text').notNull().default(''),
    /** Null: the visitor. */
    nextUserId: id64('next_user_id').references(() => users.id),
    /** The visit that the next step has become. */
    nextVisitId: id64('next_visit_id').references((): AnyPgColumn => visits.id, { onDelete: 'set null' }),
    /** Made by the device that planned it, so that sending it again is no second visit. */
    requestKey: text('request_key'),
    createdById: reference('created_by_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('visits_planned').on(t.plannedAt, t.id),
    index('visits_owner').on(t.ownerId, t.plannedAt),
    index('visits_enterprise').on(t.enterpriseId, t.arrivedAt),
    index('visits_open').on(t.ownerId, t.plannedAt).where(sql`${t.state} in ('planned', 'onTheWay', 'visited')`),
    /** What can be overdue. */
    index('visits_unfinished')
      .on(t.plannedAt, t.id)
      .where(sql`${t.state} in ('planned', 'onTheWay', 'visited') or ${t.returnedAt} is not null`),
    index('visits_next').on(t.nextVisitId).where(sql`${t.nextVisitId} is not null`),
    index('visits_exact')
      .on(t.arrivedAt)
      .where(sql`${t.longitude} <> round(${t.longitude}, 2) or ${t.latitude} <> round(${t.latitude}, 2)`),
    unique('visits_request_key').on(t.createdById, t.requestKey),
    check(
      'visits_arrived',
      sql`case ${t.state} when 'visited' then ${t.arrivedAt} is not null
        when 'reported' then (${t.arrivedAt} is null) = (${t.lateReason} <> '') else ${t.arrivedAt} is null end`,
    ),
    check('visits_reported', sql`(${t.state} = 'reported') = (${t.reportedAt} is not null)`),
    check('visits_returned', sql`${t.returnedAt} is null or ${t.state} = 'reported'`),
    check('visits_place', sql`(${t.longitude} is null) = (${t.latitude} is null)`),
  ],
)

export const visitPeopleKinds = ['companion', 'reader'] as const

/** Colleagues who went along, and those with whom a visit is shared. */
export const visitPeople = pgTable(
  'visit_people',
  {
    visitId: reference('visit_id', () => visits.id, { onDelete: 'cascade' }),
    userId: reference('user_id', () => users.id),
    kind: text('kind', { enum: visitPeopleKinds }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.visitId, t.userId, t.kind] }), index('visit_people_user').on(t.userId)],
)

/** What was said about a visit, and why its report was returned. */
export const visitNotes = pgTable(
  'visit_notes',
  {
    id: identity('id'),
    visitId: reference('visit_id', () => visits.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: visitNoteKinds }).notNull(),
    authorId: reference('author_id', () => users.id),
    text: text('text').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('visit_notes_visit').on(t.visitId, t.id)],
)

/** Who has agreed that their position is kept at arrivals; revoked, the row is gone. */
export const visitConsents = pgTable('visit_consents', {
  userId: id64('user_id')
    .primaryKey()
    .references(() => users.id),
  at: moment('at').notNull().default(sql`now()`),
})

/** What was heard of a product at a visit. */
export const visitHeard = pgTable(
  'visit_heard',
  {
    id: identity('id'),
    visitId: reference('visit_id', () => visits.id, { onDelete: 'cascade' }),
    productId: reference('product_id', () => products.id),
    /** With the decimals that were said; both the same for a single price. */
    priceLow: numeric('price_low'),
    priceHigh: numeric('price_high'),
    unit: text('unit').notNull().default(''),
    /** Null: not said. */
    hasTax: boolean('has_tax'),
    delivery: text('delivery').notNull().default(''),
    stock: text('stock').notNull().default(''),
    /** Rate of operation, %. */
    rate: smallint('rate'),
    mood: text('mood', { enum: talkMoods }),
    remark: text('remark').notNull().default(''),
    /** The source is not named to who enters prices. */
    isConfidential: boolean('is_confidential').notNull().default(false),
    /** What an editor has made of it: null while nobody has decided. */
    verdict: text('verdict', { enum: heardVerdicts }),
    verdictReason: text('verdict_reason').notNull().default(''),
    verdictById: id64('verdict_by_id').references(() => users.id),
    verdictAt: moment('verdict_at'),
  },
  (t) => [
    index('visit_heard_visit').on(t.visitId, t.id),
    index('visit_heard_product').on(t.productId, t.visitId),
    check('visit_heard_rate', sql`${t.rate} between 0 and 100`),
    check(
      'visit_heard_range',
      sql`(${t.priceLow} is null) = (${t.priceHigh} is null) and ${t.priceLow} <= ${t.priceHigh}`,
    ),
    check('visit_heard_verdict', sql`(${t.verdict} is null) = (${t.verdictAt} is null)`),
  ],
)
