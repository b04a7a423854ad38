// Label of an account's grants in a preview.
import { expect, it } from 'vitest'
import { stateText } from './grant-preview.rules.ts'

it('shows kind, last day, products and the grant that follows', () => {
  expect(stateText(null, 'app')).toBe('未授权')
  const trial = { kind: 'trial', endsOn: '2026-12-31', next: null, products: 3 } as const
  expect(stateText(trial, 'app')).toBe('试用 至 2026-12-31 · 3 个产品')
  const next = { kind: 'formal', startsOn: '2027-01-01', endsOn: '2027-12-31' } as const
  expect(stateText({ ...trial, next }, 'app')).toBe('试用 至 2026-12-31，2027-01-01 起正式 · 3 个产品')
  expect(stateText({ ...trial, kind: 'gift' }, 'aiWeb')).toBe('赠送 至 2026-12-31')
})
