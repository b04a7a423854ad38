// Assistants and the versions of their prompts: each save adds a version, one of them is published, trial runs compare
// them on saved questions.
import { type Static, Type } from 'typebox'
import { apiKey, can } from '#contract/access.ts'
import { type BodyOf, getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Fields,
  Id,
  IdsOrNone,
  listFields,
  Moment,
  Nothing,
  Nullable,
  OneLine,
  Required,
  Text,
} from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { aiPurposeLabels, answerStateLabels, promptStateLabels } from './ai-labels.ts'
import { toolLabels, toolNames } from './answer-labels.ts'
import { Asked } from './answers.ts'

const root = '/api/backend/ai/assistant'
const MENU = 'aiWeb.assistants'

const PROMPT_MAX = 20_000
/** Longest text of a saved question's field, characters. */
const QUESTION_MAX = 30_000
export const QUESTIONS_MAX = 50
/** Answers that one trial compares: versions, models, or both. */
export const TRIAL_ANSWERS = 4
const OPENINGS_MAX = 6
export const PASSAGES_MAX = 8

const fields = {
  name: OneLine(Required('助手名称', 64)),
  /** None: those that the asker may read. */
  productIds: IdsOrNone('适用产品', 50),
  openings: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    title: '开场问题',
    maxItems: OPENINGS_MAX,
    uniqueItems: true,
  }),
  remark: Text('备注', 500),
}

export const assistantCalls = rowCalls({
  noun: 'AI 助手',
  path: root,
  menu: MENU,
  fields,
  onlyNew: {
    code: Type.String({
      title: '编码',
      maxLength: 32,
      pattern: '^[a-z][a-z0-9-]{1,31}$',
      messages: { required: '请输入编码', pattern: '编码为2至32位小写字母、数字或 -，以字母开头' },
    }),
    purpose: Choice('用途', aiPurposeLabels),
  },
  query: {
    name: contains(fields.name),
    purpose: Choice('用途', aiPurposeLabels),
    isEnabled: Type.Boolean({ title: '状态' }),
    isPublished: Type.Boolean({ title: '已发布' }),
  },
  sortable: ['name', 'updatedAt'],
  row: {
    ...fields,
    code: Type.String({ title: '编码' }),
    purpose: Choice('用途', aiPurposeLabels),
    isEnabled: Type.Boolean({ title: '状态' }),
    publishedNumber: Nullable(Type.Integer({ title: '发布' })),
    newestNumber: Nullable(Type.Integer({ description: 'null: it has no version yet' })),
    answers: Type.Integer({ title: '30 天回答', description: 'of the last 30 days, trial runs included' }),
    updatedAt: Moment('更新时间'),
  },
  copy: {},
  with: ['get', 'open', 'disable', 'copy'],
})
export type AssistantQuery = BodyOf<typeof assistantCalls.list>
export type AssistantRow = RowOf<typeof assistantCalls>

/** A kept model by its name, or how the service of the environment names one. Empty: the usual one. */
const Model = OneLine(Text('模型', 64))

/** The editable parts of a version. */
const promptParts = {
  prompt: Required('提示词', PROMPT_MAX),
  model: Model,
  temperature: Type.String({
    title: '随机性',
    pattern: '^(?:[01](?:\\.[0-9]{1,2})?|2(?:\\.0{1,2})?)$',
    messages: { required: '请输入随机性', pattern: '随机性为 0 到 2，最多两位小数' },
  }),
  maxTokens: Type.Integer({ title: '最长回答', minimum: 16, maximum: 16_000 }),
  note: Text('改动说明', 200),
}

/** What a model looks up: of chat assistants alone. Versions of others have no tool. */
const lookupParts = {
  tools: Type.Array(Choice('可用工具', toolLabels), {
    title: '可用工具',
    uniqueItems: true,
    maxItems: toolNames.length,
  }),
  passages: Type.Integer({
    title: '资讯段数',
    minimum: 1,
    maximum: PASSAGES_MAX,
    messages: { required: '请输入段数' },
  }),
  passageDays: Nullable(
    Type.Integer({ title: '资讯天数', minimum: 1, maximum: 3_650, description: 'null: however old' }),
  ),
}

const PromptRow = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  note: Type.String(),
  model: Type.String(),
  authorName: Type.String(),
  createdAt: Type.String(),
  state: Choice('状态', promptStateLabels),
  obstacle: Type.String({ description: 'why the reader cannot launch it; empty: nothing is in the way' }),
  answers: Type.Integer(),
  failures: Type.Integer(),
  score: Nullable(Type.Number({ description: 'mean of the rated answers, two decimals; null: none is rated' })),
  rated: Type.Integer(),
  averageMs: Nullable(Type.Integer()),
  /** Yuan for an answer, on average; null where no price was set. */
  averageCost: Nullable(Type.String()),
})
export type PromptRow = Static<typeof PromptRow>

const Question = Type.Object({
  id: Type.String(),
  title: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
})
export type Question = Static<typeof Question>

const AssistantDetails = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  code: Type.String({ title: '编码' }),
  purpose: Choice('用途', aiPurposeLabels),
  remark: Type.String({ title: '备注' }),
  products: Type.Array(Type.String(), { title: '适用产品', description: 'names' }),
  openings: Type.Array(Type.String(), { title: '开场问题' }),
  isEnabled: Type.Boolean({ title: '状态' }),
  publishedId: Nullable(Type.String({ title: '发布' })),
  isServiceSet: Type.Boolean({ description: 'whether trial runs can be answered' }),
  prompts: Type.Array(PromptRow, { description: 'the newest first, at most 200' }),
  questions: Type.Array(Question),
})
export type AssistantDetails = Static<typeof AssistantDetails>

export const getAssistant = readCall('AI 助手详情', `${root}/details`, can(MENU, 'details'), {
  body: Fields({ id: Id('助手') }),
  data: AssistantDetails,
})

const Prompt = Type.Object({ id: Type.String(), number: Type.Integer(), ...promptParts, ...lookupParts })
export type Prompt = Static<typeof Prompt>

export const getPrompt = readCall('提示词版本', `${root}/prompt`, can(MENU, 'details'), {
  body: Fields({ id: Id('版本') }),
  data: Prompt,
})

/** Based on a version that is not the newest any more: 601 with the newest. What is looked up: the usual where it is left out. */
export const addPrompt = writeCall('保存提示词', `${root}/addPrompt`, can(MENU, 'edit'), {
  body: Fields({
    assistantId: Id('助手'),
    baseId: Nullable(Id('原版本')),
    ...promptParts,
    tools: Type.Optional(lookupParts.tools),
    passages: Type.Optional(lookupParts.passages),
    passageDays: Type.Optional(lookupParts.passageDays),
  }),
  data: Type.Object({ id: Type.String(), number: Type.Integer() }),
})

const publishing = { id: Id('助手'), version: Type.Integer({ title: '版本', minimum: 1 }) }

/** A draft; what was ever published stays. */
export const removePrompt = writeCall('删除提示词草稿', `${root}/removePrompt`, can(MENU, 'delete'), {
  body: Fields({ id: Id('版本') }),
  data: Nothing,
})

/**
 * A draft is published by somebody who did not write it, once its evaluation has passed: 409 where a price was wrong or a set
 * was not run, 600 where other expectations failed. An older version is published again to roll back.
 */
export const launchPrompt = writeCall('发布提示词', `${root}/launch`, can(MENU, 'launch'), {
  body: Fields({ ...publishing, promptId: Id('提示词版本') }),
  data: Nothing,
})

export const takeDownPrompt = writeCall('下线 AI 助手', `${root}/takeDown`, can(MENU, 'takeDown'), {
  body: Fields(publishing),
  data: Nothing,
})

const questionFields = Type.Record(Type.String({ maxLength: 8 }), Type.String({ maxLength: QUESTION_MAX }), {
  title: '字段',
  maxProperties: 8,
})

export const saveQuestion = writeCall('保存试运行问题', `${root}/saveQuestion`, can(MENU, 'edit'), {
  body: Fields({
    assistantId: Id('助手'),
    id: Nullable(Id('问题')),
    title: OneLine(Required('问题名称', 100)),
    fields: questionFields,
  }),
  data: Type.Object({ id: Type.String() }),
})

export const removeQuestion = writeCall('删除试运行问题', `${root}/removeQuestion`, can(MENU, 'edit'), {
  body: Fields({ id: Id('问题') }),
})

/** Asks the same question of several versions and models at once. */
export const tryPrompts = writeCall('试运行', `${root}/try`, can(MENU, 'edit'), {
  body: Fields({
    questionId: Id('问题'),
    trials: Type.Array(Fields({ promptId: Id('版本'), model: Type.Optional(Model) }), {
      title: '版本',
      minItems: 1,
      maxItems: TRIAL_ANSWERS,
      uniqueItems: true,
      messages: { minItems: '请选择要试运行的版本' },
    }),
  }),
  data: Type.Array(Asked, { description: 'in the order of `trials`' }),
})

export const rateAnswer = writeCall('为回答打分', `${root}/rate`, can(MENU, 'edit'), {
  body: Fields({ id: Id('回答'), score: Nullable(Type.Integer({ title: '分数', minimum: 1, maximum: 5 })) }),
})

const TrialQuery = Fields({ ...listFields(['createdAt', 'score']), id: Id('助手') })
export type TrialQuery = Static<typeof TrialQuery>

const AnswerRow = Type.Object({
  id: Type.String(),
  promptNumber: Type.Integer({ title: '版本' }),
  about: Type.String({ title: '问题或资讯', description: 'its question, or the article that it was for' }),
  isTrial: Type.Boolean(),
  userName: Type.String({ title: '提问人' }),
  state: Choice('状态', answerStateLabels),
  reason: Type.String(),
  text: Type.String({ title: '回答' }),
  model: Type.String({ title: '模型' }),
  tokens: Type.Integer({ title: '词元' }),
  cost: Nullable(Type.String({ title: '费用（元）' })),
  ms: Nullable(Type.Integer({ title: '用时（秒）' })),
  score: Nullable(Type.Integer({ title: '分数' })),
  createdAt: Moment('时间'),
})
export type AnswerRow = Static<typeof AnswerRow>

/** Of all its versions. Answers about articles show their title and text only to whoever asked for them. */
export const queryAnswers = readCall('AI 助手的回答', `${root}/answers`, can(MENU, 'details'), {
  body: TrialQuery,
  data: Paged(AnswerRow),
})

/** For sub-products: the published versions of enabled assistants for members. Read it at each session, never keep it. */
export const readAssistants = getCall('读取已发布的 AI 提示词（开放接口）', '/api/open/ai/prompts', apiKey('ai'), {
  data: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      productIds: Type.Array(Type.String(), { description: 'none: those that the asker may read' }),
      openings: Type.Array(Type.String()),
      promptNumber: Type.Integer(),
      prompt: Type.String(),
      model: Type.String({ description: 'empty: the reader’s usual one' }),
      temperature: Type.String(),
      maxTokens: Type.Integer(),
    }),
  ),
})
