// Open API of assistants: a sub-product asks for one of its accounts, and reads the answer while it is made.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Nullable, Required } from '#contract/fields.ts'
import { feedbackLabels } from './ai-labels.ts'
import { figureVerdictLabels, messageStateLabels, refusalLabels } from './answer-labels.ts'

const root = '/api/open/ai'
const access = apiKey('aiSessions')

/** Characters of a question. */
const QUESTION_LENGTH = 2_000
/** Questions of one session. */
export const SESSION_QUESTIONS = 200

/** The published assistants for members that are enabled. */
export const listOpenAssistants = getCall('可提问的 AI 助手（开放接口）', `${root}/assistants`, access, {
  data: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      openings: Type.Array(Type.String(), { description: 'questions to offer where a session begins' }),
    }),
  ),
})

/** 20404: no such account of the key's sub-product, or no such assistant; 409: the account is disabled or locked. */
export const startOpenSession = writeCall('开始 AI 会话（开放接口）', `${root}/sessions`, access, {
  body: Fields({
    accountId: Id('账号'),
    assistant: Required('助手编码', 64),
  }),
  data: Type.Object({ id: Type.String() }),
})

const Figure = Type.Object({
  place: Type.Integer({ description: 'where it begins in the whole text, in UTF-16 units' }),
  text: Type.String(),
  verdict: Choice('核实', figureVerdictLabels),
  code: Nullable(Type.String({ description: 'of the quote item' })),
  day: Nullable(Type.String()),
  part: Nullable(Type.String({ description: 'low, high, average, change or percent' })),
  publication: Nullable(Type.String()),
  isCorrected: Type.Boolean({ description: 'the price was corrected since' }),
})

export const OpenAnswer = Type.Object({
  id: Type.String(),
  state: Choice('状态', messageStateLabels),
  refusal: Nullable(Choice('未回答原因', refusalLabels)),
  from: Type.Integer(),
  text: Type.String({ description: 'Markdown from `from` on; its figures are those of the database' }),
  length: Type.Integer({ description: 'of the whole text so far: the next `from`' }),
  figures: Type.Array(Figure, { description: 'once it has ended' }),
  sources: Type.Array(Type.Object({ number: Type.Integer(), title: Type.String() }), { description: 'what [n] cites' }),
  /** A product that is not granted: offer a trial of it, as a registration with source aiWeb. */
  offer: Nullable(Type.Object({ productId: Type.String(), productName: Type.String() })),
  notice: Nullable(Type.String({ description: 'a limit of which 80 % are used' })),
  label: Type.String({ description: 'to be shown with the answer' }),
})
export type OpenAnswer = Static<typeof OpenAnswer>

/**
 * Asks. The same `clientId` again has the same answer. With `Accept: text/event-stream` the answer comes as events `text` ({from,
 * text}), then `end` with this reply's data; otherwise it is there at once, as far as it has come: read on with `from`. A closed
 * connection stops nothing. 409: three answers of the account are running; 429: a limit is used up.
 */
export const askOpenSession = writeCall('向 AI 助手提问（开放接口）', `${root}/sessions/:id/messages`, access, {
  body: Fields({
    clientId: Type.String({
      title: '消息编号',
      pattern: '^[A-Za-z0-9._:-]{1,64}$',
      messages: { required: '请填写消息编号', pattern: '消息编号为1至64位字母、数字或 . _ : -' },
    }),
    text: Required('问题', QUESTION_LENGTH),
  }),
  data: OpenAnswer,
})

/** From any process, streamed likewise. */
export const readOpenAnswer = getCall('读取 AI 回答（开放接口）', `${root}/messages/:id`, access, {
  query: Fields({ from: Type.Optional(Type.Integer({ title: '位置', minimum: 0, maximum: 10_000_000 })) }),
  data: OpenAnswer,
})

/** What was said stays. Does nothing once it has ended. */
export const stopOpenAnswer = writeCall('停止 AI 回答（开放接口）', `${root}/messages/:id/stop`, access, {})

/** Null takes it back. */
export const rateOpenAnswer = writeCall('评价 AI 回答（开放接口）', `${root}/messages/:id/feedback`, access, {
  body: Fields({ feedback: Nullable(Choice('评价', feedbackLabels)) }),
})

/** Beside each answer. */
export const AI_LABEL = '本回答由 AI 生成，价格以公布为准'
