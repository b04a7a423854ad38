// Questions of members that were not answered, as work: each is given to somebody, who writes what became of it.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, listFields, Nothing, Nullable, OneOf, Required } from '#contract/fields.ts'
import { refusalKinds } from './answer-labels.ts'
import { unansweredRefusals, unansweredStateLabels } from './unanswered-labels.ts'

/** Most questions of one act. */
const UNANSWERED_MAX = 100

const root = '/api/backend/ai/unanswered'
const access = can('aiWeb.sessions', 'details')

export const UnansweredQuery = Fields({
  ...listFields(['at']),
  productId: Type.Optional(Id('产品')),
  ownerId: Type.Optional(Id('处理人')),
  state: Type.Optional(Choice('状态', unansweredStateLabels)),
  refusal: Type.Optional(OneOf('原因', unansweredRefusals)),
})
export type UnansweredQuery = Static<typeof UnansweredQuery>

const Row = Type.Object({
  id: Type.String({ description: 'of the answer' }),
  version: Type.Integer({ description: '0 until somebody has acted on it' }),
  at: Type.String(),
  question: Type.String(),
  refusal: Nullable(OneOf('原因', refusalKinds)),
  productName: Nullable(Type.String()),
  state: Choice('状态', unansweredStateLabels),
  ownerId: Nullable(Type.String()),
  ownerName: Nullable(Type.String()),
  /** Null to whoever handles it without having the member in scope. */
  sessionId: Nullable(Type.String()),
  enterprise: Nullable(Type.String()),
  doneAt: Nullable(Type.String()),
  doneByName: Nullable(Type.String()),
  result: Type.String(),
})
export type UnansweredRow = Static<typeof Row>

/** In sales scope, by the member’s owner, and those that the reader handles. That the questions were read is recorded. */
export const queryUnanswered = readCall('没答上的问题', `${root}/page`, access, {
  body: UnansweredQuery,
  data: Paged(Row),
})

/** Of the same, not done yet: the product with the most first. */
export const countUnanswered = readCall('没答上的问题统计', `${root}/count`, access, {
  body: Fields({}),
  data: Type.Array(Type.Object({ productId: Nullable(Type.String()), name: Type.String(), open: Type.Integer() }), {
    description: 'null: nothing known was named',
  }),
})

const one = { id: Id('问题'), version: Type.Integer({ title: '版本', minimum: 0 }) }
const handler = { ownerId: Id('处理人') }
const outcome = { result: Required('处理结果', 500) }
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** Whoever is to handle it gets a notice in the bell. 601 where somebody was quicker. */
export const assignUnanswered = writeCall('交给处理人', `${root}/assign`, access, {
  body: Fields({ ...one, ...handler }),
  data: Saved,
})

export const finishUnanswered = writeCall('处理没答上的问题', `${root}/finish`, access, {
  body: Fields({ ...one, ...outcome }),
  data: Saved,
})

const many = {
  rows: Type.Array(Fields(one), { title: '问题', minItems: 1, maxItems: UNANSWERED_MAX }),
}

/** The same of many: 602 where some could not be given, such as those that somebody has finished meanwhile. One notice. */
export const assignUnansweredRows = writeCall('批量交给处理人', `${root}/assignRows`, access, {
  body: Fields({ ...many, ...handler }),
  data: Nothing,
})

export const finishUnansweredRows = writeCall('批量处理没答上的问题', `${root}/finishRows`, access, {
  body: Fields({ ...many, ...outcome }),
  data: Nothing,
})

/** Takes it back that they were finished; whoever handled them does again. */
export const reopenUnansweredRows = writeCall('撤销处理没答上的问题', `${root}/reopenRows`, access, {
  body: Fields(many),
  data: Nothing,
})
