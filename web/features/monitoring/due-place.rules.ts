// Where a due row is completed: the page, and the query that opens it at the right place (web/due-places.test.ts).
import { addDays } from '#contract/days.ts'
import type { DueRow } from '#contract/monitoring/board.ts'
import { SETTLED_SHEET_DAYS, watchedImports } from '#contract/monitoring/monitoring-labels.ts'

export type DuePlace = { label: string; path: string; query: Readonly<Record<string, string>> }

type Due = Pick<
  DueRow,
  'kind' | 'subjectId' | 'productId' | 'day' | 'edition' | 'newsCategoryId' | 'articleKind' | 'importName'
>

const withoutEmpty = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value ? [[key, value]] : [])))

const places: Readonly<Record<Due['kind'], (due: Due) => DuePlace>> = {
  price: ({ day, productId, subjectId }) => ({
    label: '去录入',
    path: '/data/priceService/price/batchAdd',
    query: withoutEmpty({ day, productIds: productId, item: subjectId }),
  }),
  series: ({ subjectId }) => ({
    label: '去查看',
    path: '/data/priceService/searchData',
    query: { c: `series-${subjectId}`, range: 'm1' },
  }),
  article: ({ edition, newsCategoryId, articleKind }) => ({
    label: '去撰写',
    path: edition === 'en' ? '/data/actciles/addDetailEnglish' : '/data/actciles/addDetail',
    query: withoutEmpty({ newsCategoryId, kind: articleKind }),
  }),
  report: ({ subjectId, day }) => ({
    label: '去撰写',
    path: `/application/others/customizedReportManagement/sendReport/${subjectId}`,
    query: { dueOn: day },
  }),
  // the report of a day comes on the next
  sheet: ({ subjectId, day }) => ({
    label: '去导入',
    path: '/operate/SemDeta',
    query: { accountId: subjectId, days: `${addDays(day, -1)}~${addDays(day, -1)}` },
  }),
  // providers have the last 30 days; the strip of the page shows which are asked for again
  settledSheet: ({ subjectId, day }) => ({
    label: '去导入',
    path: '/operate/SemDeta',
    query: { accountId: subjectId, days: `${addDays(day, -SETTLED_SHEET_DAYS)}~${addDays(day, -1)}` },
  }),
  question: () => ({
    label: '去处理',
    path: '/application/aiWeb/session',
    query: { tab: 'unanswered', state: 'assigned' },
  }),
  import: ({ importName }) => ({
    label: '去导入',
    path: watchedImports.find(({ id }) => id === importName)?.page ?? watchedImports[0].page,
    query: {},
  }),
}

export const placeOf = (due: Due): DuePlace => places[due.kind](due)
