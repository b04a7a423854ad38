// Values of the article form: initial values, conversion from and to versions, and the base of a save.
import { articleKinds } from '#contract/articles/article-labels.ts'
import type { Article, ArticleContent, ArticleVersion } from '#contract/articles/articles.ts'
import { emptyBody } from '#contract/articles/body.ts'
import { quotedFigures } from '#contract/articles/bound-fields.ts'

export type ArticleValues = Omit<ArticleContent, 'figures'>

/** `author` is visible to readers: the person's name, or else the account name. */
export const newArticle = (person: { realName: string; userName: string } | null): ArticleValues => ({
  kind: 'daily',
  title: '',
  subtitle: '',
  summary: '',
  keywords: [],
  tags: [],
  source: '',
  author: person?.realName || (person?.userName ?? ''),
  newsCategoryId: null,
  productIds: [],
  channels: [],
  coverId: null,
  attachmentIds: [],
  publishAt: null,
  takeDownAt: null,
  topUntil: null,
  body: emptyBody,
  bindings: [],
})

/** Values from the address: `kind` and `newsCategoryId`. Invalid ones are ignored. */
export function askedArticle(address: URLSearchParams): Partial<ArticleValues> {
  const kind = articleKinds.find((each) => each === address.get('kind'))
  const newsCategoryId = address.get('newsCategoryId') ?? ''
  return { ...(kind && { kind }), ...(/^[1-9]\d{0,18}$/.test(newsCategoryId) && { newsCategoryId }) }
}

/** From a stored version. */
export const valuesOf = (version: ArticleVersion): ArticleValues => ({
  kind: version.kind,
  title: version.title,
  subtitle: version.subtitle,
  summary: version.summary,
  keywords: version.keywords,
  tags: version.tags,
  source: version.source,
  author: version.author,
  newsCategoryId: version.newsCategoryId,
  productIds: version.productIds,
  channels: version.channels as ArticleValues['channels'],
  coverId: version.coverId,
  attachmentIds: version.attachmentIds,
  publishAt: version.publishAt,
  takeDownAt: version.takeDownAt,
  topUntil: version.topUntil,
  body: version.body,
  bindings: version.bindings,
  aiAnswerIds: version.aiAnswerIds,
})

export const contentOf = (values: ArticleValues): ArticleContent => ({ ...values, figures: quotedFigures(values) })

export const places = {
  zh: { list: '/data/actciles/articles', edit: '/data/actciles/editDetail' },
  en: { list: '/data/actciles/articlesEnglish', edit: '/data/actciles/editDetailEnglish' },
} as const

/** The version that the next save replaces. */
export type Base = { id: string; version: number; versionId: string; values: ArticleValues }
export const baseOf = ({ id, version, newest }: Article): Base => ({
  id,
  version,
  versionId: newest.id,
  values: valuesOf(newest),
})

/** Of the fields that people see; bindings and answers go with their texts. */
export const labels: Readonly<Record<Exclude<keyof ArticleValues, 'bindings' | 'aiAnswerIds'>, string>> = {
  kind: '类型',
  title: '标题',
  subtitle: '副标题',
  summary: '摘要',
  keywords: '关键词',
  tags: '标签',
  source: '来源',
  author: '作者',
  newsCategoryId: '资讯分类',
  productIds: '产品',
  channels: '发布渠道',
  coverId: '封面',
  attachmentIds: '附件',
  publishAt: '发布时间',
  takeDownAt: '下架时间',
  topUntil: '置顶至',
  body: '正文',
}
