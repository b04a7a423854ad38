// What a batch plans for one account, as its preview shows it.
import { expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import type { BatchGrantWish } from '#contract/members/grant-batches.ts'
import type { GrantState } from '#contract/members/members.ts'
import { type BatchTask, planFor } from './grant-batches.rules.ts'

const TODAY = '2026-06-15'
const account = { loginName: 'one', status: 'enabled', locked: false } as const
const wish: BatchGrantWish = {
  productIds: ['7'],
  kind: 'trial',
  startsOn: TODAY,
  endsOn: addDays(TODAY, 14),
  quota: null,
}
const until = (endsOn: string): GrantState & { productId: string } => ({
  productId: '7',
  kind: 'trial',
  startsOn: addDays(TODAY, -30),
  endsOn,
  quota: null,
})

it.each([
  ['there was none', [], { endsOn: addDays(TODAY, 14), products: 1 }],
  ['it ran out yesterday', [until(addDays(TODAY, -1))], { endsOn: addDays(TODAY, 14) }],
  ['it ends today', [until(TODAY)], { endsOn: addDays(TODAY, 14) }],
] as const)('§6 batchEmpower: where %s, the grant lasts as requested', (_, live, after) => {
  expect(planFor({ kind: 'grant', wish }, account, live, TODAY)).toMatchObject({ after, problem: null })
})

it('§6 batchEmpower: leaves alone a grant that lasts longer', () => {
  const plan = planFor({ kind: 'grant', wish }, account, [until(addDays(TODAY, 90))], TODAY)
  expect(plan).toMatchObject({ after: plan.before, problem: { fate: 'unchanged' } })
})

it('§6 batchEmpower: extends by days, from today where the grant has expired, else from its end', () => {
  const extend = { kind: 'extend', wish: { days: 5 } } as const
  const formal = { kind: 'extend', wish: { days: 5, trialKind: 'formal' } } as const
  expect(planFor(formal, account, [until(TODAY)], TODAY).after).toMatchObject({ kind: 'formal' })
  expect(planFor(formal, account, [{ ...until(TODAY), kind: 'gift' }], TODAY).after).toMatchObject({ kind: 'gift' })
  const endOf = (endsOn: string) => planFor(extend, account, [until(endsOn)], TODAY).after?.endsOn
  expect(endOf(addDays(TODAY, -1))).toBe(addDays(TODAY, 4))
  expect(endOf(TODAY)).toBe(addDays(TODAY, 5))
  const tooMany = { kind: 'extend', wish: { days: 3_660 } } as const
  expect(planFor(tooMany, account, [until(addDays(TODAY, 30))], TODAY).problem).toMatchObject({ fate: 'refused' })
})

it.each([
  [{ status: 'disabled', locked: false }, '先启用账号'],
  [{ status: 'enabled', locked: true }, '先解锁会员'],
] as const)('grants nothing to %o, says the way on, and takes from it all the same', (standing, wayOn) => {
  const barred = { ...account, ...standing }
  const live = [until(TODAY)]
  expect(planFor({ kind: 'grant', wish }, barred, live, TODAY).problem).toMatchObject({ fate: 'refused', wayOn })
  const revoke: BatchTask = { kind: 'revoke', wish: { productIds: [] } }
  expect(planFor(revoke, barred, live, TODAY)).toMatchObject({ after: null, problem: null })
  expect(planFor(revoke, barred, [], TODAY).problem).toMatchObject({ fate: 'unchanged' })
})
