// Rules as they are stored.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RuleOption, RuleQuery, RuleRow } from '#contract/monitoring/rules.ts'
import { templateKinds } from '#contract/monitoring/rules.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { series } from '#server/db/schema/prices/series.ts'

const owners = alias(users, 'owners')
const deputies = alias(users, 'deputies')
const rules = monitoringRules

const common = {
  id: rules.id,
  version: rules.version,
  name: rules.name,
  calendarName: calendars.name,
  frequency: rules.frequency,
  weekdays: rules.weekdays,
  nth: rules.nth,
  dueTime: rules.dueTime,
  warnMinutes: rules.warnMinutes,
  graceMinutes: rules.graceMinutes,
  escalateMinutes: rules.escalateMinutes,
  ownerName: owners.realName,
  deputyName: deputies.realName,
  channel: rules.channel,
  isEnabled: rules.isEnabled,
  remark: rules.remark,
  updatedAt: rules.updatedAt,
}

const row = {
  ...common,
  kind: sql<RuleRow['kind']>`${rules.kind}`,
  level: rules.level,
  targetName: sql<string>`coalesce(case when ${rules.kind} = 'import' then ${rules.importName}
    when ${rules.categoryId} is not null then (select c.name from ${categories} c where c.id = ${rules.categoryId})
    when ${rules.productId} is not null then (select p.name from ${products} p where p.id = ${rules.productId})
    when ${rules.quoteItemId} is not null then (select i.name from ${quoteItems} i where i.id = ${rules.quoteItemId})
    when ${rules.seriesId} is not null then (select s.name from ${series} s where s.id = ${rules.seriesId}) end, '')`,
}

export const listRules = list<RuleRow, RuleQuery>({
  name: 'monitoring_rules',
  always: sql`${rules.kind} in ${[...templateKinds]}`,
  filters: {
    name: nameHas(rules.name, 'name'),
    kind: equals(rules.kind, 'kind'),
    level: equals(rules.level, 'level'),
    ownerId: equals(rules.ownerId, 'ownerId'),
    isEnabled: equals(rules.isEnabled, 'isEnabled'),
  },
  sorts: { name: sql`${rules.name} collate "zh-x-icu"`, updatedAt: rules.updatedAt },
  usual: sql`${rules.kind}, array_position(array['all', 'category', 'product', 'item'], ${rules.level}), ${rules.id}`,
  tie: rules.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(rules)
      .leftJoin(calendars, eq(calendars.id, rules.calendarId))
      .leftJoin(owners, eq(owners.id, rules.ownerId))
      .leftJoin(deputies, eq(deputies.id, rules.deputyId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(rules).where(where),
})

type Target = Partial<typeof rules.$inferInsert>

/** Name of another rule with the same target, enabled or not. */
export async function ruleFor(tx: Tx, target: Target, but = '0'): Promise<string | null> {
  const names = [
    'kind',
    'level',
    'categoryId',
    'productId',
    'quoteItemId',
    'seriesId',
    'newsCategoryId',
    'edition',
    'articleKind',
    'importName',
  ] as const
  const is = names.map(
    (name) => sql`${rules[name]} is not distinct from ${target[name] ?? (name.endsWith('Id') ? null : '')}`,
  )
  const [found] = await tx
    .select({ name: rules.name })
    .from(rules)
    .where(and(...is, sql`${rules.id} <> ${but}::bigint`))
  return found?.name ?? null
}

const isThere = async (
  tx: Tx,
  table: typeof categories | typeof products | typeof quoteItems | typeof series | typeof calendars,
  id: string,
) => (await tx.$count(table, sql`${table.id} = ${id}::bigint`)) > 0

export const isCategory = (tx: Tx, id: string) => isThere(tx, categories, id)
export const isProduct = (tx: Tx, id: string) => isThere(tx, products, id)
export const isQuoteItem = (tx: Tx, id: string) => isThere(tx, quoteItems, id)
export const isSeries = (tx: Tx, id: string) => isThere(tx, series, id)
export const isCalendar = (tx: Tx, id: string) => isThere(tx, calendars, id)

/** Limit that is never reached in practice. */
const SERIES_MAX = 20_000

export const listSeries = (db: Db): Promise<RuleOption[]> =>
  db
    .select({ id: series.id, name: series.name })
    .from(series)
    .where(eq(series.status, 'update'))
    .orderBy(sql`${series.name} collate "zh-x-icu"`)
    .limit(SERIES_MAX)

/** Locked; rules of other kinds are not found. */
export const lockRules = (tx: Tx, ids: readonly string[], kinds: SQL) =>
  tx
    .select()
    .from(rules)
    .where(and(inArray(rules.id, [...ids]), kinds))
    .orderBy(rules.id)
    .for('update')

export async function turnRules(tx: Tx, ids: readonly string[], isEnabled: boolean): Promise<void> {
  await tx
    .update(rules)
    .set({ isEnabled, version: sql`${rules.version} + 1`, updatedAt: sql`now()` })
    .where(inArray(rules.id, [...ids]))
}
