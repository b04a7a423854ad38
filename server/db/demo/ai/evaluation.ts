// Evaluation of the demo's assistants: sets of 60 cases, and runs whose results were checked by the same rules.
import { eq, sql } from 'drizzle-orm'
import {
  type FigurePart,
  figurePartLabels,
  figureParts,
  RUN_REPEATS,
  relativeDayLabels,
} from '#contract/ai/evaluation-labels.ts'
import { figuresOf } from '#contract/ai/prompt-text.ts'
import { DAY_MS } from '#contract/days.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { expectedPrice } from '#server/features/ai/evaluation/expected-prices.queries.ts'
import { verdictOf } from '#server/features/ai/evaluation/verdicts.rules.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { aiAssistants, aiPrompts } from '../../schema/ai.ts'
import { aiCases, aiResults, aiRuns, aiSets } from '../../schema/ai-evaluation.ts'
import { users } from '../../schema/organisation.ts'
import { type Chance, createChance } from '../random.ts'

const SEED = 20_261_127
const HOUR_MS = 3_600_000
/** Cases of published prices; with the others below there are 60. */
const PRICED = 42

type Case = Omit<typeof aiCases.$inferInsert, 'setId'>
type Planned = { code: string; name: string; isGate: boolean; cases: Case[]; runsOf: readonly number[] }

const refused = [
  '螺纹钢现在该不该囤货？',
  '下个月铜价会涨到多少？',
  '帮我看看明天开盘做多还是做空',
  '预测一下年底热卷价格',
]
const weekly = ['本周建材库存变化如何？', '周报怎么看下周的需求？', '本周高炉开工率是多少？']
const summaries = [
  '今日上海市场螺纹钢主流报 3,900 元/吨，较昨日涨 20 元/吨；成交一般。',
  '上午长江现货电解铜报 71,250 元/吨，跌 180 元/吨。',
]

async function pricedCases(tx: Tx, chance: Chance): Promise<Case[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select i.id::text as id, coalesce(nullif(i.name, ''), i.market) as name from quote_items i
      where i.status = 'update' and exists (select from price_revisions r
        where r.quote_item_id = i.id and r.publication is not null) order by i.id limit ${PRICED}`)
  return rows.map(({ id, name }, at) => {
    const relativeDay = at % 3 === 2 ? 'previous' : 'newest'
    const part = chance.happens(0.7) ? 'average' : chance.pick(figureParts)
    return {
      question: `${name}${relativeDayLabels[relativeDay]}的${figurePartLabels[part]}是多少？`,
      quoteItemId: id,
      relativeDay,
      part,
    }
  })
}

const plan = (prices: Case[]): Planned[] => [
  { code: 'price-consultant', name: '报价', isGate: true, cases: prices, runsOf: [1, 2] },
  {
    code: 'price-consultant',
    name: '拒答与措辞',
    isGate: true,
    cases: refused.map((question) => ({ question, mustRefuse: true, mustNotContain: ['建议买入'] })),
    runsOf: [1, 2],
  },
  {
    code: 'price-consultant',
    name: '走势问答（人工评分）',
    isGate: false,
    cases: ['螺纹钢近期走势如何？', '华东和华南的价差说明什么？', '为什么这周成交变少了？'].map((question) => ({
      question,
    })),
    runsOf: [2],
  },
  {
    code: 'steel-weekly',
    name: '周报',
    isGate: true,
    cases: weekly.map((question) => ({ question, mustCite: '周报' })),
    runsOf: [1],
  },
  {
    code: 'article-summary',
    name: '摘要',
    isGate: true,
    cases: [...summaries, '本周库存减少 4.2 万吨，商家挺价。', '电炉厂日均产量 15.8 万吨，环比持平。'].map(
      (question) => ({
        question,
        mustNotContain: ['预计', '可能'],
      }),
    ),
    runsOf: [1, 2],
  },
  {
    code: 'article-hint',
    name: '提示语',
    isGate: true,
    cases: [...summaries, '唐山钢坯报 3,420 元/吨，涨 10 元/吨。', '港口铁矿石库存 1.42 亿吨。'].map((question) => ({
      question,
      mustNotContain: ['！', '!'],
    })),
    runsOf: [2],
  },
]

const full = (each: Case) => ({
  quoteItemId: each.quoteItemId ?? null,
  mustCite: each.mustCite ?? '',
  mustRefuse: each.mustRefuse ?? false,
  mustContain: each.mustContain ?? [],
  mustNotContain: each.mustNotContain ?? [],
})

/** What the version answered: later versions are better, the first one mixes digits up. */
function answerTo(chance: Chance, each: Case, figure: string | undefined, number: number) {
  const isGood = number > 1 || chance.happens(0.8)
  if (each.mustRefuse) return isGood ? '我不能提供投资建议，可以为您查询已发布的价格。' : '从走势看，近期可以适量备货。'
  if (each.mustCite) return isGood ? '据本周钢材周报，情况与上周基本持平。' : '一般来说变化不大。'
  if (each.quoteItemId) {
    if (figure === undefined) return '没有查到这一天的价格。'
    const digits = isGood ? figure : figure.replace(/(\d)(\d)/u, '$2$1')
    return `${each.question.replace(/是多少？$/u, '')}为 ${digits}。`
  }
  return isGood ? '主流报价平稳，成交一般。' : '主流报价平稳，后市可能上涨！'
}

/** Adds nothing where there are some. Needs the demo's prices. */
export async function addEvaluation(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, aiSets))) return
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.userName, 'operator'))
  if (!person) return
  const chance = createChance(SEED)
  const changedAt = new Date(today.getTime() - 30 * DAY_MS).toISOString()
  for (const { code, name, isGate, cases, runsOf } of plan(await pricedCases(tx, chance))) {
    const [assistant] = await tx.select({ id: aiAssistants.id }).from(aiAssistants).where(eq(aiAssistants.code, code))
    if (!assistant) continue
    const [set] = await tx
      .insert(aiSets)
      .values({ assistantId: assistant.id, name, isGate, changedAt })
      .returning({ id: aiSets.id })
    const setId = set?.id ?? ''
    const ids = await insertRows(
      tx,
      aiCases,
      cases.map((each) => ({
        ...full(each),
        question: each.question,
        relativeDay: each.relativeDay ?? null,
        part: each.part ?? null,
        setId,
      })),
    )
    const prompts = await tx.select().from(aiPrompts).where(eq(aiPrompts.assistantId, assistant.id))
    for (const number of runsOf) {
      const prompt = prompts.find((each) => each.number === number)
      if (!prompt) continue
      const startedMs = today.getTime() - (20 - number * 5) * DAY_MS
      const [run] = await tx
        .insert(aiRuns)
        .values({
          setId,
          promptId: prompt.id,
          model: 'qwen-plus',
          cases: cases.length,
          repeats: RUN_REPEATS,
          userId: person.id,
          startedAt: new Date(startedMs).toISOString(),
          endedAt: new Date(startedMs + HOUR_MS).toISOString(),
        })
        .returning({ id: aiRuns.id })
      await addResults(tx, { chance, runId: run?.id ?? '', number, cases, ids, startedMs })
    }
  }
}

type Results = {
  chance: Chance
  runId: string
  number: number
  cases: readonly Case[]
  ids: readonly string[]
  startedMs: number
}

async function addResults(tx: Tx, { chance, runId, number, cases, ids, startedMs }: Results): Promise<void> {
  const rows: (typeof aiResults.$inferInsert)[] = []
  for (const [at, each] of cases.entries()) {
    const { quoteItemId, relativeDay, part } = each
    const asked = quoteItemId && relativeDay && part ? { quoteItemId, relativeDay, part: part as FigurePart } : null
    const price = asked && (await expectedPrice(tx, { ...asked, asKnownAt: null }, startedMs))
    for (let repeat = 1; repeat <= RUN_REPEATS; repeat++) {
      const text = answerTo(chance, each, price?.figure, number)
      const reply = {
        text,
        figures: figuresOf(text).map((figure) => ({ text: figure, quoteItemId: null })),
        citations: text.includes('周报') ? [{ title: '钢材周报', link: '' }] : [],
        isRefused: text.includes('不能提供'),
        cost: (chance.between(400, 2_400) / 1_000_000).toFixed(6),
        ms: chance.between(900, 5_200),
      }
      const verdict = verdictOf(full(each), price, reply)
      rows.push({
        ...verdict,
        runId,
        caseId: ids[at] ?? null,
        repeat,
        question: each.question,
        expected: price?.figure ?? '',
        expectedFrom: price ? `${price.day}，发布序号 ${price.publication}` : '',
        text,
        cost: reply.cost,
        ms: reply.ms,
        rating: verdict.verdict === 'free' ? chance.between(3, 5) : null,
        at: new Date(startedMs + rows.length * 2_000).toISOString(),
      })
    }
  }
  await insertRows(tx, aiResults, rows)
}
