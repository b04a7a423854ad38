// How an answer of a session came about: for staff who may read the session.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Nullable, OneOf } from '#contract/fields.ts'
import {
  figureVerdictLabels,
  messageStateLabels,
  quotedPartLabels,
  refusalLabels,
  toolLabels,
} from './answer-labels.ts'
import { callOutcomes, failureKinds } from './call-labels.ts'

const Step = Type.Object({
  number: Type.Integer(),
  tool: Choice('工具', toolLabels),
  arguments: Type.String({ description: 'JSON' }),
  found: Type.String({ description: 'JSON, as the model was given it' }),
  ms: Type.Integer(),
})

const Figure = Type.Object({
  id: Type.String(),
  text: Type.String({ description: 'as it was shown, or would have been' }),
  isShown: Type.Boolean(),
  verdict: Choice('核实', figureVerdictLabels),
  sentence: Type.String({ description: 'that was withheld or marked' }),
  code: Nullable(Type.String()),
  itemName: Nullable(Type.String()),
  quoteItemId: Nullable(Type.String()),
  day: Nullable(Type.String()),
  part: Nullable(Choice('价格', quotedPartLabels)),
  publication: Nullable(Type.String({ description: 'under which it was published when it was quoted' })),
  now: Nullable(Type.String({ description: 'the published price now; of low, high and average' })),
  publicationNow: Nullable(Type.String()),
  isCorrected: Type.Boolean({ description: 'one of the prices that it is made of was corrected or taken back since' }),
  madeOf: Type.Array(
    Type.Object({
      code: Type.String(),
      itemName: Type.String(),
      from: Type.String(),
      to: Type.String({ description: 'the last day' }),
      part: Choice('价格', quotedPartLabels),
    }),
    { description: 'of published prices; empty where it is of a passage, or unverified' },
  ),
})
export type MakingFigure = Static<typeof Figure>

const Call = Type.Object({
  id: Type.String(),
  model: Type.String(),
  outcome: OneOf('结果', callOutcomes),
  failure: Nullable(OneOf('原因', failureKinds)),
  inputTokens: Type.Integer(),
  cachedTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  isEstimated: Type.Boolean(),
  cost: Nullable(Type.String({ description: 'yuan; null: no price was set' })),
  ms: Type.Integer(),
  requestId: Type.String(),
  startedAt: Type.String(),
})

const AnswerMaking = Type.Object({
  state: Choice('状态', messageStateLabels),
  refusal: Nullable(Choice('未回答原因', refusalLabels)),
  publication: Nullable(Type.String({ description: 'the newest one of prices when it was asked' })),
  steps: Type.Array(Step),
  figures: Type.Array(Figure),
  reasoning: Type.String({ description: 'of the model; for 30 days' }),
  calls: Type.Array(Call, { description: 'rows of the ledger: their sum is what the answer cost' }),
})
export type AnswerMaking = Static<typeof AnswerMaking>

/** In sales scope, by the member’s owner; that it was read is recorded. */
export const getAnswerMaking = getCall('回答经过', '/api/backend/ai/session/making', can('aiWeb.sessions', 'details'), {
  query: Fields({ id: Id('消息') }),
  data: AnswerMaking,
})
