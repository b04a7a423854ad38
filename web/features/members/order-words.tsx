// Orders in the words of the screens.
import { type OrderState, orderStates, orderStateWords } from '../../../contract/members.ts'
import { Status, type Tone } from '../../kit/status.tsx'

const tones: Readonly<Record<OrderState, Tone>> = {
  created: 'warning',
  presale: 'good',
  forSale: 'good',
  closed: 'idle',
}

export function OrderStatus({ state }: { state: OrderState }) {
  return <Status tone={tones[state]}>{orderStateWords[state]}</Status>
}

export const stateOptions = orderStates.map((value) => ({ value, label: orderStateWords[value] }))

/** `12345.60` is `12,345.60`; the text is never made a number. */
export function amountText(amount: string): string {
  const [whole = '0', part] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}
