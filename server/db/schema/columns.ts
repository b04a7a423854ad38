// Column types in the form in which JSON carries them: ids as strings, moments as ISO 8601 with their offset.
import { sql } from 'drizzle-orm'
import { customType, integer } from 'drizzle-orm/pg-core'

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
