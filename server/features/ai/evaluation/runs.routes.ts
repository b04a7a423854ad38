// Runs of the evaluation over HTTP.
import { eq, sql } from 'drizzle-orm'
import { queryResults, queryRuns, rateResult, startRun } from '#contract/ai/evaluation.ts'
import { RUN_REPEATS } from '#contract/ai/evaluation-labels.ts'
import { audit } from '#server/core/audit/audit.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import { aiResults, aiRuns } from '#server/db/schema/ai-evaluation.ts'
import { findAssistant } from '../assistants.queries.ts'
import { modelNamed } from '../provider/models.queries.ts'
import { evaluationJob } from './runs.job.ts'
import { countRunning, findRun, listResults, listRuns, promptOf } from './runs.queries.ts'
import { casesOf, lockSet } from './sets.queries.ts'

export const routes = [
  serveAct(startRun, async ({ tx, body: { setId, promptId, isJudged }, core, actor, by }) => {
    const set = orNotFound(await lockSet(tx, setId))
    const prompt = orNotFound(await promptOf(tx, promptId))
    if (prompt.assistantId !== set.assistantId) throw refuse('notFound')
    const cases = await casesOf(tx, setId)
    if (cases.length === 0) throw refuse('conflict', { msg: '评测集里还没有题' })
    // one at a time: the service's limits are shared
    if ((await countRunning(tx, setId)) > 0) throw refuse('conflict', { msg: '这个评测集正在运行，请等它完成' })
    const { model } = await modelNamed(tx, core.config, prompt.model)
    const [run] = await tx
      .insert(aiRuns)
      .values({
        setId,
        promptId,
        model,
        cases: cases.length,
        repeats: RUN_REPEATS,
        isJudged,
        userId: actor.id,
        // the clock, as the set's last change has it too: a change in the same transaction would not be outdated otherwise
        startedAt: sql`clock_timestamp()`,
      })
      .returning({ id: aiRuns.id })
    const { id } = orNotFound(run)
    const jobId = await startJob(tx, evaluationJob, { runId: id }, by)
    await tx.update(aiRuns).set({ jobId }).where(eq(aiRuns.id, id))
    const after = { runId: id, promptId, cases: cases.length }
    await audit(tx, by, { action: 'aiSet.run', targetType: 'aiSet', targetId: setId, after })
    return { id, jobId }
  }),

  serve(queryRuns, async ({ body, db }) => {
    orNotFound(await findAssistant(db, body.assistantId))
    return listRuns(db, body)
  }),

  serve(queryResults, async ({ body, db }) => {
    orNotFound(await findRun(db, body.runId))
    return listResults(db, body)
  }),

  serveAct(rateResult, async ({ tx, body: { id, rating }, actor, by }) => {
    const [stored] = await tx.select().from(aiResults).where(eq(aiResults.id, id)).for('update')
    const { runId, rating: before, question, verdict } = orNotFound(stored)
    if (verdict !== 'free') throw refuse('conflict', { msg: '只有未设期望的评测题需要人工评分' })
    const { setId } = orNotFound(await findRun(tx, runId))
    await tx
      .update(aiResults)
      .set({ rating, ratedById: rating === null ? null : actor.id })
      .where(eq(aiResults.id, id))
    await audit(tx, by, {
      action: 'aiSet.rate',
      targetType: 'aiSet',
      targetId: setId,
      before: { question, rating: before },
      after: { question, rating },
    })
  }),
]
