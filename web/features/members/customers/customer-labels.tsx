// Cells of customers: sub-products in use, and the day on which the next of them ends.
import { daysBetween } from '#contract/days.ts'
import type { EnterpriseRow } from '#contract/members/customers.ts'
import { EXPIRING_DAYS, enterpriseSourceLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { serverToday } from '#web/lib/server-clock.ts'
import { remaining } from '#web/pickers/validity.rules.ts'

export const CUSTOMERS = '/userControl/customerManagement/customerList'

export const sourceOptions = (['manual', 'import', 'registration'] as const).map((value) => ({
  value,
  label: enterpriseSourceLabels[value],
}))

export function SubProductsInUse({ subProducts: keys }: Pick<EnterpriseRow, 'subProducts'>) {
  if (keys.length === 0) return <>—</>
  return <OverflowText>{keys.map((key) => subProductOf(key).title).join('、')}</OverflowText>
}

export function NextEnd({ nextEndsOn }: Pick<EnterpriseRow, 'nextEndsOn'>) {
  if (nextEndsOn === null) return <>—</>
  const today = serverToday()
  const isSoon = daysBetween(today, nextEndsOn) <= EXPIRING_DAYS
  return (
    <Status tone={isSoon ? 'warning' : 'good'}>
      {isSoon ? `${nextEndsOn}（${remaining(nextEndsOn, today)}）` : nextEndsOn}
    </Status>
  )
}
