import { expect, it } from 'vitest'
import { nextDraft } from './next-draft.rules.ts'

it('product.md "Who works here": after a submission the next draft is the one after it, then the first that was skipped', () => {
  expect(nextDraft(['12', '9', '10'], '9')).toBe('10')
  expect(nextDraft(['9', '10'], '12')).toBe('9')
  expect(nextDraft(['12'], '12')).toBeNull()
  expect(nextDraft([], '12')).toBeNull()
})
