// The limit of acts on a selection is said before they begin.
import { expect, it } from 'vitest'
import { can } from '#contract/access.ts'
import { confirmSignUps } from '#contract/meetings/sign-ups.ts'
import { reallocateMembers } from '#contract/members/owners.ts'
import { markSearchWords, querySearchWords, WORDS_MAX } from '#contract/operations/search-words.ts'
import { rowsMaxOf, tooManyOf } from './batch-acts.rules.ts'

it('experience.md "A refusal says why": an act on more rows than its call takes says so where they are chosen', () => {
  expect(tooManyOf(markSearchWords, WORDS_MAX)).toBe('')
  expect(tooManyOf(markSearchWords, 612)).toBe('一次最多 500 项，已选 612 项')
})

it('reads the limit from the one list that may not be empty', () => {
  expect(rowsMaxOf(markSearchWords)).toBe(WORDS_MAX)
  expect(rowsMaxOf(confirmSignUps)).toBe(100)
  // accounts and who gets them
  expect(rowsMaxOf(reallocateMembers)).toBeUndefined()
  expect(rowsMaxOf(querySearchWords)).toBeUndefined()
  expect(rowsMaxOf(can('semSearch', 'batchEdit'))).toBeUndefined()
})
