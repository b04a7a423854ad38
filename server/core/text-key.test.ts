// The key of names in the database and in the program: the same over any text.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { simplified, traditional } from '#contract/simplified.ts'
import { textKey } from '#contract/text.ts'
import { testServer } from '#test/http.ts'

const server = testServer()

/** Null where the database's Unicode does not know a character yet: its form is not settled. */
async function keysOf(texts: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await server().database.db.execute<{ key: string | null }>(
    sql`select case when unicode_assigned(typed) then text_key(typed) end as key from unnest(${sql.param([...texts])}::text[]) with ordinality as t(typed, at) order by at`,
  )
  return rows.map(({ key }) => key)
}

async function expectSameKeys(texts: readonly string[]): Promise<void> {
  const keys = await keysOf(texts)
  expect(keys).toEqual(texts.map((text, at) => (keys[at] === null ? null : textKey(text))))
}

/** A character of the planes that people type, without NUL and halves of pairs. */
const sign = fc.oneof(
  fc.integer({ min: 1, max: 0x2fff }),
  fc.integer({ min: 0x3000, max: 0x33ff }),
  fc.integer({ min: 0x4e00, max: 0x9fa5 }),
  fc.integer({ min: 0xf900, max: 0xfaff }),
  fc.integer({ min: 0xfe00, max: 0xffef }),
  fc.integer({ min: 0x1f300, max: 0x1f5ff }),
  fc.integer({ min: 0x20000, max: 0x2a6d6 }),
  fc.constantFrom(0x200b, 0xfeff, 0xad, 0x3000, 0xff08, 0xff09, 0x130, 0x1e9e, 0x3a3, 0x301),
)
const typed = fc.array(sign, { maxLength: 12 }).map((signs) => {
  const text = String.fromCodePoint(...signs)
  // not assigned in the program's Unicode
  return text.replace(/\p{Cn}/gu, '')
})

it('imports.md "Text that people type": the database has the key of the program, over random text', async () => {
  const texts = fc.array(typed, { minLength: 200, maxLength: 200 })
  await fc.assert(fc.asyncProperty(texts, expectSameKeys), { numRuns: 20 })
})

it('imports.md "Text that people type": and of every traditional character and capital letter', async () => {
  const letters = Array.from({ length: 0x3000 }, (_, at) => String.fromCodePoint(at + 1)).filter(
    (each) => !/\p{Cn}/u.test(each),
  )
  const texts = [...traditional, ...simplified, ...letters]
  await expectSameKeys(texts)
})
