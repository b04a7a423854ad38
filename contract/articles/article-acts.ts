// Acts on articles besides writing: submit, publish, take down, copy, move, share, pin to the top, count readers. The
// same call names for both editions.
import { Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { Asked } from '#contract/ai/answers.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Ids, Moment, Nullable, Required, Text } from '#contract/fields.ts'
import type { Edition } from './article-labels.ts'

/** Maximum of articles in one act. */
const ARTICLES_AT_ONCE = 100
/** Maximum of colleagues in one share. */
const COLLEAGUES_AT_ONCE = 20

const one = { id: Id('资讯') }
const many = { ids: Ids('资讯', ARTICLES_AT_ONCE) }

const Count = Type.Object({ channel: Type.String(), day: Type.String(), readers: Type.Integer() })

function actsOf<const M extends string>(menu: M, noun: string, root: `/${string}`) {
  const own = <A extends Parameters<typeof can>[1]>(alias: A) => can(menu, alias)
  const writing = anyOf(own('add'), own('edit'))
  return {
    /** Submits for review: checked against the standards first; then locked for edits until reviewed or withdrawn. */
    submit: writeCall(`提交${noun}审核`, `${root}/submit`, writing, { body: Fields(many) }),
    /** From pending or scheduled back to draft. */
    withdraw: writeCall(`撤回${noun}`, `${root}/withdraw`, writing, { body: Fields(many) }),
    /** Publishes the approved version: a scheduled one at once, a taken-down one again. */
    launch: writeCall(`发布${noun}`, `${root}/launch`, own('launch'), { body: Fields(many) }),
    takeDown: writeCall(`下架${noun}`, `${root}/takeDown`, own('takeDown'), {
      body: Fields({ ...many, reason: Required('下架原因', 500) }),
    }),
    /** Creates a draft of the caller's own with the same content. */
    copy: writeCall(`复制${noun}`, `${root}/copy`, own('copy'), {
      body: Fields(one),
      data: Type.Object({ id: Type.String(), version: Type.Integer() }),
    }),
    /** Into another news category; published articles too, without a review, since the text does not change. */
    move: writeCall(`移动${noun}到其他分类`, `${root}/move`, own('move'), {
      body: Fields({ ...many, newsCategoryId: Id('资讯分类') }),
    }),
    /** Shares with colleagues who may read it: each gets a notice in the bell. */
    share: writeCall(`转给同事${noun}`, `${root}/share`, own('share'), {
      body: Fields({
        ...one,
        userIds: Type.Array(Id('同事'), {
          title: '同事',
          minItems: 1,
          maxItems: COLLEAGUES_AT_ONCE,
          uniqueItems: true,
          messages: { required: '请选择同事' },
        }),
        message: Text('附言', 200),
      }),
    }),
    /** Pins to the top of its list until then; null unpins. */
    top: writeCall(`置顶${noun}`, `${root}/top`, own('dragSort'), {
      body: Fields({
        ...one,
        until: Nullable(Moment('置顶至')),
      }),
    }),
    /** The pinned articles, in their new order. */
    orderTops: writeCall(`${noun}置顶排序`, `${root}/orderTops`, own('dragSort'), { body: Fields(many) }),
    tops: readCall(`置顶的${noun}`, `${root}/tops`, own('dragSort'), {
      body: Fields({}),
      data: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), topUntil: Type.String() })),
    }),
    count: readCall(`${noun}的读者数`, `${root}/count`, own('count'), {
      body: Fields({ ...one, from: Day('开始日期'), to: Day('结束日期') }),
      data: Type.Array(Count, { description: 'by channel and day, the oldest first' }),
    }),
    /**
     * Start an answer about the article as it is saved, which `getAnswer` reads. 409 says what is not set up. Where the call accepts
     * `text/event-stream` it is written as it comes: `start` with the id, `text` with each piece, `end`; a closed page stops nothing.
     */
    summaryAI: writeCall(`${noun} AI 摘要`, `${root}/summaryAI`, own('summaryAI'), {
      body: Fields(one),
      data: Asked,
    }),
    hintTextAI: writeCall(`${noun} AI 提示语`, `${root}/hintTextAI`, own('hintTextAI'), {
      body: Fields(one),
      data: Asked,
    }),
  }
}

export const articleActs = {
  zh: actsOf('articles', '中文资讯', '/api/backend/articles/chinese'),
  en: actsOf('articlesEnglish', '英文资讯', '/api/backend/articles/english'),
} as const satisfies Record<Edition, unknown>
