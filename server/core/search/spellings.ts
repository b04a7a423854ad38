// Pinyin of names, for searches: a trigger clears the pinyin of a changed name, and this job fills it in again, so
// that no act has to. Until then it is found by the name itself.

import { isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { grantPresets } from '#server/db/schema/members/grants.ts'
import { enterpriseContacts, enterprises, members } from '#server/db/schema/members/members.ts'
import { partners } from '#server/db/schema/members/partners.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { roles, users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { series } from '#server/db/schema/prices/series.ts'
import { visitEnterprises } from '#server/db/schema/visits.ts'

const EVERY_MS = 10_000
/** Names spelled in one go: they block the event loop for a few milliseconds. */
const BATCH = 200

type Spell = (name: string) => string

/** Of the first characters with several readings every combination is told, up to so many; of others each reading once. */
const COMBINATIONS = 16
const SPELLINGS = 40

const lettersOf = (syllable: string) => syllable.toLowerCase().replace(/[^a-z0-9]/g, '')

/** ` htgm huataigangmao`, and so for other readings of a character: initials and full pinyin, surnames first as surnames. */
async function loadSpell(surname: 'head' | 'off'): Promise<Spell> {
  // its words are heavy, and most rounds find nothing to spell
  const { pinyin } = await import('pinyin-pro')
  const options = { toneType: 'none', type: 'array', v: true } as const
  const known = new Map<string, readonly string[]>()
  const readingsOf = (sign: string) => {
    const before = known.get(sign)
    if (before) return before
    const readings = pinyin(sign, { ...options, multiple: true }).map(lettersOf)
    known.set(sign, readings)
    return readings
  }
  return (name) => {
    const likeliest = pinyin(name, { ...options, nonZh: 'spaced', surname }).map(lettersOf)
    let spelled: string[][] = [likeliest]
    for (const [at, sign] of Array.from(name).entries()) {
      // letters and digits stand for themselves
      const others = sign <= '\x7f' ? [] : readingsOf(sign).filter((reading) => reading !== likeliest[at])
      const from = spelled.length * (others.length + 1) <= COMBINATIONS ? spelled : [likeliest]
      spelled = [...spelled, ...others.flatMap((other) => from.map((each) => each.with(at, other)))]
    }
    const written = spelled
      .slice(0, SPELLINGS)
      .flatMap((syllables) => [syllables.map((each) => each[0] ?? '').join(''), syllables.join('')])
    return [...new Set(written)].map((each) => ` ${each}`).join('')
  }
}

const tables = [
  { table: enterprises, name: enterprises.name, spelling: enterprises.spelling, surname: 'off' },
  { table: enterpriseContacts, name: enterpriseContacts.name, spelling: enterpriseContacts.spelling, surname: 'head' },
  { table: members, name: members.realName, spelling: members.spelling, surname: 'head' },
  { table: registrations, name: registrations.company, spelling: registrations.companySpelling, surname: 'off' },
  { table: registrations, name: registrations.contact, spelling: registrations.contactSpelling, surname: 'head' },
  { table: partners, name: partners.name, spelling: partners.spelling, surname: 'off' },
  { table: grantPresets, name: grantPresets.name, spelling: grantPresets.spelling, surname: 'off' },
  { table: roles, name: roles.name, spelling: roles.spelling, surname: 'off' },
  { table: users, name: users.realName, spelling: users.spelling, surname: 'head' },
  { table: products, name: products.name, spelling: products.spelling, surname: 'off' },
  { table: quoteItems, name: quoteItems.name, spelling: quoteItems.spelling, surname: 'off' },
  { table: series, name: series.name, spelling: series.spelling, surname: 'off' },
  { table: meetings, name: meetings.name, spelling: meetings.spelling, surname: 'off' },
  { table: visitEnterprises, name: visitEnterprises.name, spelling: visitEnterprises.spelling, surname: 'off' },
] as const

/** Spells what is not spelled yet; a row that somebody is changing waits for the next time. @returns how many */
export async function spellNames(db: Db): Promise<number> {
  let spelled = 0
  for (const { table, name, spelling, surname } of tables) {
    for (;;) {
      const found = await db.select({ id: table.id, name }).from(table).where(isNull(spelling)).limit(BATCH)
      if (found.length === 0) break
      const spell = await loadSpell(surname)
      const [ids, names, spellings] = [
        found.map(({ id }) => id),
        found.map((row) => row.name),
        found.map((row) => spell(row.name)),
      ]
      // a name that changed meanwhile is left to the next run
      const { rowCount } = await db.execute(sql`update ${table} set ${sql.identifier(spelling.name)} = locked.spelling
        from (select stored.id, computed.spelling from unnest(${idArray(ids)}, ${sql.param(names)}::text[],
            ${sql.param(spellings)}::text[]) as computed(id, name, spelling)
          join ${table} stored on stored.id = computed.id and stored.${sql.identifier(name.name)} = computed.name
          for no key update of stored skip locked) locked
        where ${table.id} = locked.id`)
      spelled += rowCount ?? 0
      if (found.length < BATCH || !rowCount) break
    }
  }
  return spelled
}

/** Until stopped. */
export function keepSpelling(db: Db, log: Logger): () => void {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    await spellNames(db).catch((error: unknown) => log.error({ err: error }, 'names not spelled'))
    isRunning = false
  }
  const timer = setInterval(() => void run(), EVERY_MS)
  timer.unref()
  void run()
  return () => clearInterval(timer)
}
