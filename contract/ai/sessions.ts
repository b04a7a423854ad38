// Conversations of members with assistants: found, counted, exported, deleted. Sub-products send them (messages.ts).
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, DecimalText, Fields, Id, IdList, listFields, Moment, Nullable, Text } from '#contract/fields.ts'
import { feedbackLabels, sessionFlagLabels, sessionVerdictLabels } from './ai-labels.ts'
import { messageStateLabels } from './answer-labels.ts'

const root = '/api/backend/ai/session'
const menu = 'aiWeb.sessions'

/** Most days of the figures, both ends included; and how many they show where none are named. */
export const SESSION_DAYS_MAX = 366
export const SESSION_DAYS_USUAL = 30

export const AiSessionQuery = Fields({
  ...listFields(['startedAt', 'lastAt', 'messages', 'tokens', 'cost', 'downs']),
  loginName: Type.Optional(Text('登录名', 64)),
  enterprise: Type.Optional(Text('企业', 100)),
  assistant: Type.Optional(Text('助手', 64)),
  title: Type.Optional(Text('标题', 100)),
  /** Days of the last message, both included. */
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  /** With at least one such message. */
  feedback: Type.Optional(Choice('评价', feedbackLabels)),
  flag: Type.Optional(Choice('标记', sessionFlagLabels)),
  verdict: Type.Optional(Choice('数字核实', sessionVerdictLabels)),
  state: Type.Optional(Choice('回答状态', messageStateLabels)),
  /** Version of the assistant's prompt. */
  promptNumber: Type.Optional(Type.Integer({ title: '提示词版本', minimum: 1, maximum: 1_000_000 })),
  minTokens: Type.Optional(Type.Integer({ title: '最少词元', minimum: 0, maximum: 2_000_000_000 })),
  /** Yuan. */
  minCost: Type.Optional(
    Type.String({
      title: '最少费用（元）',
      pattern: '^(0|[1-9][0-9]{0,5})(\\.[0-9]{1,6})?$',
      messages: { pattern: '最少费用应为数字，最多6位小数' },
    }),
  ),
})
export type AiSessionQuery = Static<typeof AiSessionQuery>

const row = {
  id: Type.String(),
  loginName: Type.String({ title: '登录名' }),
  realName: Type.String({ title: '姓名' }),
  enterprise: Type.String({ title: '企业' }),
  assistantName: Type.String({ title: '助手', description: 'as it was then' }),
  title: Type.String({ title: '标题' }),
  messages: Type.Integer({ title: '消息数' }),
  tokens: Type.Integer({ title: '词元' }),
  cost: DecimalText('费用（元）', 'yuan'),
  ups: Type.Integer({ title: '赞' }),
  downs: Type.Integer({ title: '踩' }),
  sensitive: Type.Integer({ title: '敏感' }),
  unanswered: Type.Integer({ title: '未回答' }),
  startedAt: Moment('开始时间'),
  lastAt: Moment('最近消息'),
}
const AiSessionRow = Type.Object(row)
export type AiSessionRow = Static<typeof AiSessionRow>

/** In sales scope, by the member’s owner. */
export const queryAiSessions = readCall('会话记录', `${root}/page`, can(menu, 'view'), {
  body: AiSessionQuery,
  data: Paged(AiSessionRow),
})

/** The session without its messages, and the ids of the same member’s sessions before and after it. */
export const getAiSession = getCall('会话详情', `${root}/get`, can(menu, 'details'), {
  query: Fields({ id: Id('会话') }),
  data: Type.Object({
    ...row,
    externalId: Type.String(),
    assistantId: Nullable(Type.String({ description: 'null: it was deleted' })),
    senderName: Type.String({ title: '来源', description: 'name of the API key that sent it' }),
    ownerName: Nullable(Type.String({ title: '归属人' })),
    before: Nullable(Type.String()),
    after: Nullable(Type.String()),
  }),
})
export type AiSessionDetail = Static<typeof getAiSession.data>

export const removeAiSessions = writeCall('删除会话', `${root}/remove`, can(menu, 'delete'), {
  body: Fields({ ids: IdList('会话') }),
})

const sums = {
  sessions: Type.Integer(),
  messages: Type.Integer(),
  tokens: Type.String({ description: 'whole number' }),
  cost: Type.String({ description: 'yuan' }),
}

/** Of the sessions that the list finds for the same days: a total is the length of that list. */
export const getAiSessionFigures = readCall('会话统计', `${root}/count`, can(menu, 'count'), {
  body: Fields({ from: Type.Optional(Day('开始日期')), to: Type.Optional(Day('结束日期')) }),
  data: Type.Object({
    from: Type.String(),
    to: Type.String(),
    ...sums,
    withDowns: Type.Integer({ description: 'sessions with an answer that a member disliked' }),
    withUnanswered: Type.Integer(),
    withSensitive: Type.Integer(),
    days: Type.Array(Type.Object({ day: Type.String(), ...sums }), { description: 'each day, empty ones too' }),
    assistants: Type.Array(
      Type.Object({ name: Type.String(), ...sums, withDowns: Type.Integer(), withUnanswered: Type.Integer() }),
      { description: 'the one with most sessions first' },
    ),
  }),
})

export const exportAiSessions = exportCall('会话记录', `${root}/export`, can(menu, 'exportBtn'), {
  query: AiSessionQuery,
  columns: sheetOf(queryAiSessions, [
    'loginName',
    'realName',
    'enterprise',
    'assistantName',
    'title',
    'messages',
    'tokens',
    'cost',
    'ups',
    'downs',
    'sensitive',
    'unanswered',
    'startedAt',
    'lastAt',
  ]),
})
