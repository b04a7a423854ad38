// Words of the evaluation of AI assistants that tables, calls and screens share.
import { quotedPartLabels } from './answer-labels.ts'

/** Days as a question names them, seen from the day of the run. */
export const relativeDays = ['newest', 'previous', 'today', 'yesterday', 'weekAgo'] as const
export type RelativeDay = (typeof relativeDays)[number]
export const relativeDayLabels: Record<RelativeDay, string> = {
  newest: '最新发布的一天',
  previous: '最新发布的前一天',
  today: '今天',
  yesterday: '昨天',
  weekAgo: '七天前',
}

export const figureParts = ['low', 'high', 'average'] as const
export type FigurePart = (typeof figureParts)[number]
const { low, high, average } = quotedPartLabels
export const figurePartLabels: Record<FigurePart, string> = { low, high, average }

export const runStates = ['running', 'done', 'failed'] as const
export type RunState = (typeof runStates)[number]
export const runStateLabels: Record<RunState, string> = { running: '运行中', done: '已完成', failed: '失败' }

/** `free`: people rate it; `void`: the price that it asks for was not published. Neither counts. `error`: no answer came. */
export const verdicts = ['passed', 'failed', 'free', 'void', 'error'] as const
export type Verdict = (typeof verdicts)[number]
export const verdictLabels: Record<Verdict, string> = {
  passed: '通过',
  failed: '未通过',
  free: '人工评分',
  void: '当日无价',
  error: '没有回答',
}

/** How often a run asks each case. */
export const RUN_REPEATS = 3
