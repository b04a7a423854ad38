// Articles as spreadsheets, one of each edition.
import {
  articleKindLabels,
  articleStateLabels,
  type Edition,
  editions,
} from '../../../contract/articles/article-labels.ts'
import { type ArticleExportKey, exportArticles } from '../../../contract/articles/article-sheets.ts'
import type { ArticleRow } from '../../../contract/articles/articles.ts'
import { subProducts } from '../../../contract/sub-products.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { eachArticleRow } from './articles.queries.ts'

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

const exportOf = (edition: Edition) =>
  declareExport<ArticleExportKey, ArticleRow>(exportArticles[edition], {
    target: 'article',
    list: eachArticleRow(edition),
    scope: (viewer) => ({ viewer }),
    columns: {
      title: { width: 40, cell: ({ title }) => title },
      kind: { width: 10, cell: ({ kind }) => articleKindLabels[kind] },
      newsCategoryName: { width: 16, cell: ({ newsCategoryName }) => newsCategoryName ?? '' },
      productNames: { width: 24, cell: ({ productNames }) => productNames.join('、') },
      channels: { width: 24, cell: ({ channels }) => channels.map((key) => titles.get(key) ?? key).join('、') },
      state: { width: 10, cell: ({ state }) => articleStateLabels[state] },
      authorName: { width: 12, cell: ({ authorName }) => authorName ?? '' },
      number: { width: 8, isNumber: true, cell: ({ number }) => String(number) },
      readers: { width: 10, isNumber: true, cell: ({ readers }) => String(readers) },
      publishedAt: { width: 22, cell: ({ publishedAt }) => publishedAt ?? '' },
      updatedAt: { width: 22, cell: ({ updatedAt }) => updatedAt },
    },
  })

export const articlesExports = editions.map(exportOf)
