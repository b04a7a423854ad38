// Figures of those who keep search marketing, products and the console itself.
import { can } from '#contract/access.ts'
import { listProducts, moveProducts } from '#contract/catalogue/catalogue.ts'
import { querySemAccounts } from '#contract/operations/search-accounts.ts'
import { subProductMenu } from '#contract/sub-products.ts'
import { queryAnnouncements } from '#contract/system/announcements.ts'
import { queryJobs } from '#contract/system/jobs.ts'
import { pageOfProducts } from '#server/features/catalogue/products.queries.ts'
import { countDays } from '#server/features/members/activity/account-visits.queries.ts'
import { budgetsOver, sheetsMissing } from '#server/features/operations/search-home.queries.ts'
import { listAnnouncements } from '#server/features/system/announcements.queries.ts'
import { listJobs } from '#server/features/system/jobs.queries.ts'
import { type Figure, one, total } from './figure.ts'

const website = { subProduct: 'officialWebsite' } as const
const visits = subProductMenu(website.subProduct, 'visitsInfo')

export const platformFigures: Readonly<Record<string, Figure>> = {
  budgetsOver: {
    label: '超出预算的推广账号',
    menu: 'semData',
    access: querySemAccounts.access,
    count: (db, _, day) => budgetsOver(db, day),
    isSilentAtZero: true,
  },
  sheetsMissing: {
    label: '缺报表的推广账号',
    menu: 'semData',
    access: can('semData', 'leadingIn'),
    count: (db, _, day) => sheetsMissing(db, day),
    isSilentAtZero: true,
  },
  jobsFailed: {
    label: '失败任务',
    menu: 'jobs',
    access: queryJobs.access,
    query: 'state=failed',
    count: (db) => total(listJobs(db, { ...one, state: 'failed' })),
    isSilentAtZero: true,
  },
  productsUnfiled: {
    label: '未归类产品',
    menu: 'product',
    access: moveProducts.access,
    query: 'isFiled=0',
    count: (db, actor) => total(pageOfProducts(db, { ...one, isFiled: false }, actor)),
    isSilentAtZero: true,
  },
  products: {
    label: '在售产品',
    menu: 'product',
    access: listProducts.access,
    query: 'isShow=1',
    count: (db, actor) => total(pageOfProducts(db, { ...one, isShow: true }, actor)),
  },
  websiteVisits: {
    label: '官网今日访问',
    menu: visits,
    access: can(visits, 'view'),
    count: async (db, _, today) => (await countDays(db, { ...website, from: today, to: today }))[0]?.acts ?? 0,
  },
  announcementDrafts: {
    label: '公告草稿',
    menu: 'announcement',
    access: queryAnnouncements.access,
    query: 'state=draft',
    count: (db) => total(listAnnouncements(db, { ...one, state: 'draft' })),
    isSilentAtZero: true,
  },
}
