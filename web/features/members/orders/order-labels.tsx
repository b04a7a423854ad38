// How the states of orders are told at a glance.
import { type OrderState, orderStateLabels } from '#contract/members/members.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'

export const orderTones: Readonly<Record<OrderState, Tone>> = {
  created: 'warning',
  presale: 'good',
  forSale: 'good',
  closed: 'idle',
}

export function OrderStatus({ state }: { state: OrderState }) {
  return <Status tone={orderTones[state]}>{orderStateLabels[state]}</Status>
}
