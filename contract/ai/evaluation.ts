// Evaluation of AI assistants: sets of cases, and runs of a version over a set. The expected price of a case is looked up
// in the price database at each run, so that cases do not age.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, listFields, Moment, Nothing, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { figurePartLabels, relativeDayLabels, runStateLabels, verdictLabels } from './evaluation-labels.ts'

const root = '/api/backend/ai/assistant'
const MENU = 'aiWeb.assistants'

/** Sets of one assistant, and cases of one set. */
export const SETS_MAX = 50
export const CASES_MAX = 200

const setFields = {
  name: OneLine(Required('评测集名称', 64)),
  isGate: Type.Boolean({ title: '发布前必须通过' }),
  remark: Text('备注', 500),
}

export const setCalls = rowCalls({
  noun: '评测集',
  path: `${root}/set`,
  menu: MENU,
  fields: setFields,
  onlyNew: { assistantId: Id('助手') },
  query: { assistantId: Id('助手') },
  sortable: ['name', 'updatedAt'],
  row: {
    ...setFields,
    assistantId: Type.String(),
    cases: Type.Integer(),
    changedAt: Type.String({ description: 'the last time that a case was added, changed or deleted' }),
    updatedAt: Type.String(),
  },
})
export type SetQuery = BodyOf<typeof setCalls.list>
export type SetRow = RowOf<typeof setCalls>

const phrases = (title: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { title, maxItems: 10, uniqueItems: true })

const caseFields = {
  question: Required('问题', 2_000),
  /** Empty: asked as staff. */
  loginName: Text('以哪个会员的权限', 64),
  asKnownAt: Nullable(
    Type.String({ title: '截至发布序号', pattern: '^[1-9][0-9]{0,17}$', messages: { pattern: '发布序号应为整数' } }),
  ),
  quoteItemId: Nullable(Id('报价项')),
  relativeDay: Nullable(Choice('日期', relativeDayLabels)),
  part: Nullable(Choice('价格', figurePartLabels)),
  mustCite: Text('必须引用', 100),
  mustRefuse: Type.Boolean({ title: '应当拒答' }),
  mustContain: phrases('必须包含'),
  mustNotContain: phrases('不得包含'),
}

export const caseCalls = rowCalls({
  noun: '评测题',
  path: `${root}/case`,
  menu: MENU,
  fields: caseFields,
  onlyNew: { setId: Id('评测集') },
  query: { setId: Id('评测集'), question: contains(caseFields.question) },
  sortable: ['updatedAt'],
  row: {
    ...caseFields,
    loginName: Type.String({
      title: '谁来问',
      description: 'empty: asked as staff, or as a member out of sales scope',
    }),
    isForeign: Type.Boolean({ description: 'asked as a member out of sales scope' }),
    itemName: Nullable(Type.String()),
    updatedAt: Moment('更新时间'),
  },
})
export type CaseQuery = BodyOf<typeof caseCalls.list>
export type CaseRow = RowOf<typeof caseCalls>

/**
 * The question that an answer was given to, with its member's rights; what is expected is added by editing it. Of a session in
 * sales scope whose details the caller may read. 409: the set belongs to another assistant, or has the question already.
 */
export const addCaseOfAnswer = writeCall('由会话回答生成评测题', `${root}/caseOfAnswer`, can(MENU, 'add'), {
  body: Fields({ messageId: Id('消息'), setId: Id('评测集') }),
  data: Type.Object({ id: Type.String() }),
})

/** In the background. Without an AI service: 409. */
export const startRun = writeCall('运行评测', `${root}/startRun`, can(MENU, 'edit'), {
  body: Fields({
    setId: Id('评测集'),
    promptId: Id('提示词版本'),
    isJudged: Type.Boolean({ title: '由模型另行打分' }),
  }),
  data: Type.Object({ id: Type.String(), jobId: Type.String() }),
})

const RunRow = Type.Object({
  id: Type.String(),
  setId: Type.String(),
  setName: Type.String({ title: '评测集' }),
  promptId: Type.String(),
  promptNumber: Type.Integer({ title: '版本' }),
  model: Type.String({ title: '模型' }),
  state: Choice('状态', runStateLabels),
  cases: Type.Integer(),
  repeats: Type.Integer(),
  answers: Type.Integer({ description: 'so far' }),
  passed: Type.Integer({ title: '通过' }),
  failed: Type.Integer({ title: '未通过' }),
  priceFailed: Type.Integer({ title: '价格不对', description: 'of the failed: with a wrong price' }),
  errors: Type.Integer({ title: '没有回答' }),
  score: Nullable(Type.Number({ title: '通过率', description: 'passed of those that count, %, one decimal' })),
  rating: Nullable(Type.Number({ title: '人工分', description: 'mean of the ratings by staff' })),
  judged: Nullable(Type.Number({ title: '模型分', description: 'mean of the scores by a model: decides nothing' })),
  cost: Nullable(Type.String({ title: '费用（元）' })),
  averageMs: Nullable(Type.Integer({ title: '平均用时' })),
  isOutdated: Type.Boolean({ description: 'a case was changed since' }),
  userName: Type.String({ title: '运行人' }),
  startedAt: Moment('开始时间'),
  endedAt: Nullable(Type.String()),
})
export type RunRow = Static<typeof RunRow>

const RunQuery = Fields({ ...listFields(['startedAt', 'score', 'cost']), assistantId: Id('助手') })
export type RunQuery = Static<typeof RunQuery>

export const queryRuns = readCall('评测记录', `${root}/runs`, can(MENU, 'details'), {
  body: RunQuery,
  data: Paged(RunRow),
})

const ResultRow = Type.Object({
  id: Type.String(),
  repeat: Type.Integer(),
  question: Type.String(),
  verdict: Choice('结果', verdictLabels),
  isPriceWrong: Type.Boolean(),
  reasons: Type.Array(Type.String()),
  expected: Type.String({ description: 'the price that the database gave at this run' }),
  expectedFrom: Type.String({ description: 'its day and publication' }),
  text: Type.String(),
  cost: Nullable(Type.String()),
  ms: Type.Integer(),
  rating: Nullable(Type.Integer()),
  judged: Nullable(Type.Integer()),
})
export type ResultRow = Static<typeof ResultRow>

const ResultQuery = Fields({
  ...listFields(['ms', 'cost']),
  runId: Id('评测'),
  verdict: Type.Optional(Choice('结果', verdictLabels)),
})
export type ResultQuery = Static<typeof ResultQuery>

export const queryResults = readCall('评测结果', `${root}/results`, can(MENU, 'details'), {
  body: ResultQuery,
  data: Paged(ResultRow),
})

export const rateResult = writeCall('为评测回答打分', `${root}/rateResult`, can(MENU, 'edit'), {
  body: Fields({ id: Id('结果'), rating: Nullable(Type.Integer({ title: '评分', minimum: 1, maximum: 5 })) }),
  data: Nothing,
})
