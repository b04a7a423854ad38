// Words of answers that the console makes for members: states, refusals, tools, and verdicts on figures.
import { keysOf } from '#contract/labels.ts'

export const messageStateLabels = {
  streaming: '生成中',
  done: '已完成',
  stopped: '已停止',
  interrupted: '已中断',
  refused: '未回答',
  failed: '失败',
} as const
export type MessageState = keyof typeof messageStateLabels
export const messageStates = keysOf(messageStateLabels)

/** Why a question was not answered; `withheld`: what the model wrote could not be shown. */
export const refusalLabels = {
  forecast: '预测与交易建议',
  sensitive: '敏感内容',
  notGranted: '未授权的产品',
  nothing: '没有数据',
  noService: '未配置 AI 服务',
  noAssistant: '助手未发布',
  limit: '用量已到上限',
  service: 'AI 服务出错',
  withheld: '数字无法核实',
} as const
export type RefusalKind = keyof typeof refusalLabels
export const refusalKinds = keysOf(refusalLabels)

export const toolLabels = {
  findItems: '查报价项',
  prices: '查价格',
  series: '查区间',
  calc: '计算',
  articles: '查资讯',
  calendar: '查日历',
} as const
export type ToolName = keyof typeof toolLabels
export const toolNames = keysOf(toolLabels)

/** What a version lets its model look up where it does not say: passages of one look for articles, however old. */
export const usualLookup = { tools: toolNames, passages: 4, passageDays: null } as const

/** `bound`: a published price; `computed`: of such; `source`: stands in a cited passage; `unbound`: nowhere, so it was withheld. */
export const figureVerdictLabels = { bound: '已核实', computed: '计算得出', source: '原文', unbound: '未核实' } as const
export type FigureVerdict = keyof typeof figureVerdictLabels
export const figureVerdicts = keysOf(figureVerdictLabels)

/** What of a price an answer quotes. */
export const quotedPartLabels = {
  low: '最低价',
  high: '最高价',
  average: '均价',
  change: '涨跌',
  percent: '涨跌幅',
} as const
export type QuotedPart = keyof typeof quotedPartLabels
/** What a price itself has: changes are of two prices. */
export const priceParts = ['low', 'high', 'average'] as const satisfies readonly QuotedPart[]
export type PricePart = (typeof priceParts)[number]
