// Export of article lists to spreadsheets, without the texts.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { ArticleQuery } from './articles.ts'

const columns = [
  { key: 'title', header: '标题', width: 40 },
  { key: 'kind', header: '类型', width: 10 },
  { key: 'newsCategoryName', header: '资讯分类', width: 16 },
  { key: 'productNames', header: '产品', width: 24 },
  { key: 'channels', header: '发布渠道', width: 24 },
  { key: 'state', header: '状态', width: 10 },
  { key: 'authorName', header: '作者', width: 12 },
  { key: 'number', header: '版本数', width: 8, as: 'number' },
  { key: 'readers', header: '读者数', width: 10, as: 'number' },
  { key: 'publishedAt', header: '发布时间', width: 22, as: 'moment' },
  { key: 'updatedAt', header: '更新时间', width: 22, as: 'moment' },
] as const

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
