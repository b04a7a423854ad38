// Who has an article open: each tab says so again and again, and when it leaves. Whoever shows it is told through the live
// channel that articles have changed.
import { anyOf, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Id, OneOf, Required } from '../fields.ts'
import { type Static, Type } from '../type.ts'
import { editions } from './article-labels.ts'

/** A tab says that it is there, ms. */
export const PRESENCE_PING_MS = 10_000

const Present = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  mode: OneOf('状态', ['edit', 'review']),
  since: Type.String(),
})
export type Present = Static<typeof Present>

/** Says that a tab has it open, or leaves it; answers the others. */
export const shareArticle = endpoint({
  summary: '正在编辑或审核资讯的人',
  method: 'POST',
  path: '/api/backend/articles/presence',
  access: anyOf(
    can('articles', 'edit'),
    ...[can('articlesEnglish', 'edit'), can('newsReview', 'examine'), can('newsReview', 'details')],
  ),
  effect: 'read',
  body: Fields({
    id: Id('资讯'),
    edition: OneOf('语种', editions),
    tab: Required('页面', 64),
    mode: OneOf('状态', ['edit', 'review']),
    isLeaving: Type.Boolean({ title: '离开' }),
  }),
  data: Type.Array(Present),
})
