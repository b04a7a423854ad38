// Runs of the evaluation and their results as they are stored.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { ResultQuery, ResultRow, RunQuery, RunRow } from '#contract/ai/evaluation.ts'
import { equals, list } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { aiAssistants, aiPrompts } from '#server/db/schema/ai.ts'
import { aiCalls } from '#server/db/schema/ai-calls.ts'
import { aiCases, aiResults, aiRuns, aiSets } from '#server/db/schema/ai-evaluation.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { users } from '#server/db/schema/organisation.ts'
import { type PromptInUse, promptParts } from '../answers.queries.ts'

const isOver = sql`${aiRuns.endedAt} is not null`
/** Whether a job is still to end it. */
const isRunning = sql`(${aiRuns.endedAt} is null and exists (select from ${jobRuns} j
  where j.id = ${aiRuns.jobId} and j.state in ('queued', 'running')))`

const of = (where: SQL) => sql`count(*) filter (where ${where})::int`
/** Sums of the results of one run, as columns of `s`. */
const sums = sql`(select count(*)::int as answers,
    ${of(sql`r.verdict = 'passed'`)} as passed, ${of(sql`r.verdict = 'failed'`)} as failed,
    ${of(sql`r.is_price_wrong`)} as price_failed, ${of(sql`r.verdict = 'error'`)} as errors,
    round(100.0 * count(*) filter (where r.verdict = 'passed')
      / nullif(count(*) filter (where r.verdict in ('passed', 'failed', 'error')), 0), 1)::float8 as score,
    round(avg(r.rating), 2)::float8 as rating, round(avg(r.judged), 2)::float8 as judged,
    (select sum(c.cost)::text from ${aiCalls} c where c.run_id = ${aiRuns.id}) as cost, (avg(r.ms) filter (where r.verdict <> 'error'))::int as average_ms
  from ${aiResults} r where r.run_id = ${aiRuns.id}) s`
const sum = <T>(name: string) => sql<T>`s.${sql.identifier(name)}`

const runRow = {
  id: aiRuns.id,
  setId: aiRuns.setId,
  setName: aiSets.name,
  promptId: aiRuns.promptId,
  promptNumber: aiPrompts.number,
  model: aiRuns.model,
  state: sql<RunRow['state']>`case when ${isOver} then 'done' when ${isRunning} then 'running' else 'failed' end`,
  cases: aiRuns.cases,
  repeats: aiRuns.repeats,
  answers: sum<number>('answers'),
  passed: sum<number>('passed'),
  failed: sum<number>('failed'),
  priceFailed: sum<number>('price_failed'),
  errors: sum<number>('errors'),
  score: sum<number | null>('score'),
  rating: sum<number | null>('rating'),
  judged: sum<number | null>('judged'),
  /** Of the ledger: judging included. */
  cost: sum<string | null>('cost'),
  averageMs: sum<number | null>('average_ms'),
  isOutdated: sql<boolean>`${aiSets.changedAt} > ${aiRuns.startedAt}`,
  userName: users.realName,
  startedAt: aiRuns.startedAt,
  endedAt: aiRuns.endedAt,
}

const joined = (db: Executor, fields: Record<string, SQL | (typeof runRow)[keyof typeof runRow]>) =>
  db
    .select(fields)
    .from(aiRuns)
    .innerJoin(aiSets, eq(aiSets.id, aiRuns.setId))
    .innerJoin(aiPrompts, eq(aiPrompts.id, aiRuns.promptId))
    .innerJoin(users, eq(users.id, aiRuns.userId))
    .innerJoinLateral(sums, sql`true`)

export const listRuns = list<RunRow, RunQuery>({
  name: 'ai_runs',
  always: sql`true`,
  filters: { assistantId: equals(aiSets.assistantId, 'assistantId') },
  sorts: { startedAt: aiRuns.startedAt, score: runRow.score, cost: sql`s.cost::numeric` },
  usual: sql`${aiRuns.id} desc`,
  tie: aiRuns.id,
  fields: runRow,
  rows: (db) => joined(db, runRow),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(aiRuns).innerJoin(aiSets, eq(aiSets.id, aiRuns.setId)).where(where),
})

const resultRow = {
  id: aiResults.id,
  repeat: aiResults.repeat,
  question: aiResults.question,
  verdict: aiResults.verdict,
  isPriceWrong: aiResults.isPriceWrong,
  reasons: aiResults.reasons,
  expected: aiResults.expected,
  expectedFrom: aiResults.expectedFrom,
  text: aiResults.text,
  cost: aiResults.cost,
  ms: aiResults.ms,
  rating: aiResults.rating,
  judged: aiResults.judged,
}

/** Those that failed first, then by case. */
export const listResults = list<ResultRow, ResultQuery>({
  name: 'ai_results',
  always: sql`true`,
  filters: { runId: equals(aiResults.runId, 'runId'), verdict: equals(aiResults.verdict, 'verdict') },
  sorts: { ms: aiResults.ms, cost: aiResults.cost },
  usual: sql`(${aiResults.verdict} in ('failed', 'error')) desc, ${aiResults.caseId}, ${aiResults.repeat}`,
  tie: aiResults.id,
  fields: resultRow,
  rows: (db) => db.select(resultRow).from(aiResults),
  matches: (db, where) => db.select({ n: sql`1` }).from(aiResults).where(where),
})

export async function findRun(db: Executor, id: string) {
  const [found] = await db.select().from(aiRuns).where(eq(aiRuns.id, id))
  return found
}

/** A version of an assistant as it answers. */
export async function promptOf(db: Executor, promptId: string): Promise<PromptInUse | undefined> {
  const [found] = await db
    .select(promptParts)
    .from(aiPrompts)
    .innerJoin(aiAssistants, eq(aiAssistants.id, aiPrompts.assistantId))
    .where(eq(aiPrompts.id, promptId))
  return found
}

export type NewResult = typeof aiResults.$inferInsert

/** A repeated attempt stores nothing twice. */
export const storeResult = (db: Db, row: NewResult) => db.insert(aiResults).values(row).onConflictDoNothing()

/** `case repeat` of the results that an earlier attempt has stored. */
export async function answered(db: Executor, runId: string): Promise<ReadonlySet<string>> {
  const found = await db
    .select({ caseId: aiResults.caseId, repeat: aiResults.repeat })
    .from(aiResults)
    .where(eq(aiResults.runId, runId))
  return new Set(found.map(({ caseId, repeat }) => `${caseId} ${repeat}`))
}

/** A run is whole. */
export const endRun = (tx: Tx, id: string) => tx.update(aiRuns).set({ endedAt: sql`now()` }).where(eq(aiRuns.id, id))

export const countRunning = (tx: Tx, setId: string) =>
  tx.$count(aiRuns, sql`${aiRuns.setId} = ${setId}::bigint and ${isRunning}`)

export type GateRun = {
  promptId: string
  setName: string
  hasCases: boolean
  /** Null: no whole run since the set was changed last. */
  runId: string | null
  failed: number
  errors: number
  prices: string[]
}

/** For each set that versions must pass: how its newest whole run of each of them, since the set's last change, went. */
export async function gateRuns(db: Executor, assistantId: string, promptIds: readonly string[]): Promise<GateRun[]> {
  const { rows } = await db.execute<GateRun>(sql`
    select p.id::text as "promptId", g.name as "setName", exists (select from ${aiCases} c where c.set_id = g.id) as "hasCases",
        n.id::text as "runId", coalesce(r.failed, 0) as failed, coalesce(r.errors, 0) as errors,
        coalesce(r.prices, '{}') as prices
      from ${aiSets} g
      cross join unnest(${idArray(promptIds)}) p(id)
      left join lateral (select u.id from ${aiRuns} u
        where u.set_id = g.id and u.prompt_id = p.id and u.ended_at is not null
          and u.started_at >= g.changed_at order by u.id desc limit 1) n on true
      left join lateral (select count(*) filter (where x.verdict = 'failed')::int as failed,
          count(*) filter (where x.verdict = 'error')::int as errors,
          array_agg(distinct x.question) filter (where x.is_price_wrong) as prices
        from ${aiResults} x where x.run_id = n.id) r on true
      where g.assistant_id = ${assistantId}::bigint and g.is_gate order by p.id, g.id`)
  return rows
}
