// Answers of the AI service that staff asked for. They are made in the background; the asker reads the text as it grows.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Nullable } from '#contract/fields.ts'
import { answerStateLabels } from './ai-labels.ts'

const root = '/api/backend/ai/answer'

/** Whoever may ask for answers; each reads and stops only their own. */
const asking = anyOf(
  can('articles', 'summaryAI'),
  can('articles', 'hintTextAI'),
  can('articlesEnglish', 'summaryAI'),
  can('articlesEnglish', 'hintTextAI'),
  can('aiWeb.assistants', 'edit'),
)

/** What sets the AI service up. */
export const AI_SETTINGS = 'AI_BASE_URL、AI_API_KEY、AI_MODEL'

/** Whether a service is set up or a model kept: without one nothing that asks it is offered. */
export const aiService = readCall('AI 服务是否可用', `${root}/service`, asking, {
  body: Fields({}),
  data: Type.Object({ isSet: Type.Boolean(), settings: Type.String({ description: 'what to set, where nothing is' }) }),
})

/** What a call that asks returns. */
export const Asked = Type.Object({ id: Type.String({ description: 'the answer, for `getAnswer`' }) })

/** How often a running answer is read, ms. */
export const ANSWER_POLL_MS = 400

const Answer = Type.Object({
  state: Choice('状态', answerStateLabels),
  text: Type.String({ description: 'as far as it has come' }),
  reason: Type.String({ description: 'why it failed' }),
  model: Type.String(),
  assistantName: Type.String(),
  promptNumber: Type.Integer(),
  sent: Type.String({ description: 'the prompt as it was sent; empty while the answer is running' }),
  sentTokens: Type.Integer(),
  answerTokens: Type.Integer(),
  cost: Nullable(Type.String({ description: 'yuan; null: no price is set, or it is still running' })),
  ms: Nullable(Type.Integer({ description: 'time that it took; null while it is running' })),
  /** Once it has ended: figures that stand nowhere in what was sent. */
  strangeFigures: Type.Array(Type.String()),
})
export type Answer = Static<typeof Answer>

export const getAnswer = getCall('AI 回答', `${root}/get`, asking, {
  query: Fields({ id: Id('回答') }),
  data: Answer,
})

/** Keeps the text so far. Does nothing once it has ended. */
export const cancelAnswer = writeCall('停止 AI 回答', `${root}/cancel`, asking, { body: Fields({ id: Id('回答') }) })
