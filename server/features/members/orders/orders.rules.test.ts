// State transitions of an order, and exact arithmetic on amounts.
import { describe, expect, it } from 'vitest'
import { type OrderState, orderStates } from '#contract/members/members.ts'
import { changesMuch, isSameAmount, mayBecome, percentOf, plainAmount, refusalOfAct } from './orders.rules.ts'

describe('states', () => {
  const allowed: readonly (readonly [OrderState, OrderState])[] = [
    ['created', 'presale'],
    ['created', 'forSale'],
    ['created', 'closed'],
    ['presale', 'forSale'],
    ['presale', 'closed'],
    ['forSale', 'closed'],
  ]
  const every = orderStates.flatMap((from) => orderStates.map((to) => [from, to] as const))

  it.each(every)('%s → %s', (from, to) => {
    expect(mayBecome(from, to)).toBe(allowed.some(([one, other]) => one === from && other === to))
  })

  it('a closed order is final for every act', () => {
    for (const act of ['presale', 'forSale', 'close', 'changeAmount', 'changeSalesman'] as const) {
      expect(refusalOfAct('closed', act)).toBe('订单已关闭，不能再操作')
    }
  })

  it('says which transition is refused', () => {
    expect(refusalOfAct('forSale', 'presale')).toBe('“在售”的订单不能改为“预售”')
    expect(refusalOfAct('presale', 'presale')).toBe('订单已是“预售”')
    expect(refusalOfAct('presale', 'changeAmount')).toBeNull()
  })
})

describe('amounts', () => {
  it.each([
    ['12', '12.00'],
    ['0.5', '0.50'],
    ['9999999999.99', '9999999999.99'],
  ])('%s is %s', (amount, plain) => {
    expect(plainAmount(amount)).toBe(plain)
    expect(isSameAmount(amount, plain)).toBe(true)
  })

  it.each([
    ['100.00', '120.00', false],
    ['100.00', '120.01', true],
    ['100.00', '80.00', false],
    ['100.00', '79.99', true],
    ['0.00', '0.01', true],
    ['9999999999.99', '9999999999.98', false],
  ])('from %s to %s needs confirmation: %s', (before, after, asks) => {
    expect(changesMuch(before, after)).toBe(asks)
  })

  it('gives the change in per cent', () => {
    expect(percentOf('100.00', '125.00')).toBe('+25.0%')
    expect(percentOf('300.00', '100.00')).toBe('-66.6%')
    expect(percentOf('0.00', '1.00')).toBe('')
  })
})
