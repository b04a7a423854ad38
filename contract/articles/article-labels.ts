// Enums of articles that browser and server share: editions, kinds, states, with their Chinese labels.

export const editions = ['zh', 'en'] as const
export type Edition = (typeof editions)[number]
/** @public */
export const editionLabels: Readonly<Record<Edition, string>> = { zh: '中文', en: '英文' }

export const articleKinds = ['flash', 'morning', 'daily', 'weekly', 'monthly', 'analysis', 'notice'] as const
export type ArticleKind = (typeof articleKinds)[number]
/** @public */
export const articleKindLabels: Readonly<Record<ArticleKind, string>> = {
  flash: '快讯',
  morning: '早报',
  daily: '日评',
  weekly: '周报',
  monthly: '月报',
  analysis: '专题分析',
  notice: '公告',
}

/**
 * State of the newest version: draft → pending → (scheduled) → published → takenDown; overruled goes back to its
 * author. Readers see `publishedVersion`: an edited article stays published until the new version is approved.
 */
export const articleStates = ['draft', 'pending', 'overruled', 'scheduled', 'published', 'takenDown'] as const
export type ArticleState = (typeof articleStates)[number]
/** @public */
export const articleStateLabels: Readonly<Record<ArticleState, string>> = {
  draft: '草稿',
  pending: '待审核',
  overruled: '已驳回',
  scheduled: '待发布',
  published: '已发布',
  takenDown: '已下架',
}

/** What of a category's articles a share shows to readers without an account. */
export const freeParts = ['whole', 'opening', 'summary'] as const
export type FreePart = (typeof freeParts)[number]
/** @public */
export const freePartLabels: Readonly<Record<FreePart, string>> = {
  whole: '全文',
  opening: '开头约 300 字',
  summary: '仅摘要',
}

/** How a version came to be. */
export const versionOrigins = ['save', 'restore', 'copy', 'template', 'merge', 'move'] as const
export type VersionOrigin = (typeof versionOrigins)[number]
/** @public */
export const versionOriginLabels: Readonly<Record<VersionOrigin, string>> = {
  save: '保存',
  restore: '恢复旧版本',
  copy: '复制',
  template: '由模板生成',
  merge: '合并',
  move: '移动分类',
}

/** Outcome of a review. */
export const reviewOutcomes = ['pass', 'overrule', 'withdraw'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]
/** @public */
export const reviewOutcomeLabels: Readonly<Record<ReviewOutcome, string>> = {
  pass: '通过',
  overrule: '驳回',
  withdraw: '撤回',
}

/** Which figure of a price entry a text quotes. */
export const figureFields = ['low', 'high', 'average', 'change', 'percent'] as const
export type FigureField = (typeof figureFields)[number]
/** @public */
export const figureFieldLabels: Readonly<Record<FigureField, string>> = {
  low: '低价',
  high: '高价',
  average: '均价',
  change: '涨跌',
  percent: '涨跌幅',
}
