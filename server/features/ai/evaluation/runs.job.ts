// A run of the evaluation: each case is asked so many times, its expected price is looked up, its verdict stored. What an
// attempt has stored stays, so that another one goes on from there.
import { dayOf } from '#contract/days.ts'
import { Fields, Id } from '#contract/fields.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Core, transact } from '#server/core/core.ts'
import { orNotFound, Refusal } from '#server/core/http/refusal.ts'
import { job } from '#server/core/jobs/jobs.ts'
import type { PromptInUse } from '../answers.queries.ts'
import { AiFailure } from '../provider/failures.rules.ts'
import { answer } from './answerer.ts'
import { expectedPrice } from './expected-prices.queries.ts'
import { judge } from './judge.ts'
import { answered, endRun, findRun, type NewResult, promptOf, storeResult } from './runs.queries.ts'
import { casesOf, type StoredCase } from './sets.queries.ts'
import { type ExpectedPrice, verdictOf } from './verdicts.rules.ts'

/** Cases that are asked at once. */
const AT_ONCE = 3
const HOUR_MS = 3_600_000

const priceOf = ({ quoteItemId, relativeDay, part, asKnownAt }: StoredCase, core: Core, now: number) =>
  quoteItemId === null || relativeDay === null || part === null
    ? null
    : expectedPrice(core.db, { quoteItemId, relativeDay, part, asKnownAt }, now)

type Asked = {
  core: Core
  version: PromptInUse
  runId: string
  userId: string
  isJudged: boolean
  now: number
  signal: AbortSignal
}

/** What one question came to. A service that refuses is a result; an abort is thrown. */
async function ask(
  each: StoredCase,
  { core, version, runId, userId, isJudged, now, signal }: Asked,
): Promise<Omit<NewResult, 'runId' | 'repeat'>> {
  const { id: caseId, question, memberId, asKnownAt } = each
  const price: ExpectedPrice | null = await priceOf(each, core, now)
  const known = {
    caseId,
    question,
    expected: price?.figure ?? '',
    expectedFrom: price ? `${price.day}，发布序号 ${price.publication}` : '',
  }
  const asking = { memberId, asKnownAt, now, runId, userId }
  try {
    const reply = await answer({ core, question, version, asking, signal })
    const { text, cost, ms } = reply
    const judged = isJudged ? await judge(core, { question, text, version }, asking, signal) : null
    return { ...known, ...verdictOf(each, price, reply), text, cost, ms, judged }
  } catch (error) {
    // a model that is off by now, or money that is used up, is a result too
    const isSaid = error instanceof AiFailure || error instanceof Refusal
    if (signal.aborted || !isSaid) throw error
    return { ...known, verdict: 'error', reasons: [error.message] }
  }
}

export const evaluationJob = job({
  name: 'ai.evaluation',
  input: Fields({ runId: Id('评测') }),
  title: () => '运行评测',
  timeLimitMs: 4 * HOUR_MS,
  run: async ({ input: { runId }, by, core, signal, progress, finish }) => {
    const { setId, promptId, userId, repeats, isJudged, startedAt } = orNotFound(await findRun(core.db, runId))
    const version = orNotFound(await promptOf(core.db, promptId))
    const cases = await casesOf(core.db, setId)
    const before = await answered(core.db, runId)
    const now = Date.parse(startedAt)
    const wanted = cases.flatMap((each) => Array.from({ length: repeats }, (_, at) => ({ each, repeat: at + 1 })))
    const waiting = wanted.filter(({ each, repeat }) => !before.has(`${each.id} ${repeat}`))
    let done = before.size
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        signal.throwIfAborted()
        const result = await ask(next.each, { core, version, runId, userId, isJudged, now, signal })
        await storeResult(core.db, { ...result, runId, repeat: next.repeat })
        progress(++done, wanted.length, `按 ${dayOf(now)} 的价格核对`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return transact(core, async (tx) => {
      await endRun(tx, runId)
      await audit(tx, by, {
        action: 'aiSet.evaluated',
        targetType: 'aiSet',
        targetId: setId,
        after: { runId, answers: wanted.length },
      })
      return finish(tx, { done: wanted.length, message: `共 ${wanted.length} 个回答` })
    })
  },
})
