// Which figures stand on the home page, in order: an area adds a line for what its people begin the day with.
import { type Access, can, isAllowed } from '../../../contract/access.ts'
import { articleCalls } from '../../../contract/articles/articles.ts'
import { standardCalls } from '../../../contract/articles/standards.ts'
import { listProducts, moveProducts } from '../../../contract/catalogue/catalogue.ts'
import type { DayFigure } from '../../../contract/home/figures.ts'
import { querySignals } from '../../../contract/members/account-signals.ts'
import { queryRegistrations } from '../../../contract/members/registration-handling.ts'
import { listDues } from '../../../contract/monitoring/board.ts'
import { getReliability } from '../../../contract/monitoring/reliability.ts'
import { getSheet } from '../../../contract/prices/price-grids.ts'
import { savePrices } from '../../../contract/prices/prices.ts'
import { passPrices } from '../../../contract/prices/reviews.ts'
import { subProductMenu } from '../../../contract/sub-products.ts'
import { queryAnnouncements } from '../../../contract/system/announcements.ts'
import { queryJobs } from '../../../contract/system/jobs.ts'
import type { Actor } from '../../core/access/actors.ts'
import { scopeValues } from '../../core/access/scope.ts'
import type { Db } from '../../db/connection.ts'
import { pageOfArticles } from '../articles/articles.queries.ts'
import { pageOfArticleReviews } from '../articles/reviews.queries.ts'
import { countMissed } from '../articles/standards.queries.ts'
import { pageOfProducts } from '../catalogue/products.queries.ts'
import { listSignals } from '../members/activity/account-signals.queries.ts'
import { countDays } from '../members/activity/account-visits.queries.ts'
import { today as dayOf } from '../members/grants/grants.queries.ts'
import { countNew, countWaiting } from '../members/registrations/registrations.queries.ts'
import { pageOfDues } from '../monitoring/board.queries.ts'
import { sheetOf } from '../prices/grids.queries.ts'
import { pageOfPrices } from '../prices/prices.queries.ts'
import { pageOfReviews } from '../prices/reviews.queries.ts'
import { listAnnouncements } from '../system/announcements.queries.ts'
import { listJobs } from '../system/jobs.queries.ts'

type Queue = Pick<DayFigure, 'count' | 'since'>

type Figure = Pick<DayFigure, 'label' | 'menu'> & {
  /** Of the page behind it. */
  access: Access
  query?: string | ((today: string) => string)
  count: (db: Db, actor: Actor, today: string) => Promise<number | Queue>
  /** None of it is no news. */
  isSilentAtZero?: true
}

const total = async (list: Promise<{ total: number }>) => (await list).total
const one = { size: 1 } as const
/** Of a page that begins with the oldest. */
async function queue(page: Promise<{ total: number; records: { submittedAt: string | null }[] }>): Promise<Queue> {
  const { total: count, records } = await page
  return { count, since: records[0]?.submittedAt ?? null }
}
const website = { subProduct: 'officialWebsite' } as const
const visits = subProductMenu(website.subProduct, 'visitsInfo')

const figures: Readonly<Record<string, Figure>> = {
  registrationsToday: {
    label: '今日新注册',
    menu: 'registration',
    access: queryRegistrations.access,
    query: (today) => `days=${today}~${today}`,
    count: countNew,
  },
  registrationsWaiting: {
    label: '待处理注册',
    menu: 'registration',
    access: queryRegistrations.access,
    query: 'state=new',
    count: countWaiting,
  },
  pricesDue: {
    label: '今日待录价格',
    menu: 'priceBatchAdd',
    access: getSheet.access,
    count: async (db, actor, day) =>
      (await sheetOf(db, { day, mine: true }, actor)).filter(({ isDue, entry }) => isDue && entry === null).length,
    isSilentAtZero: true,
  },
  duesLate: {
    label: '我的逾期数据',
    menu: 'dataToBeUpdatedToday',
    access: listDues.access,
    query: 'whose=mine&state=late',
    count: (db, actor, day) => total(pageOfDues(db, { ...one, day, whose: 'mine', state: 'late' }, actor)),
    isSilentAtZero: true,
  },
  duesLateOfAll: {
    label: '今日逾期数据',
    menu: 'dataToBeUpdatedToday',
    access: getReliability.access,
    query: 'whose=all&state=late',
    count: (db, actor, day) => total(pageOfDues(db, { ...one, day, whose: 'all', state: 'late' }, actor)),
    isSilentAtZero: true,
  },
  pricesOverruled: {
    label: '被驳回价格',
    menu: 'price',
    access: savePrices.access,
    query: 'status=overruled',
    count: (db, actor) => total(pageOfPrices(db, { ...one, status: 'overruled', submittedById: actor.id }, actor)),
    isSilentAtZero: true,
  },
  pricesWaiting: {
    label: '待审价格',
    menu: 'priceReview',
    access: passPrices.access,
    count: (db, actor) => queue(pageOfReviews(db, { ...one, ascs: ['day'] }, actor)),
  },
  articlesOverruled: {
    label: '被驳回资讯',
    menu: 'articles',
    access: articleCalls.zh.save.access,
    query: 'state=overruled&mine=1',
    count: (db, actor) => total(pageOfArticles(db, 'zh', { ...one, state: 'overruled', mine: true }, actor)),
    isSilentAtZero: true,
  },
  articleDrafts: {
    label: '我的资讯草稿',
    menu: 'articles',
    access: articleCalls.zh.save.access,
    query: 'state=draft&mine=1',
    count: (db, actor) => total(pageOfArticles(db, 'zh', { ...one, state: 'draft', mine: true }, actor)),
    isSilentAtZero: true,
  },
  articlesScheduled: {
    label: '待发布资讯',
    menu: 'articles',
    access: articleCalls.zh.save.access,
    query: 'state=scheduled&mine=1',
    count: (db, actor) => total(pageOfArticles(db, 'zh', { ...one, state: 'scheduled', mine: true }, actor)),
    isSilentAtZero: true,
  },
  articlesWaiting: {
    label: '待审资讯',
    menu: 'newsReview',
    access: can('newsReview', 'pass'),
    count: (db, actor) => queue(pageOfArticleReviews(db, { ...one, isOwn: false }, actor)),
  },
  standardsMissed: {
    label: '今日未达标准',
    menu: 'publishingStandards',
    access: standardCalls.list.access,
    count: countMissed,
    isSilentAtZero: true,
  },
  signals: {
    label: '异常账号',
    menu: 'accountSignals',
    access: querySignals.access,
    query: 'state=open',
    count: (db, actor) => total(listSignals(db, { ...one, state: 'open' }, scopeValues(actor))),
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

/** The figures of one person, each counted in scope. */
export async function figuresOf(db: Db, actor: Actor): Promise<DayFigure[]> {
  const today = await dayOf(db)
  const own = Object.entries(figures).filter(([, { access }]) => isAllowed(access, actor))
  const shown = await Promise.all(
    own.map(async ([key, { label, menu, query = '', count, isSilentAtZero }]) => {
      const counted = await count(db, actor, today)
      const found = typeof counted === 'number' ? { count: counted, since: null } : counted
      if (isSilentAtZero && found.count === 0) return []
      return [{ key, label, menu, ...found, query: typeof query === 'string' ? query : query(today) }]
    }),
  )
  return shown.flat()
}
