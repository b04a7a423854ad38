// Tools of a model: they only read, as the asker, and give handles in place of figures.
import { randomBytes } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import type { ToolName } from '#contract/ai/answer-labels.ts'
import { addDays, eachDay } from '#contract/days.ts'
import { Day, Fields } from '#contract/fields.ts'
import { isOpen } from '#contract/monitoring/calendar-days.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { verdictOnInput } from '#server/core/http/validation.ts'
import type { Executor } from '#server/db/connection.ts'
import { wordsToQuery } from '#server/features/articles/search.rules.ts'
import type { ToolDeclaration } from '../provider/provider.acts.ts'
import type { Asker } from './asker.ts'
import { type Handles, nameOf, operations } from './figures.ts'
import { candidatesFor, itemsCoded, lastDays, passagesFor, pricesOf } from './found.queries.ts'
import { type Candidate, namedItems } from './question.rules.ts'
import type { Passage } from './release.rules.ts'

/** Calls of tools for one answer. */
export const CALLS_MOST = 6
const ITEMS_MOST = 20
const PASSAGE_MOST = 600
const SERIES_DAYS = 93
/** Back to the last price before a day, over the longest holiday. */
const LAST_DAYS = 31

const Codes = Type.Array(Type.String({ title: '报价项编码', maxLength: 32 }), {
  title: '报价项',
  minItems: 1,
  maxItems: 10,
})
const inputs = {
  findItems: Fields({ text: Type.String({ title: '名称', minLength: 1, maxLength: 100 }) }),
  prices: Fields({ codes: Codes, day: Day('日期') }),
  series: Fields({ codes: Codes, from: Day('开始日期'), to: Day('结束日期') }),
  calc: Fields({
    operation: Type.Enum([...operations], { title: '计算' }),
    handles: Type.Array(Type.String({ title: '标记', maxLength: 80 }), { title: '标记', minItems: 1, maxItems: 100 }),
  }),
  articles: Fields({ words: Type.String({ title: '词', minLength: 1, maxLength: 60 }) }),
  calendar: Fields({ from: Day('开始日期'), to: Day('结束日期') }),
} satisfies Record<ToolName, TSchema>
type Input<T extends ToolName> = Static<(typeof inputs)[T]>

const descriptions: Readonly<Record<ToolName, string>> = {
  findItems: '按名称查报价项，返回编码、名称、市场、规格。',
  prices: '查报价项某一天的公布价格，返回标记（⟦…⟧），当天没有则是最近一期。',
  series: '查报价项一段日期（最多三个月）的公布价格，返回标记。',
  calc: '用标记计算：difference、ratio、percent 各需两个标记，sum、mean、highest、lowest 可多个；返回新的标记。',
  articles: '按词查已发布的资讯，返回编号和段落；引用时写 [编号]。',
  calendar: '查一段日期中的工作日。',
}

/** What a version of a prompt lets the model look up. */
export type Lookup = {
  tools: readonly ToolName[]
  /** Passages that one look for articles finds. */
  passages: number
  /** Days back that articles are looked for; null: however old. */
  passageDays: number | null
}

export const declarationsOf = ({ tools }: Lookup): ToolDeclaration[] =>
  tools.map((name) => ({ name, description: descriptions[name], parameters: inputs[name] }))

export type Turn = {
  db: Executor
  asker: Asker
  today: string
  asKnownAt: string
  handles: Handles
  passages: Passage[]
  /** Items found in this turn, by code. */
  items: Map<string, Candidate>
}

/** Foreign text stands between marks that it cannot know: what it says is told apart from what is asked. */
export function fenced(text: string): string {
  const mark = randomBytes(8).toString('hex')
  return `<<资料 ${mark}>>\n${text.replaceAll('⟦', '[').replaceAll('⟧', ']')}\n<<资料完 ${mark}>>`
}

const handlesOf = (turn: Turn, codes: ReadonlySet<string>, from: string, to: string) =>
  [...turn.handles.handles.values()]
    .filter(({ price, key }) => price && price.day >= from && price.day <= to && codes.has(key.split(' ')[0] ?? ''))
    .map(({ key, unit }) => `⟦${key}⟧ ${unit}`)

async function readableItems(turn: Turn, codes: readonly string[]): Promise<Candidate[]> {
  const items = await itemsCoded(turn.db, turn.asker, codes)
  for (const item of items) turn.items.set(item.code, item)
  return items
}

const idsOf = (items: readonly Candidate[]) => items.map(({ quoteItemId }) => quoteItemId)

/** Their prices as handles. */
async function addPrices(
  { db, asker, asKnownAt, handles }: Turn,
  items: readonly Candidate[],
  from: string,
  to: string,
) {
  handles.addPrices(items, await pricesOf(db, asker, idsOf(items), { from, to, asKnownAt }))
}

type Run = { [T in ToolName]: (turn: Turn, input: Input<T>, lookup: Lookup) => Promise<unknown> }
const run: Run = {
  findItems: async (turn, { text }) => {
    const { items } = namedItems(text, await candidatesFor(turn.db, turn.asker, text))
    const readable = items.filter(({ isGranted }) => isGranted).slice(0, ITEMS_MOST)
    for (const item of readable) turn.items.set(item.code, item)
    turn.handles.addPrices(readable, [])
    return readable.map((item) => ({ code: item.code, name: nameOf(item), specification: item.specification }))
  },
  prices: async (turn, { codes, day }) => {
    const items = await readableItems(turn, codes)
    const { db, asker, asKnownAt } = turn
    const found = await lastDays(db, asker, idsOf(items), { to: day, asKnownAt })
    const last = new Map([...found].filter(([, on]) => on >= addDays(day, -LAST_DAYS)))
    const [from = day] = [...last.values()].toSorted()
    await addPrices(turn, items, from, day)
    return items.map((item) => {
      const on = last.get(item.quoteItemId)
      const said = { code: item.code, name: nameOf(item) }
      if (on === undefined) return { ...said, found: '没有公布的价格' }
      return { ...said, day: on, found: handlesOf(turn, new Set([item.code]), on, on) }
    })
  },
  series: async (turn, { codes, from, to }) => {
    const [, start = from] = [from, addDays(to, -SERIES_DAYS)].toSorted()
    const items = await readableItems(turn, codes)
    await addPrices(turn, items, start, to)
    return items.map((item) => ({
      code: item.code,
      name: nameOf(item),
      found: handlesOf(turn, new Set([item.code]), start, to).filter((each) => each.includes(' average⟧')),
    }))
  },
  calc: async ({ handles }, { operation, handles: keys }) => {
    const result = handles.compute(operation, keys)
    return 'key' in result ? { result: `⟦${result.key}⟧` } : result
  },
  articles: async (turn, { words }, { passages, passageDays }) => {
    const from = passageDays === null ? null : addDays(turn.today, -passageDays)
    const found = await passagesFor(turn.db, turn.asker, wordsToQuery(words), { most: passages, from })
    return found.map(({ articleId, title, day, text }) => {
      const passage = text.slice(0, PASSAGE_MOST)
      turn.passages.push({ title, link: `article:${articleId}`, text: `${title}\n${passage}` })
      return { number: turn.passages.length, day, text: fenced(`${title}\n${passage}`) }
    })
  },
  calendar: async ({ db }, { from, to }) => {
    const calendar = await readWorkdays(db)
    return eachDay(from, to)
      .slice(0, SERIES_DAYS)
      .filter((day) => isOpen(calendar, day))
  },
}

const isTool = (name: string): name is ToolName => Object.hasOwn(inputs, name)

/** Never throws for what a model sent: the result says what is wrong. */
export async function runTool(
  turn: Turn,
  lookup: Lookup,
  name: string,
  sent: string,
): Promise<{ tool: ToolName | null; input: unknown; found: unknown }> {
  if (!isTool(name)) return { tool: null, input: sent, found: { problem: '没有这个工具' } }
  let input: unknown
  try {
    input = JSON.parse(sent)
  } catch {
    return { tool: name, input: sent, found: { problem: '参数不是有效的 JSON' } }
  }
  const problem = lookup.tools.includes(name) ? verdictOnInput(inputs[name], input) : '这一版不提供这个工具'
  if (problem !== null) return { tool: name, input, found: { problem } }
  return {
    tool: name,
    input,
    found: await (run[name] as (turn: Turn, input: unknown, lookup: Lookup) => Promise<unknown>)(turn, input, lookup),
  }
}
