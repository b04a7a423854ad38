// Export of articles to spreadsheets, one per edition.
import { articleKindLabels, articleStateLabels, type Edition, editions } from '#contract/articles/article-labels.ts'
import { exportArticles } from '#contract/articles/article-sheets.ts'
import { subProducts } from '#contract/sub-products.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { eachArticleRow } from './articles.queries.ts'

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

const targets: Record<Edition, string> = { zh: 'article', en: 'englishArticle' }

const exportOf = (edition: Edition) =>
  declareExport(exportArticles[edition], {
    target: targets[edition],
    list: eachArticleRow(edition),
    scope: (viewer) => ({ viewer }),
    cells: {
      kind: ({ kind }) => articleKindLabels[kind],
      productNames: ({ productNames }) => productNames.join('、'),
      channels: ({ channels }) => channels.map((key) => titles.get(key) ?? key).join('、'),
      state: ({ state }) => articleStateLabels[state],
    },
  })

export const articlesExports = editions.map(exportOf)
