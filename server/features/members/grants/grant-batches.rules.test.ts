// What a batch does to one account, as its preview says it.
import { expect, it } from 'vitest'
import type { BatchGrantWish } from '../../../../contract/members/grant-batches.ts'
import type { GrantState } from '../../../../contract/members/members.ts'
import { planFor } from './grant-batches.rules.ts'
import { addDays } from './grants.rules.ts'

const TODAY = '2026-06-15'
const account = { id: '1', status: 'enabled', locked: false } as const
const wish: BatchGrantWish = {
  ...{ productIds: ['7'], kind: 'trial', startsOn: TODAY, endsOn: addDays(TODAY, 14), quota: null },
}
const until = (endsOn: string): GrantState & { productId: string } => ({
  ...{ productId: '7', kind: 'trial', startsOn: addDays(TODAY, -30), endsOn, quota: null },
})

it.each([
  ['there was none', 'new', []],
  ['it ran out yesterday', 'new', [until(addDays(TODAY, -1))]],
  ['it ends today', 'extended', [until(TODAY)]],
  ['it ends later than the wish', 'unchanged', [until(addDays(TODAY, 90))]],
] as const)('§6 batchEmpower: where %s, the grant is %s', (_, fate, live) => {
  expect(planFor({ kind: 'grant', wish }, account, live, TODAY).fate).toBe(fate)
})

it('§6 batchEmpower: so many days more make what has run out new, and what runs longer', () => {
  const extend = { kind: 'extend', wish: { days: 5 } } as const
  expect(planFor(extend, account, [until(addDays(TODAY, -1))], TODAY).fate).toBe('new')
  expect(planFor(extend, account, [until(TODAY)], TODAY).fate).toBe('extended')
})
