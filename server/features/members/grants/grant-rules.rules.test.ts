// Which rule decides, and how rules are reordered.
import { describe, expect, it } from 'vitest'
import { movedRule, ruleFor } from './grant-rules.rules.ts'

const rule = (id: string, changes: object = {}) => ({
  id,
  source: '',
  province: '',
  isEnabled: true,
  sort: Number(id),
  ...changes,
})
const query = { source: 'page', province: '山东省' }

describe('ruleFor', () => {
  it('takes the first that fits, by their order, whatever the order of the input', () => {
    const rules = [rule('2'), rule('1', { province: '山东省' }), rule('3')]
    expect(ruleFor(rules, query)?.id).toBe('1')
    expect(ruleFor(rules, { ...query, province: '河北省' })?.id).toBe('2')
    expect(ruleFor([rule('10', { sort: 1 }), rule('9', { sort: 1 })], query)?.id).toBe('9')
  })

  it('matches any source or province where the rule’s is empty, and requires both otherwise', () => {
    expect(ruleFor([rule('1', { source: 'open', province: '山东省' })], query)).toBeUndefined()
    expect(ruleFor([rule('1', { source: 'page' })], { source: 'page', province: '' })?.id).toBe('1')
    expect(ruleFor([rule('1', { province: '山东省' })], { source: 'page', province: '' })).toBeUndefined()
  })

  it('skips disabled rules, and returns undefined where none fits', () => {
    expect(ruleFor([rule('1', { isEnabled: false }), rule('2')], query)?.id).toBe('2')
    expect(ruleFor([], query)).toBeUndefined()
  })
})

describe('movedRule', () => {
  it.each([
    ['2', 'up', ['2', '1', '3']],
    ['2', 'down', ['1', '3', '2']],
    ['3', 'first', ['3', '1', '2']],
    ['1', 'last', ['2', '3', '1']],
    ['1', 'up', ['1', '2', '3']],
    ['3', 'down', ['1', '2', '3']],
  ] as const)('moves %s %s', (id, to, expected) => {
    expect(movedRule(['1', '2', '3'], id, to)).toEqual(expected)
  })
})
