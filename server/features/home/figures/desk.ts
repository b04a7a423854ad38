// Figures of those who enter and review prices, write and review articles.
import { can } from '#contract/access.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { standardCalls } from '#contract/articles/standards.ts'
import { FIGURE_ROWS } from '#contract/home/figures.ts'
import { listDues } from '#contract/monitoring/board.ts'
import { getReliability } from '#contract/monitoring/reliability.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import { savePrices } from '#contract/prices/prices.ts'
import { passPrices } from '#contract/prices/reviews.ts'
import { pageOfArticles } from '#server/features/articles/articles.queries.ts'
import { pageOfArticleReviews } from '#server/features/articles/reviews/reviews.queries.ts'
import { missedStandards } from '#server/features/articles/standards.queries.ts'
import { pageOfDues } from '#server/features/monitoring/board.queries.ts'
import { sheetOf } from '#server/features/prices/grids.queries.ts'
import { pageOfPrices } from '#server/features/prices/prices.queries.ts'
import { pageOfReviews } from '#server/features/prices/reviews/reviews.queries.ts'
import { type Figure, one, queue, some, total, work } from './figure.ts'

/** Most items have the name of their product as a prefix. */
const itemTitle = (product: string, item: string) => (item.startsWith(product) ? item : `${product} ${item}`)

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

export const deskFigures: Readonly<Record<string, Figure>> = {
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
}
