// Enterprises that are visited, and the visits with what was heard there.
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { SitePerson } from '../../../contract/visits/visit-enterprises.ts'
import { siteKinds, talkMoods, visitStates } from '../../../contract/visits/visit-labels.ts'
import { products, regions } from './catalogue.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { enterprises } from './members/members.ts'
import { users } from './organisation.ts'

export const visitEnterprises = pgTable(
  'visit_enterprises',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    kind: text('kind', { enum: siteKinds }).notNull(),
    /** Whose it is: who sees it follows from the sales tree. */
    ownerId: reference('owner_id', () => users.id),
    customerId: id64('customer_id').references(() => enterprises.id, { onDelete: 'set null' }),
    products: text('products').notNull().default(''),
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
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('visit_enterprises_owner').on(t.ownerId, t.id),
    index('visit_enterprises_region').on(t.regionId),
    index('visit_enterprises_updated').on(t.updatedAt, t.id),
    index('visit_enterprises_part').using('gin', t.name.op('gin_trgm_ops'), t.products.op('gin_trgm_ops')),
    uniqueIndex('visit_enterprises_customer').on(t.customerId).where(sql`${t.customerId} is not null`),
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
    /** Where the visitor's device was at the arrival. */
    longitude: numeric('longitude', { precision: 9, scale: 6 }),
    latitude: numeric('latitude', { precision: 8, scale: 6 }),
    reportedAt: moment('reported_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    met: text('met').notNull().default(''),
    result: text('result').notNull().default(''),
    pictureIds: jsonb('picture_ids').$type<string[]>().notNull().default([]),
    nextOn: date('next_on', { mode: 'string' }),
    nextText: text('next_text').notNull().default(''),
    /** Null: the visitor. */
    nextUserId: id64('next_user_id').references(() => users.id),
    createdById: reference('created_by_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('visits_planned').on(t.plannedAt, t.id),
    index('visits_owner').on(t.ownerId, t.plannedAt),
    index('visits_enterprise').on(t.enterpriseId, t.arrivedAt),
    index('visits_open').on(t.ownerId, t.plannedAt).where(sql`${t.state} in ('planned', 'onTheWay', 'visited')`),
    check('visits_arrived', sql`(${t.state} in ('visited', 'reported')) = (${t.arrivedAt} is not null)`),
    check('visits_reported', sql`(${t.state} = 'reported') = (${t.reportedAt} is not null)`),
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

export const visitTalks = pgTable(
  'visit_talks',
  {
    id: identity('id'),
    visitId: reference('visit_id', () => visits.id, { onDelete: 'cascade' }),
    productId: reference('product_id', () => products.id),
    /** With the decimals that were said. */
    price: numeric('price'),
    unit: text('unit').notNull().default(''),
    stock: text('stock').notNull().default(''),
    /** Rate of operation, %. */
    rate: smallint('rate'),
    mood: text('mood', { enum: talkMoods }),
    remark: text('remark').notNull().default(''),
  },
  (t) => [
    index('visit_talks_visit').on(t.visitId, t.id),
    index('visit_talks_product').on(t.productId, t.visitId),
    check('visit_talks_rate', sql`${t.rate} between 0 and 100`),
  ],
)
