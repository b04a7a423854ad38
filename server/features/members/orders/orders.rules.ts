// Transitions of an order: decided here, without the database. Amounts are decimal texts, computed exactly.
import type { OrderState } from '#contract/members/members.ts'
import { AMOUNT_ASKS_PERCENT, type OrderAction } from '#contract/members/orders.ts'

const nextStates: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['presale', 'forSale', 'closed'],
  presale: ['forSale', 'closed'],
  forSale: ['closed'],
  closed: [],
}

export const mayBecome = (state: OrderState, next: OrderState): boolean => nextStates[state].includes(next)

/** The state after each act; null: unchanged. */
export const stateAfter: Readonly<Record<OrderAction, OrderState | null>> = {
  create: 'created',
  presale: 'presale',
  forSale: 'forSale',
  close: 'closed',
  changeAmount: null,
  changeSalesman: null,
}

const stateLabels: Readonly<Record<OrderState, string>> = {
  created: '待处理',
  presale: '预售',
  forSale: '在售',
  closed: '已关闭',
}

/** Why an act is refused in this state, or null. */
export function refusalOfAct(state: OrderState, action: OrderAction): string | null {
  if (state === 'closed') return '订单已关闭，不能再操作'
  const next = stateAfter[action]
  if (next === null || mayBecome(state, next)) return null
  return next === state
    ? `订单已是“${stateLabels[state]}”`
    : `“${stateLabels[state]}”的订单不能改为“${stateLabels[next]}”`
}

/** `12.5` is 1250 cents. */
function centsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** `1250` cents is `12.50`: as PostgreSQL writes it. */
export function plainAmount(amount: string): string {
  const cents = centsOf(amount)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

export const isSameAmount = (one: string, other: string): boolean => centsOf(one) === centsOf(other)

/** Whether an amount changes by more than the allowed percentage; any change from zero does. */
export function changesMuch(before: string, after: string): boolean {
  const was = centsOf(before)
  const difference = centsOf(after) - was
  const size = difference < 0n ? -difference : difference
  return size * 100n > was * BigInt(AMOUNT_ASKS_PERCENT)
}

/** `+25.0%`, truncated to one decimal; empty where the old amount is zero. */
export function percentOf(before: string, after: string): string {
  const was = centsOf(before)
  if (was === 0n) return ''
  const tenths = ((centsOf(after) - was) * 1000n) / was
  const size = tenths < 0n ? -tenths : tenths
  return `${tenths < 0n ? '-' : '+'}${size / 10n}.${size % 10n}%`
}
