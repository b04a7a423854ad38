// Decisions on registrations, without a database.
import { describe, expect, it } from 'vitest'
import { coreOf, firstFree, proposalFor } from './registrations.rules.ts'

describe('registrations', () => {
  it.each([
    ['华泰钢贸（上海）有限公司', '华泰钢贸'],
    ['江海 贸易集团股份有限公司', '江海贸易'],
    ['中石', null],
    ['有限公司', null],
  ])('know the distinctive part of %s', (company, core) => {
    expect(coreOf(company)).toBe(core)
  })

  it('propose a free login name', () => {
    expect(firstFree('Wang', new Set())).toBe('Wang')
    expect(firstFree('Wang', new Set(['wang', 'wang-2']))).toBe('Wang-3')
  })
})

describe('the rule of a first grant', () => {
  const rule = (id: string, changes: object = {}) => ({
    id,
    name: `规则${id}`,
    presetId: `p${id}`,
    source: '',
    province: '',
    isEnabled: true,
    sort: Number(id),
    ...changes,
  })
  const of = { source: 'page', province: '上海市' }

  it.each([
    ['none', [], null],
    ['the first in order', [rule('2'), rule('1')], '规则1'],
    ['no rule that is switched off', [rule('1', { isEnabled: false }), rule('2')], '规则2'],
    ['no rule of another province', [rule('1', { province: '浙江省' }), rule('2')], '规则2'],
    ['no rule of another source', [rule('1', { source: 'open' })], null],
    ['a rule of both', [rule('1', { source: 'page', province: '上海市' }), rule('2')], '规则1'],
  ])('is %s', (_, rules, name) => {
    expect(proposalFor(rules, of)?.rule ?? null).toBe(name)
  })
})
