// News categories: each belongs to one product, or is general.
import { Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, readCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Moment, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { freePartLabels } from './article-labels.ts'

const fields = {
  name: OneLine(Required('分类名称', 32)),
  englishName: OneLine(Text('英文名称', 64)),
  productId: Nullable(Id('所属产品')),
  freePart: Choice('分享可读', freePartLabels),
  sort: Type.Integer({ title: '排序', minimum: 0, maximum: 100_000, messages: { required: '请输入排序' } }),
}

export const newsCategoryCalls = rowCalls({
  noun: '资讯分类',
  path: '/api/backend/articles/newsCategory',
  menu: 'newsCategory',
  fields,
  query: {
    name: contains(fields.name),
    productId: Id('所属产品'),
    isGeneral: Type.Boolean({ title: '通用分类' }),
    isEnabled: Type.Boolean({ title: '启用' }),
  },
  sortable: ['sort', 'name', 'updatedAt'],
  row: {
    ...fields,
    productName: Nullable(Type.String({ title: '所属产品' })),
    isEnabled: Type.Boolean({ title: '状态' }),
    articles: Type.Integer({ title: '资讯数', description: 'filed under it' }),
    writers: Type.Integer({ title: '可撰写人数', description: 'people who may write in it' }),
    updatedAt: Moment('更新时间'),
  },
  with: ['open', 'disable'],
})
export type NewsCategoryQuery = BodyOf<typeof newsCategoryCalls.list>
export type NewsCategoryRow = RowOf<typeof newsCategoryCalls>

const menus = ['articles', 'articlesEnglish', 'newsReview', 'articleTemplate', 'publishingStandards'] as const

const Choosable = Type.Object({
  id: Type.String(),
  name: Type.String(),
  productId: Nullable(Type.String()),
  productName: Nullable(Type.String()),
  isWritable: Type.Boolean({ description: 'the caller writes in it' }),
})

/** The enabled ones that are general or of a product the caller works on. */
export const chooseNewsCategories = readCall(
  '可选的资讯分类',
  '/api/backend/articles/newsCategory/choices',
  anyOf(...menus.map((menu) => can(menu, 'view'))),
  { body: Fields({}), data: Type.Array(Choosable) },
)
