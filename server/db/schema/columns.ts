// Column types in the form in which JSON carries them: ids as strings, moments as ISO 8601 with their offset.
import { type SQLWrapper, sql } from 'drizzle-orm'
import { customType, integer, text } from 'drizzle-orm/pg-core'

/** 64-bit integer, a string outside the database. */
export const id64 = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' })

/** The primary key of most tables. */
export const identity = (name: string) =>
  customType<{ data: string; driverData: string; notNull: true; default: true }>({
    dataType: () => 'bigint generated always as identity',
  })(name).primaryKey()

/** A primary key of 59 random bits, for rows whose ids must not be guessed. */
export const randomId = (name: string) =>
  id64(name)
    .primaryKey()
    .default(sql`(('x' || left(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint & 9223372036854775807)`)

/** Of an address or a QR code: random letters and digits that nobody mistakes for each other, as `CODE_LETTERS` has them. */
export const publicCode = (name: string, length: number) =>
  text(name)
    .notNull()
    .default(
      sql.raw(
        `left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=01iloILO', ''), ${length})`,
      ),
    )

/** `2026-11-20 17:48:13.12+08`, as PostgreSQL writes it, becomes `2026-11-20T17:48:13.12+08:00`. */
export function isoMoment(text: string): string {
  const iso = text.replace(' ', 'T')
  return /[+-]\d\d$/.test(iso) ? `${iso}:00` : iso
}

export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: isoMoment,
})

/** Rows that people edit carry a version, sent back on saving. */
export const version = () => integer('version').notNull().default(1)

/** A required foreign key. */
export const reference = (name: string, ...to: Parameters<ReturnType<typeof id64>['references']>) =>
  id64(name)
    .notNull()
    .references(...to)

/**
 * Tells rows apart whose names were typed otherwise and have one key (`text_key`), from before names were unique by it: 0 for the
 * oldest and for every new row, which the unique index refuses beside it. 0 again where the name changes (a trigger).
 */
export const namesake = () => integer('namesake').notNull().default(0)

/** The key by which names are compared: `textKey` of contract/text.ts, in the database. */
export const keyOf = (column: SQLWrapper) => sql`text_key(${column})`

/** Initials and pinyin of the name, for the search; null until spellings.ts has filled them, and again where the name changes. */
export const spelling = (name = 'spelling') => text(name)
