// Pinyin of customer names, for the search: a trigger clears the pinyin of a changed name, and this job fills it in again, so
// that no act has to. Until then a customer is found by name, login and number.
import { isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import { enterprises, members } from '../../db/schema/members/members.ts'

const EVERY_MS = 10_000
/** Names spelled in one go: they block the event loop for a few milliseconds. */
const BATCH = 200

type Spell = (name: string) => string

/** ` htgm huataigangmao`: initials and full pinyin, with the readings of surnames for people. */
async function loadSpell(surname: 'head' | 'off'): Promise<Spell> {
  // its words are heavy, and most rounds find nothing to spell
  const { pinyin } = await import('pinyin-pro')
  return (name) => {
    const syllables = pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'spaced', surname })
    const letters = syllables.map((syllable) => syllable.toLowerCase().replace(/[^a-z0-9]/g, ''))
    return ` ${letters.map((each) => each[0] ?? '').join('')} ${letters.join('')}`
  }
}

const tables = [
  { table: enterprises, name: enterprises.name, surname: 'off' },
  { table: members, name: members.realName, surname: 'head' },
] as const

/** Spells what is not spelled yet; a row that somebody is changing waits for the next time. @returns how many */
export async function spellNames(db: Db): Promise<number> {
  let spelled = 0
  for (const { table, name, surname } of tables) {
    for (;;) {
      const found = await db.select({ id: table.id, name }).from(table).where(isNull(table.spelling)).limit(BATCH)
      if (found.length === 0) break
      const spell = await loadSpell(surname)
      const [ids, names, spellings] = [
        found.map(({ id }) => id),
        found.map((row) => row.name),
        found.map((row) => spell(row.name)),
      ]
      // a name that changed meanwhile is left to the next run
      const { rowCount } = await db.execute(sql`update ${table} set spelling = locked.spelling
        from (select stored.id, computed.spelling from unnest(${sql.param(ids)}::bigint[], ${sql.param(names)}::text[],
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
