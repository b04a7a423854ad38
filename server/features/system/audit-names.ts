// Names for the ids in audit rows.
import { inArray } from 'drizzle-orm'
import type { AuditDetail } from '#contract/system/audit-log.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { applets } from '#server/db/schema/authorisation.ts'
import { categories, newsCategories, products, regions } from '#server/db/schema/catalogue.ts'
import { departments, menus, roles, users } from '#server/db/schema/organisation.ts'
import { type AuditStored, recordedNames } from './audit-log.queries.ts'
import { changesOf, idsIn, kindOfField, type NamedKind, recordedName } from './audit-log.rules.ts'
import { readTargets } from './audit-targets.ts'

/** Includes deleted rows that are still stored. Not customers: who may read their names depends on scope. */
const named = {
  user: { table: users, id: users.id, name: users.realName },
  role: { table: roles, id: roles.id, name: roles.name },
  department: { table: departments, id: departments.id, name: departments.name },
  menu: { table: menus, id: menus.id, name: menus.name },
  category: { table: categories, id: categories.id, name: categories.name },
  newsCategory: { table: newsCategories, id: newsCategories.id, name: newsCategories.name },
  product: { table: products, id: products.id, name: products.name },
  region: { table: regions, id: regions.id, name: regions.name },
  applet: { table: applets, id: applets.id, name: applets.name },
} as const satisfies Record<NamedKind, unknown>

type Wanted = Partial<Record<NamedKind, Set<string>>>

function wantedIn(rows: readonly AuditStored[]): Wanted {
  const wanted: Wanted = {}
  const want = (kind: NamedKind | undefined, ids: readonly string[]) => {
    if (!kind) return
    wanted[kind] ??= new Set()
    for (const id of ids) wanted[kind].add(id)
  }
  for (const { targetType, action, before, after } of rows) {
    for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      want(kindOfField(field, { action, targetType }), idsIn(value))
    }
  }
  return wanted
}

async function readNames(db: Executor, wanted: Wanted) {
  const read = async (kind: NamedKind) => {
    const { table, id, name } = named[kind]
    const ids = [...(wanted[kind] ?? [])]
    const found = ids.length > 0 ? await db.select({ id, name }).from(table).where(inArray(id, ids)) : []
    return [kind, new Map(found.map((row) => [row.id, row.name]))] as const
  }
  return new Map(await Promise.all((Object.keys(named) as NamedKind[]).map(read)))
}

/** Rows for display: with differences, and with names in place of ids. */
export async function withNames(db: Db, rows: readonly AuditStored[]): Promise<AuditDetail[]> {
  const wanted = new Map<string, Set<string>>()
  for (const { targetType, targetId } of rows) {
    if (!wanted.has(targetType)) wanted.set(targetType, new Set())
    for (const id of idsIn(targetId)) wanted.get(targetType)?.add(id)
  }
  const [names, standing] = await Promise.all([readNames(db, wantedIn(rows)), readTargets(db, wanted)])
  const keyOf = ({ targetType, targetId }: AuditStored) => `${targetType} ${targetId}`
  const nameOf = (row: AuditStored) => standing.get(keyOf(row)) ?? recordedName(row.before, row.after)
  const nameless = rows.filter((row) => row.targetId !== '' && nameOf(row) === null)
  const recorded = await recordedNames(db, [
    ...new Map(nameless.map((row) => [keyOf(row), { type: row.targetType, id: row.targetId }])).values(),
  ])
  return rows.map((stored) => {
    const { before, after, ...row } = stored
    const targetName = nameOf(stored) ?? recorded.get(keyOf(stored)) ?? null
    const changes = changesOf(
      before,
      after,
      (field, id) => {
        const kind = kindOfField(field, row)
        return kind && names.get(kind)?.get(id)
      },
      row.targetType,
    )
    return { ...row, targetName, fields: changes.map(({ field }) => field), changes }
  })
}
