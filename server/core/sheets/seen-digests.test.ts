// Texts that came before are told by their digests.
import { expect, it } from 'vitest'
import { SeenDigests } from './seen-digests.ts'

it('tells the first row of each text, however many come', () => {
  const seen = new SeenDigests()
  for (let row = 1; row <= 20_000; row++) expect(seen.first(`词${row}`, row)).toBe(undefined)
  for (let row = 1; row <= 20_000; row += 777) expect(seen.first(`词${row}`, row + 20_000)).toBe(row)
  expect(seen.first('另一个', 40_001)).toBe(undefined)
})
