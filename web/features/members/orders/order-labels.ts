// How the states of orders are told at a glance.
import type { OrderState } from '#contract/members/members.ts'
import type { Tone } from '#web/kit/table/status.tsx'

export const orderTones: Readonly<Record<OrderState, Tone>> = {
  created: 'warning',
  presale: 'good',
  forSale: 'good',
  closed: 'idle',
}
