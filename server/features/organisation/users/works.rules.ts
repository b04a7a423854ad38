// Works that people are chosen for, and the rights that each takes: one of them is enough.
import { can, type Right } from '#contract/access.ts'
import type { WorkKey } from '#contract/organisation/users.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductPage, subProductMenu } from '#contract/sub-products.ts'

/** To see a page of the sub-product; of none named, of any. */
const viewOf = (page: SubProductPage, subProduct: string | undefined): Right[] =>
  subProductsWith(page)
    .filter((key) => subProduct === undefined || key === subProduct)
    .map((key) => can(subProductMenu(key, page), 'view'))

const works: Readonly<Record<WorkKey, { what: string; rights: (subProduct?: string) => Right[] }>> = {
  customers: {
    what: '客户或账号',
    rights: (subProduct) => [can('customerList', 'view'), ...viewOf('accounts', subProduct)],
  },
  complaints: { what: '客户投诉', rights: () => [can('complaint', 'edit')] },
  aiUnanswered: { what: 'AI 会话详情', rights: () => [can('aiWeb.sessions', 'details')] },
  orders: { what: '订单', rights: (subProduct) => viewOf('orders', subProduct) },
  dues: { what: '当日待更新数据', rights: () => [can('dataToBeUpdatedToday', 'view')] },
  articleReviews: {
    what: '资讯审核',
    rights: () => [can('newsReview', 'pass'), can('articles', 'examine'), can('articlesEnglish', 'examine')],
  },
  visits: { what: '拜访企业', rights: () => [can('visitEnterprise', 'view')] },
}

export const workOf = (work: WorkKey) => works[work]
