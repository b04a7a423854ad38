// Whether the receivers of a handover can do the work: their roles may not open its page.
import { can, type Holdings, isAllowed, type Right } from '#contract/access.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductPage, subProductMenu } from '#contract/sub-products.ts'
import { heldWork } from './held-work.ts'

const onAny = (page: SubProductPage): readonly Right[] =>
  subProductsWith(page).map((key) => can(subProductMenu(key, page), 'view'))

/** By group of the preview: the page of that work, and the rights of which any opens it. */
const pages: Readonly<Record<string, { page: string; rights: readonly Right[] }>> = {
  客户: { page: '客户列表', rights: [can('customerList', 'view')] },
  会员: { page: '账号管理', rights: onAny('accounts') },
  待处理的注册: { page: '试用注册', rights: [can('registration', 'view')] },
  合作伙伴: { page: '合作伙伴', rights: onAny('partners') },
  未关闭的订单: { page: '订单管理', rights: onAny('orders') },
  负责的报价项: { page: '价格数据', rights: [can('price', 'view')] },
  ...Object.fromEntries(heldWork.map(({ title, page, rights }) => [title, { page, rights }])),
}

export type Receiver = { name: string; holdings: Holdings | null }

/** @param groups what this receiver gets */
export function warningsFor(
  { name, holdings }: Receiver,
  groups: readonly { title: string; count: number }[],
): string[] {
  if (groups.length === 0) return []
  if (!holdings) return [`${name}的账号已锁定或过期，不能登录`]
  return groups.flatMap(({ title, count }) => {
    const needed = pages[title]
    if (!needed || needed.rights.some((right) => isAllowed(right, holdings))) return []
    return [`${name}没有“${needed.page}”的查看权限，看不到移交来的${title} ${count} 项`]
  })
}
