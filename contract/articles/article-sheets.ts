// Articles in spreadsheets: what lists find, without their texts.
import { can } from '../access.ts'
import { exportCall } from '../sheets.ts'
import { ArticleQuery } from './articles.ts'

const columns = [
  { key: 'title', header: '标题' },
  { key: 'kind', header: '类型' },
  { key: 'newsCategoryName', header: '资讯分类' },
  { key: 'productNames', header: '产品' },
  { key: 'channels', header: '发布渠道' },
  { key: 'state', header: '状态' },
  { key: 'authorName', header: '作者' },
  { key: 'number', header: '版本数' },
  { key: 'readers', header: '读者数' },
  { key: 'publishedAt', header: '发布时间' },
  { key: 'updatedAt', header: '更新时间' },
] as const
export type ArticleExportKey = (typeof columns)[number]['key']

const common = { query: ArticleQuery, columns }

export const exportArticles = {
  zh: exportCall({
    ...common,
    noun: '中文资讯',
    path: '/api/backend/articles/chinese/export',
    access: can('articles', 'exportBtn'),
  }),
  en: exportCall({
    ...common,
    noun: '英文资讯',
    path: '/api/backend/articles/english/export',
    access: can('articlesEnglish', 'exportBtn'),
  }),
}
