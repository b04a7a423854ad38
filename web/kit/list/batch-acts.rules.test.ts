// The limit of acts on a selection is said before they begin.
import { expect, it } from 'vitest'
import { can } from '#contract/access.ts'
import { confirmSignUps } from '#contract/meetings/sign-ups.ts'
import { reallocateMembers } from '#contract/members/owners.ts'
import { markSearchWords, querySearchWords, WORDS_MAX } from '#contract/operations/search-words.ts'
import { rowsMaxOf, selectionText, tooManyOf } from './batch-acts.rules.ts'

it('experience.md "A refusal says why": an act on more rows than its call takes says so where they are chosen', () => {
  expect(tooManyOf(markSearchWords, WORDS_MAX)).toBe('')
  expect(tooManyOf(markSearchWords, 612)).toBe('一次最多 500 项，已选 612 项')
})

it('rows that the act would not change do not count for its limit', () => {
  expect(tooManyOf(markSearchWords, 612, 200)).toBe('')
  expect(tooManyOf(markSearchWords, 612, 501)).toBe('一次最多 500 项，已选 612 项，其中 501 项会更改')
})

it('says the limit of all acts once, and of one act with its name', () => {
  const refused = '一次最多 500 项，已选 612 项'
  expect(selectionText(3, [{ label: '排除', refused: '' }])).toBe('已选 3 项')
  expect(selectionText(612, [{ label: '排除', refused }])).toBe(refused)
  const acts = [
    { label: '取消标记', refused: '' },
    { label: '排除', refused },
  ]
  expect(selectionText(612, acts)).toBe(`排除：${refused}`)
})

it('reads the limit from the one list that may not be empty', () => {
  expect(rowsMaxOf(markSearchWords)).toBe(WORDS_MAX)
  expect(rowsMaxOf(confirmSignUps)).toBe(100)
  // accounts and who gets them
  expect(rowsMaxOf(reallocateMembers)).toBeUndefined()
  expect(rowsMaxOf(querySearchWords)).toBeUndefined()
  expect(rowsMaxOf(can('semSearch', 'batchEdit'))).toBeUndefined()
})
