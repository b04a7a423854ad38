// Export of article lists to spreadsheets, without the texts.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { ArticleQuery, articleCalls } from './articles.ts'

const columns = sheetOf(articleCalls.zh.list, [
  'title',
  'kind',
  'newsCategoryName',
  'productNames',
  'channels',
  'state',
  'authorName',
  'number',
  'readers',
  'publishedAt',
  'updatedAt',
])

export const exportArticles = {
  zh: exportCall('中文资讯', '/api/backend/articles/chinese/export', can('articles', 'exportBtn'), {
    query: ArticleQuery,
    columns,
  }),
  en: exportCall('英文资讯', '/api/backend/articles/english/export', can('articlesEnglish', 'exportBtn'), {
    query: ArticleQuery,
    columns,
  }),
}
