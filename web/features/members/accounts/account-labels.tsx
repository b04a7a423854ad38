// Labels of account states, and paths of a sub-product's pages.
import { type AccountState, accountStateLabels } from '#contract/members/members.ts'
import { type SubProductKey, type SubProductPage, subProductOf } from '#contract/sub-products.ts'
import { Status } from '#web/kit/table/status.tsx'

type Named = { realName: string; loginName: string }
export const accountName = ({ realName, loginName }: Named): string => `${realName}（${loginName}）`

/** A lock concerns the member in all sub-products and takes precedence over the account's state. */
export function AccountStatus({ status, locked }: { status: AccountState; locked: boolean }) {
  if (locked) return <Status tone="warning">{status === 'disabled' ? '已锁定，已禁用' : '已锁定'}</Status>
  return <Status tone={status === 'enabled' ? 'good' : 'idle'}>{accountStateLabels[status]}</Status>
}

/** Path of a sub-product's page, such as `/application/bigData/appAccountLog`; undefined if it has none. */
export function pageOf(subProduct: SubProductKey, page: SubProductPage): string | undefined {
  const { prefix, pages } = subProductOf(subProduct)
  const own: Readonly<Partial<Record<SubProductPage, string>>> = pages
  const path = own[page]
  return path === undefined ? undefined : `/application/${prefix}/${path}`
}
