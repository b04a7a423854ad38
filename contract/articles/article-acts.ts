// What is done with articles beside writing them: submitted, published, taken down, copied, moved, handed on, put on top,
// counted. The same names in both editions.
import { Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Day, Fields, Id, Ids, Nothing, Nullable, Required, Text } from '../fields.ts'
import type { Edition } from './article-labels.ts'

/** Articles of one act at most. */
const ARTICLES_AT_ONCE = 100
/** Colleagues to whom an article is handed at once. */
const COLLEAGUES_AT_ONCE = 20

const one = { id: Id('资讯') }
const many = { ids: Ids('资讯', ARTICLES_AT_ONCE) }

const Count = Type.Object({ channel: Type.String(), day: Type.String(), readers: Type.Integer() })

function actsOf<const M extends string>(menu: M, noun: string, root: `/${string}`) {
  const own = <A extends Parameters<typeof can>[1]>(alias: A) => can(menu, alias)
  const writing = anyOf(own('add'), own('edit'))
  return {
    /** For review: held against the standards, then nobody changes it until it is reviewed or withdrawn. */
    submit: endpoint({
      summary: `提交${noun}审核`,
      method: 'POST',
      path: `${root}/submit`,
      access: writing,
      effect: 'write',
      body: Fields(many),
      data: Nothing,
    }),
    /** Of what waits for review, or for its minute: a draft again. */
    withdraw: endpoint({
      summary: `撤回${noun}`,
      method: 'POST',
      path: `${root}/withdraw`,
      access: writing,
      effect: 'write',
      body: Fields(many),
      data: Nothing,
    }),
    /** The version that has passed: of a scheduled one now, of one that was taken down again. */
    launch: endpoint({
      summary: `发布${noun}`,
      method: 'POST',
      path: `${root}/launch`,
      access: own('launch'),
      effect: 'write',
      body: Fields(many),
      data: Nothing,
    }),
    takeDown: endpoint({
      summary: `下架${noun}`,
      method: 'POST',
      path: `${root}/takeDown`,
      access: own('takeDown'),
      effect: 'write',
      body: Fields({ ...many, reason: Required('下架原因', 500) }),
      data: Nothing,
    }),
    /** A draft of one's own with the same content. */
    copy: endpoint({
      summary: `复制${noun}`,
      method: 'POST',
      path: `${root}/copy`,
      access: own('copy'),
      effect: 'write',
      body: Fields(one),
      data: Type.Object({ id: Type.String(), version: Type.Integer() }),
    }),
    /** To another news category; of published ones at once, since nothing of the text changes. */
    move: endpoint({
      summary: `移动${noun}到其他分类`,
      method: 'POST',
      path: `${root}/move`,
      access: own('move'),
      effect: 'write',
      body: Fields({ ...many, newsCategoryId: Id('资讯分类') }),
      data: Nothing,
    }),
    /** Handed to colleagues who may read it: each finds it in the bell. */
    share: endpoint({
      summary: `转给同事${noun}`,
      method: 'POST',
      path: `${root}/share`,
      access: own('share'),
      effect: 'write',
      body: Fields({
        ...one,
        userIds: Type.Array(Id('同事'), {
          ...{ title: '同事', minItems: 1, maxItems: COLLEAGUES_AT_ONCE, uniqueItems: true },
          messages: { required: '请选择同事' },
        }),
        message: Text('附言', 200),
      }),
      data: Nothing,
    }),
    /** On top of its list until then; null: no longer. */
    top: endpoint({
      summary: `置顶${noun}`,
      method: 'POST',
      path: `${root}/top`,
      access: own('dragSort'),
      effect: 'write',
      body: Fields({
        ...one,
        until: Nullable(
          Type.String({ title: '置顶至', format: 'date-time', messages: { format: '置顶至不是有效的时间' } }),
        ),
      }),
      data: Nothing,
    }),
    /** Those that are on top, in their new order. */
    orderTops: endpoint({
      summary: `${noun}置顶排序`,
      method: 'POST',
      path: `${root}/orderTops`,
      access: own('dragSort'),
      effect: 'write',
      body: Fields(many),
      data: Nothing,
    }),
    tops: endpoint({
      summary: `置顶的${noun}`,
      method: 'POST',
      path: `${root}/tops`,
      access: own('dragSort'),
      effect: 'read',
      body: Fields({}),
      data: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), topUntil: Type.String() })),
    }),
    count: endpoint({
      summary: `${noun}的读者数`,
      method: 'POST',
      path: `${root}/count`,
      access: own('count'),
      effect: 'read',
      body: Fields({ ...one, from: Day('开始日期'), to: Day('结束日期') }),
      data: Type.Array(Count, { description: 'by channel and day, the oldest first' }),
    }),
    /** 409 until an AI service is set up. */
    summaryAI: endpoint({
      summary: `${noun} AI 摘要`,
      method: 'POST',
      path: `${root}/summaryAI`,
      access: own('summaryAI'),
      effect: 'read',
      body: Fields(one),
      data: Type.Object({ text: Type.String() }),
    }),
    hintTextAI: endpoint({
      summary: `${noun} AI 提示语`,
      method: 'POST',
      path: `${root}/hintTextAI`,
      access: own('hintTextAI'),
      effect: 'read',
      body: Fields(one),
      data: Type.Object({ text: Type.String() }),
    }),
  }
}

export const articleActs = {
  zh: actsOf('articles', '中文资讯', '/api/backend/articles/chinese'),
  en: actsOf('articlesEnglish', '英文资讯', '/api/backend/articles/english'),
} as const satisfies Record<Edition, unknown>
