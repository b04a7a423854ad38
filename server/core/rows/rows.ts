// Serves the calls of contract/rows.ts: lock, version, check, save, audit. The subject provides the SQL of its list and its
// own checks (`check`, `uses`).

import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { BodyOf, DataOf, Endpoint } from '#contract/endpoint.ts'
import type { RowInUse } from '#contract/envelope.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { trimmed } from '#contract/typed-text.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import type { Actor } from '../access/actors.ts'
import { audit, auditAll, difference } from '../audit/audit.ts'
import { transact } from '../core.ts'
import { orNotFound, refuse } from '../http/refusal.ts'
import { type Context, type Route, serve } from '../http/serve.ts'
import { asInUse, inUse } from './in-use.ts'

type Values = Record<string, unknown>
type Form = Values & { id: string; ids: string[]; version: number; subProduct?: SubProductKey }

type Calls = Record<'list' | 'add' | 'edit' | 'remove', Endpoint> &
  Partial<Record<'get' | 'open' | 'disable' | 'copy', Endpoint>> & { page: string | undefined }

type RowTable = PgTable & { id: PgColumn; version: PgColumn; updatedAt: PgColumn }
type Row<T extends RowTable> = T['$inferSelect'] & { id: string; version: number }

/** Context of a check. */
export type Checked<Stored> = {
  /** The row as it is; none for a new one. */
  stored: Stored | undefined
  /** The row that a new one is copied from. */
  copied: Stored | undefined
  actor: Actor
  /** Of rows of sub-products. */
  subProduct: SubProductKey
}

type CallOf<C, K extends string> = K extends keyof C ? (C[K] extends Endpoint ? C[K] : never) : never
/** What the form of a row begins with. */
type Shown<C extends Calls> = [CallOf<C, 'get'>] extends [never] ? BodyOf<C['edit']> : DataOf<CallOf<C, 'get'>>

export type RowsOptions<C extends Calls, T extends RowTable> = {
  calls: C
  table: T
  /** Type of the audit log: `meeting` records `meeting.add`. */
  target: string
  list: (context: Context<C['list']>) => Promise<DataOf<C['list']>>
  /** What `get` and a stale save (601) answer, where it is more than the stored fields. */
  read?: (db: Executor, stored: Row<T>, actor: Actor) => Promise<Shown<C>>
  /** Which rows the person may see and act on: the others are not found. */
  scope?: (actor: Actor) => SQL
  /** Locks what acts of one sub-product share, before their rows: concurrent acts run one after another. */
  lock?: (tx: Tx, subProduct: SubProductKey) => Promise<void>
  /** Validates a form with trimmed texts: throws, or returns the columns to store. */
  check?: (
    tx: Tx,
    form: Omit<BodyOf<C['edit']>, 'id' | 'version'> & Partial<BodyOf<C['add']>>,
    checked: Checked<Row<T>>,
  ) => Promise<Partial<T['$inferInsert']>>
  /** What a copy has otherwise than the stored row, beside the input of the call. */
  copy?: (tx: Tx, stored: Row<T>) => Promise<Partial<BodyOf<C['add']>>>
  /** Of what uses a row, by kind: refuses its deletion (603). Other refusals are thrown. */
  uses?: (tx: Tx, stored: Row<T>) => Promise<Readonly<Record<string, number>>>
  /** The row's name, in 603. */
  nameOf: (stored: Row<T>) => string
  /** After a row was saved or deleted, in the same transaction. `values` is null after a deletion. */
  afterwards?: (tx: Tx, id: string, values: Values | null, checked: Checked<Row<T>>) => Promise<void>
}

const fieldsOf = ({ body }: Endpoint) => Object.keys((body as { properties?: object } | undefined)?.properties ?? {})

export function serveRows<C extends Calls, T extends RowTable>(options: RowsOptions<C, T>): Route[] {
  const { calls, target, uses, nameOf, afterwards, lock } = options
  const table = options.table as RowTable
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const editable = fieldsOf(calls.edit).filter((key) => key in columns)
  const copied = fieldsOf(calls.add).filter((key) => key in columns && key !== 'subProduct')
  const [state, on, off] =
    'isEnabled' in columns ? (['isEnabled', true, false] as const) : (['status', 'enabled', 'disabled'] as const)

  const named = (id: string, verb: string) => ({ action: `${target}.${verb}`, targetType: target, targetId: id })
  const pick = (row: Values, keys = editable) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
  const shown = (db: Executor, stored: Row<T>, actor: Actor): Promise<unknown> =>
    options.read?.(db, stored, actor) ?? Promise.resolve(pick(stored))

  /** Where the row's sub-product decides on the right; nothing elsewhere. */
  const byRow = calls.page !== undefined && {
    subProductOf: async ({ body, db }: { body: unknown; db: Db }) => {
      const { id, ids } = body as Form
      const [found] = await db
        .select({ of: columns.subProduct as PgColumn })
        .from(table)
        .where(eq(table.id, id ?? ids[0] ?? '0'))
      return (found?.of as SubProductKey | undefined) ?? null
    },
  }

  /** `subProduct` is there for rows of sub-products alone. */
  type RowContext = Omit<Context<Endpoint>, 'body' | 'actor' | 'subProduct'> & {
    body: Form
    actor: Actor
    subProduct: SubProductKey
  }
  /** The rows, locked in a fixed order. Throws 20404 where one is missing, out of scope, or of another sub-product. */
  async function lockRows(tx: Tx, ids: readonly string[], { actor, subProduct }: RowContext): Promise<Row<T>[]> {
    if (lock) await lock(tx, subProduct)
    const found = (await tx
      .select()
      .from(table)
      .where(and(inArray(table.id, [...ids]), options.scope?.(actor)))
      .orderBy(table.id)
      .for('update')) as Row<T>[]
    const isWrong = (row: Values) => subProduct !== undefined && row.subProduct !== subProduct
    if (found.length < ids.length || found.some(isWrong)) throw refuse('notFound')
    return found
  }

  async function insert(tx: Tx, values: Values): Promise<{ id: string; version: number }> {
    const [added] = await tx
      .insert(table)
      .values(values as never)
      .returning({ id: table.id, version: table.version })
    return added as { id: string; version: number }
  }

  async function update(tx: Tx, ids: readonly string[], values: Values): Promise<number> {
    const changes = { ...values, version: sql`${table.version} + 1`, updatedAt: sql`now()` }
    const [changed] = await tx
      .update(table)
      .set(changes as never)
      .where(inArray(table.id, [...ids]))
      .returning({ version: table.version })
    return changed?.version as number
  }

  const route = (call: Endpoint | undefined, handler: (context: RowContext) => Promise<unknown>): Route[] =>
    call ? [serve(call, handler as never, byRow as never)] : []

  /** The columns to store; those of a form without a check are the form. */
  const check = async (tx: Tx, form: Values, checked: Checked<Row<T>>): Promise<Values> =>
    (await options.check?.(tx, trimmed(form) as never, checked)) ?? trimmed(form)

  async function addRow(tx: Tx, { by, actor, subProduct }: RowContext, verb: string, form: Values, copied?: Row<T>) {
    const checked = { stored: undefined, copied, actor, subProduct }
    const values = { ...(subProduct && { subProduct }), ...(await check(tx, form, checked)) }
    const saved = await insert(tx, values)
    await afterwards?.(tx, saved.id, values, checked)
    await audit(tx, by, { ...named(saved.id, verb), after: { ...values, ...(copied && { from: copied.id }) } })
    return saved
  }

  const turn = (call: Endpoint | undefined, verb: string, value: unknown, other: unknown) =>
    route(call, (context) =>
      transact(context.core, async (tx) => {
        const { body, by } = context
        const changed = (await lockRows(tx, body.ids, context)).filter((row: Values) => row[state] !== value)
        if (changed.length === 0) return null
        const changedIds = changed.map(({ id }) => id)
        await update(tx, changedIds, { [state]: value })
        const states = { before: { [state]: other }, after: { [state]: value } }
        await auditAll(
          tx,
          by,
          changedIds.map((id) => ({ ...named(id, verb), ...states })),
        )
        return null
      }),
    )

  return [
    ...route(calls.list, options.list as never),

    ...route(calls.get, async ({ body, db, actor }) => {
      const [stored] = await db
        .select()
        .from(table)
        .where(and(eq(table.id, body.id), options.scope?.(actor)))
      if (!stored) throw refuse('notFound')
      return shown(db, stored as Row<T>, actor)
    }),

    ...route(calls.add, (context) =>
      transact(context.core, async (tx) => {
        if (lock) await lock(tx, context.subProduct)
        const { subProduct: _, ...form } = context.body
        return addRow(tx, context, 'add', form)
      }),
    ),

    ...route(calls.copy, (context) =>
      transact(context.core, async (tx) => {
        const { id, ...changes } = context.body
        const stored = orNotFound((await lockRows(tx, [id], context))[0])
        const form = { ...pick(stored, copied), ...changes, ...(await options.copy?.(tx, stored)) }
        return addRow(tx, context, 'copy', form, stored)
      }),
    ),

    ...route(calls.edit, (context) =>
      transact(context.core, async (tx) => {
        const { by, actor, subProduct } = context
        const { id, version, ...form } = context.body
        const stored = orNotFound((await lockRows(tx, [id], context))[0])
        if (stored.version !== version) throw refuse('stale', { data: await shown(tx, stored, actor) })
        const checked = { stored, copied: undefined, actor, subProduct }
        const values = await check(tx, form, checked)
        const next = await update(tx, [id], values)
        await afterwards?.(tx, id, values, checked)
        await audit(tx, by, { ...named(id, 'edit'), ...difference<Values>(stored, values) })
        return { id, version: next }
      }),
    ),

    ...route(calls.remove, (context) =>
      transact(context.core, async (tx) => {
        const { body, by, actor, subProduct } = context
        const rows = await lockRows(tx, body.ids, context)
        const used: RowInUse[] = []
        for (const row of rows) {
          if (uses) used.push(...inUse({ id: row.id, name: nameOf(row) }, await uses(tx, row)))
        }
        if (used.length > 0) throw refuse('inUse', { data: used })
        for (const stored of rows) {
          const { id } = stored
          const checked = { stored, copied: undefined, actor, subProduct }
          await asInUse({ id, name: nameOf(stored) }, () => tx.delete(table).where(eq(table.id, id)))
          await afterwards?.(tx, id, null, checked)
        }
        await auditAll(
          tx,
          by,
          rows.map((stored) => {
            const { spelling: _, ...before } = stored as Values
            return { ...named(stored.id, 'delete'), before }
          }),
        )
        return null
      }),
    ),

    ...turn(calls.open, 'open', on, off),
    ...turn(calls.disable, 'disable', off, on),
  ]
}
