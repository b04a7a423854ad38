// The figures of the home page, in order: each area adds those with which its people start the day.
import { type Access, can, isAllowed } from '#contract/access.ts'
import { queryUnanswered } from '#contract/ai/unanswered.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { standardCalls } from '#contract/articles/standards.ts'
import { listProducts, moveProducts } from '#contract/catalogue/catalogue.ts'
import { type DayFigure, FIGURE_ROWS, type FigureRow } from '#contract/home/figures.ts'
import { querySignals } from '#contract/members/account-signals.ts'
import { queryRegistrations } from '#contract/members/registration-handling.ts'
import { listDues } from '#contract/monitoring/board.ts'
import { getReliability } from '#contract/monitoring/reliability.ts'
import { querySemAccounts } from '#contract/operations/search-accounts.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import { savePrices } from '#contract/prices/prices.ts'
import { passPrices } from '#contract/prices/reviews.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { pushPages } from '#contract/push/push-labels.ts'
import type { PushRow } from '#contract/push/pushes.ts'
import { smsPushCalls } from '#contract/push/sms-pushes.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { subProductMenu } from '#contract/sub-products.ts'
import { queryAnnouncements } from '#contract/system/announcements.ts'
import { queryJobs } from '#contract/system/jobs.ts'
import { queryVisitEnterprises } from '#contract/visits/visit-enterprises.ts'
import { visitStateLabels } from '#contract/visits/visit-labels.ts'
import { overdueLabels, queryVisits } from '#contract/visits/visits.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Db } from '#server/db/connection.ts'
import { listUnanswered } from '#server/features/ai/unanswered/unanswered.queries.ts'
import { pageOfArticles } from '#server/features/articles/articles.queries.ts'
import { pageOfArticleReviews } from '#server/features/articles/reviews/reviews.queries.ts'
import { missedStandards } from '#server/features/articles/standards.queries.ts'
import { pageOfProducts } from '#server/features/catalogue/products.queries.ts'
import { listSignals } from '#server/features/members/activity/account-signals.queries.ts'
import { countDays } from '#server/features/members/activity/account-visits.queries.ts'
import { countNew, countWaiting } from '#server/features/members/registrations/registrations.queries.ts'
import { pageOfDues } from '#server/features/monitoring/board.queries.ts'
import { budgetsOver, sheetsMissing } from '#server/features/operations/search-home.queries.ts'
import { sheetOf } from '#server/features/prices/grids.queries.ts'
import { pageOfPrices } from '#server/features/prices/prices.queries.ts'
import { pageOfReviews } from '#server/features/prices/reviews/reviews.queries.ts'
import { pushListOf } from '#server/features/push/pushes/pushes.queries.ts'
import { listSmsPushes } from '#server/features/push/sms/sms-pushes.queries.ts'
import { listFollowUps } from '#server/features/service/follow-ups.queries.ts'
import { listAnnouncements } from '#server/features/system/announcements.queries.ts'
import { listJobs } from '#server/features/system/jobs.queries.ts'
import { listVisitEnterprises } from '#server/features/visits/visit-enterprises.queries.ts'
import { listVisits } from '#server/features/visits/visits.queries.ts'

type Counted = Pick<DayFigure, 'count' | 'since' | 'rows'>

type Figure = Pick<DayFigure, 'label' | 'menu'> & {
  /** The access of the page behind it. */
  access: Access
  query?: string | ((today: string) => string)
  count: (db: Db, actor: Actor, today: string) => Promise<number | Counted>
  /** Left out at zero. */
  isSilentAtZero?: true
}

const total = async (list: Promise<{ total: number }>) => (await list).total
const one = { size: 1 } as const
/** Most items have the name of their product as a prefix. */
const itemTitle = (product: string, item: string) => (item.startsWith(product) ? item : `${product} ${item}`)
const some = { size: FIGURE_ROWS } as const
/** Total and first rows of a page, in the order of the list. */
async function work<R extends { id: string }>(
  page: Promise<{ total: number; records: R[] }>,
  tell: (row: R) => Omit<FigureRow, 'id'>,
): Promise<Counted> {
  const { total: count, records } = await page
  return { count, since: null, rows: records.map((row) => ({ id: row.id, ...tell(row) })) }
}
/** The same for a list that starts with what has waited longest. */
async function queue<R extends { id: string; submittedAt: string | null }>(
  page: Promise<{ total: number; records: R[] }>,
  tell: (row: R) => Omit<FigureRow, 'id' | 'since'>,
): Promise<Counted> {
  const counted = await work(page, (row) => ({ ...tell(row), since: row.submittedAt }))
  return { ...counted, since: counted.rows[0]?.since ?? null }
}
const pushLine = ({
  title,
  note,
  authorName,
  updatedAt,
}: Pick<PushRow, 'title' | 'note' | 'authorName' | 'updatedAt'>) => ({
  title,
  note: note || authorName,
  since: updatedAt,
})
/** One's own articles of an edition in a state, labelled for the home page. */
const own = (edition: Edition, state: 'overruled' | 'draft' | 'scheduled', label: string): Figure => ({
  label,
  menu: articleCalls[edition].menu,
  access: articleCalls[edition].save.access,
  query: `state=${state}&mine=1`,
  count: (db, actor) =>
    work(pageOfArticles(db, edition, { ...some, state, mine: true }, actor), ({ title, productNames, updatedAt }) => ({
      title: `《${title}》`,
      note: productNames.join('、'),
      since: updatedAt,
    })),
  isSilentAtZero: true,
})
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
    count: async (db, actor, day) => {
      const due = (await sheetOf(db, { day, mine: true }, actor)).filter(({ isDue, entry }) => isDue && entry === null)
      const rows = due.slice(0, FIGURE_ROWS).map(({ quoteItemId, productName, itemName, market, specification }) => ({
        id: quoteItemId,
        title: itemTitle(productName, itemName),
        note: [market, specification].filter(Boolean).join(' '),
        since: null,
        query: `item=${quoteItemId}`,
      }))
      return { count: due.length, since: null, rows }
    },
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
    count: (db, actor) =>
      work(
        pageOfPrices(db, { ...some, status: 'overruled', submittedById: actor.id }, actor),
        ({ productName, itemName, day }) => ({ title: itemTitle(productName, itemName), note: day, since: null }),
      ),
    isSilentAtZero: true,
  },
  pricesWaiting: {
    label: '待审价格',
    menu: 'priceReview',
    access: passPrices.access,
    count: (db, actor) =>
      queue(
        pageOfReviews(db, { ...some, ascs: ['day'] }, actor),
        ({ productName, itemName, day, submittedByName }) => ({
          title: itemTitle(productName, itemName),
          note: `${day.slice(5)} ${submittedByName}`,
        }),
      ),
  },
  articlesOverruled: own('zh', 'overruled', '被驳回资讯'),
  articleDrafts: own('zh', 'draft', '我的资讯草稿'),
  articlesScheduled: own('zh', 'scheduled', '待发布资讯'),
  englishOverruled: own('en', 'overruled', '被驳回英文资讯'),
  englishDrafts: own('en', 'draft', '我的英文草稿'),
  englishScheduled: own('en', 'scheduled', '待发布英文资讯'),
  articlesWaiting: {
    label: '待审资讯',
    menu: 'newsReview',
    access: can('newsReview', 'pass'),
    count: (db, actor) =>
      queue(pageOfArticleReviews(db, { ...some, isOwn: false }, actor), ({ title, productNames, submittedByName }) => ({
        title: `《${title}》`,
        note: [productNames.join('、'), submittedByName].filter(Boolean).join(' · '),
      })),
  },
  standardsMissed: {
    label: '今日未达标准',
    menu: 'publishingStandards',
    access: standardCalls.list.access,
    count: async (db) => {
      const missed = await missedStandards(db)
      const rows = missed.slice(0, FIGURE_ROWS).map(({ id, name, timesADay, deadline, publishedToday }) => ({
        id,
        title: name,
        since: null,
        note: [`${publishedToday} / ${timesADay} 篇`, deadline && `${deadline} 前`].filter(Boolean).join('，'),
      }))
      return { count: missed.length, since: null, rows }
    },
    isSilentAtZero: true,
  },
  smsReviewing: {
    label: '待审短信推送',
    menu: 'smsListPush',
    access: smsPushCalls.pass.access,
    query: 'state=reviewing',
    count: (db, actor) => work(listSmsPushes(db, { ...some, state: 'reviewing' }, actor.id), pushLine),
    isSilentAtZero: true,
  },
  smsStopped: {
    label: '已暂停的短信推送',
    menu: 'smsListPush',
    access: smsPushCalls.launch.access,
    query: 'state=stopped',
    count: (db, actor) => work(listSmsPushes(db, { ...some, state: 'stopped' }, actor.id), pushLine),
    isSilentAtZero: true,
  },
  reportsStopped: {
    label: '已暂停的邮件推送',
    menu: pushPages.report.menu,
    access: pushCalls.report.launch.access,
    query: 'state=stopped',
    count: (db) => work(pushListOf.report(db, { ...some, state: 'stopped' }), pushLine),
    isSilentAtZero: true,
  },
  followUpsDue: {
    label: '今日待跟进',
    menu: 'followUp',
    access: queryFollowUps.access,
    query: 'due=now&mine=1',
    count: (db, actor, day) =>
      work(
        listFollowUps(db, { ...some, due: 'now', mine: true, ascs: ['nextOn'] }, scopeValues(actor)),
        ({ enterpriseName, contactName, nextText, nextOn }) => ({
          title: enterpriseName,
          note: [contactName, nextText, nextOn !== null && nextOn < day ? `应于 ${nextOn}` : '']
            .filter(Boolean)
            .join(' · '),
          since: null,
        }),
      ),
  },
  visitsToday: {
    label: '今日拜访',
    menu: 'visitRecord',
    access: queryVisits.access,
    query: 'today=1&mine=1',
    count: (db, actor) =>
      work(
        listVisits(db, { ...some, today: true, mine: true, ascs: ['plannedAt'] }, scopeValues(actor)),
        ({ enterpriseName, aim, state, plannedAt }) => ({
          title: enterpriseName,
          note: [visitStateLabels[state], aim].join(' · '),
          since: plannedAt,
        }),
      ),
    isSilentAtZero: true,
  },
  reportsOwed: {
    label: '待填拜访报告',
    menu: 'visitRecord',
    access: queryVisits.access,
    query: 'state=visited&mine=1',
    count: (db, actor) =>
      work(
        listVisits(db, { ...some, state: 'visited', mine: true, ascs: ['arrivedAt'] }, scopeValues(actor)),
        ({ enterpriseName, aim, arrivedAt }) => ({ title: enterpriseName, note: aim, since: arrivedAt }),
      ),
    isSilentAtZero: true,
  },
  visitsOverdue: {
    label: '逾期拜访',
    menu: 'visitRecord',
    access: queryVisits.access,
    query: 'overdue=1&mine=1',
    count: (db, actor) =>
      work(
        listVisits(db, { ...some, overdue: true, mine: true, ascs: ['plannedAt'] }, scopeValues(actor)),
        ({ enterpriseName, aim, overdue, plannedAt }) => ({
          title: enterpriseName,
          note: [aim, overdue !== null && overdueLabels[overdue]].filter(Boolean).join(' · '),
          since: plannedAt,
        }),
      ),
    isSilentAtZero: true,
  },
  sitesDue: {
    label: '到期未拜访企业',
    menu: 'visitEnterprise',
    access: queryVisitEnterprises.access,
    query: 'overdue=1&mine=1',
    count: (db, actor) =>
      work(
        listVisitEnterprises(db, { ...some, overdue: true, mine: true, ascs: ['lastVisitAt'] }, scopeValues(actor)),
        ({ name, visitDays, dueOn, lastVisitAt }) => ({
          title: name,
          note: `每 ${visitDays} 天一次 · 应于 ${dueOn}`,
          since: lastVisitAt,
        }),
      ),
    isSilentAtZero: true,
  },
  signals: {
    label: '异常账号',
    menu: 'accountSignals',
    access: querySignals.access,
    query: 'state=open',
    count: (db, actor) => total(listSignals(db, { ...one, state: 'open' }, scopeValues(actor))),
  },
  // the number alone: whoever reads a question is recorded, and this page reads nobody's
  questionsUnanswered: {
    label: '没答上的问题',
    menu: 'aiWeb.sessions',
    access: queryUnanswered.access,
    query: 'tab=unanswered&state=open',
    count: (db, actor) => total(listUnanswered(db, { ...one, state: 'open' }, scopeValues(actor))),
    isSilentAtZero: true,
  },
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

/** The figures of one person, each counted within scope. */
export async function figuresOf(db: Db, actor: Actor): Promise<DayFigure[]> {
  const today = await databaseToday(db)
  const own = Object.entries(figures).filter(([, { access }]) => isAllowed(access, actor))
  const shown = await Promise.all(
    own.map(async ([key, { label, menu, query = '', count, isSilentAtZero }]) => {
      const counted = await count(db, actor, today)
      const found = typeof counted === 'number' ? { count: counted, since: null, rows: [] } : counted
      if (isSilentAtZero && found.count === 0) return []
      return [{ key, label, menu, ...found, query: typeof query === 'string' ? query : query(today) }]
    }),
  )
  return shown.flat()
}
