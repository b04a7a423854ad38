// From an account to the pages that show more of it: its sub-accounts, its log, what changed its grants.
import { type Alias, can } from '../../../../contract/access.ts'
import { type AccountRow, accountRight } from '../../../../contract/members/accounts.ts'
import { type SubProductKey, type SubProductPage, subProductMenu } from '../../../../contract/sub-products.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { useOpenPage } from '../../../lib/open-page.ts'
import { pageOf } from './account-words.tsx'

/** Only those that the sub-product has a page for, and that the person may open. */
export function useAccountLinks(subProduct: SubProductKey): (account: AccountRow) => RowAction[] {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const link = (label: string, page: SubProductPage, call: RowAction['call'], query: Record<string, string>) => {
    const path = pageOf(subProduct, page)
    const mayOpen = isAllowed(can(subProductMenu(subProduct, page), 'view'))
    return path === undefined || !mayOpen ? [] : [{ label, call, run: () => openPage(path, query) }]
  }
  const right = (alias: Alias) => accountRight(subProduct, alias)
  return ({ id, mainName, realName }) => [
    ...(mainName ? [] : link('子账号', 'subsidiaryAccount', right('affiliatedAccount'), { mainId: id })),
    ...link('授权变更记录', 'grantChange', can(subProductMenu(subProduct, 'grantChange'), 'view'), {
      accountId: id,
      tagName: realName,
    }),
    ...link('操作日志', 'accountLog', right('userLog'), { accountId: id, tagName: realName }),
    ...link('访问日志', 'accountLog', right('userAccessLog'), { accountId: id, kind: 'view', tagName: realName }),
  ]
}
