// Labels of orders.
import { type OrderState, orderStateLabels, orderStates } from '#contract/members/members.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'

const tones: Readonly<Record<OrderState, Tone>> = {
  created: 'warning',
  presale: 'good',
  forSale: 'good',
  closed: 'idle',
}

export function OrderStatus({ state }: { state: OrderState }) {
  return <Status tone={tones[state]}>{orderStateLabels[state]}</Status>
}

export const stateOptions = orderStates.map((value) => ({ value, label: orderStateLabels[value] }))
