// Saved questions, and trial runs of versions on them.
import { eq } from 'drizzle-orm'
import { neededField, promptFields } from '#contract/ai/ai-labels.ts'
import {
  QUESTIONS_MAX,
  queryAnswers,
  rateAnswer,
  removeQuestion,
  saveQuestion,
  tryPrompts,
} from '#contract/ai/assistants.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { aiAnswers, aiAssistants, aiPrompts, aiQuestions } from '#server/db/schema/ai.ts'
import { runAnswers, type Started, startAnswer } from './answers.acts.ts'
import { listAnswers } from './answers.queries.ts'
import { lockAssistant, promptsFor, questionsOf } from './assistants.queries.ts'

const named = (id: string, verb: string) => ({
  action: `aiAssistant.${verb}`,
  targetType: 'aiAssistant',
  targetId: id,
})

const ofQuestion = { id: aiQuestions.id, assistantId: aiQuestions.assistantId, title: aiQuestions.title }

export const routes = [
  serveAct(saveQuestion, async ({ tx, body: { assistantId, id, title, fields }, by }) => {
    const { purpose } = orNotFound(await lockAssistant(tx, assistantId))
    const names = promptFields[purpose]
    const needed = neededField[purpose]
    if (Object.keys(fields).some((name) => !names.includes(name))) throw refuse('invalid')
    checkFields({ [`fields.${needed}`]: (fields[needed] ?? '').trim() === '' ? `请输入${needed}` : null })
    const questions = await questionsOf(tx, assistantId)
    const form = { title: title.trim(), fields }
    if (id !== null) {
      const stored = orNotFound(questions.find((each) => each.id === id))
      await tx.update(aiQuestions).set(form).where(eq(aiQuestions.id, id))
      const changes = { before: { question: stored.title }, after: { question: form.title } }
      await audit(tx, by, { ...named(assistantId, 'saveQuestion'), ...changes })
      return { id }
    }
    if (questions.length >= QUESTIONS_MAX)
      throw refuse('conflict', { msg: `一个助手最多保存 ${QUESTIONS_MAX} 个试运行问题` })
    const [added] = await tx
      .insert(aiQuestions)
      .values({ ...form, assistantId })
      .returning({ id: aiQuestions.id })
    await audit(tx, by, { ...named(assistantId, 'saveQuestion'), after: { question: form.title } })
    return { id: added?.id ?? '' }
  }),

  serveAct(removeQuestion, async ({ tx, body: { id }, by }) => {
    const [removed] = await tx.delete(aiQuestions).where(eq(aiQuestions.id, id)).returning(ofQuestion)
    const { assistantId, title } = orNotFound(removed)
    await audit(tx, by, { ...named(assistantId, 'removeQuestion'), before: { question: title } })
  }),

  serve(tryPrompts, async ({ body: { questionId, trials }, core, actor }) => {
    const started = await transact(core, async (tx) => {
      const [question] = await tx.select().from(aiQuestions).where(eq(aiQuestions.id, questionId))
      const { assistantId, fields: values } = orNotFound(question)
      const prompts = await promptsFor(tx, assistantId)
      const answers: Started[] = []
      for (const { promptId, model } of trials) {
        const prompt = orNotFound(prompts.find(({ id }) => id === promptId))
        const asked = { ...prompt, model: model || prompt.model }
        answers.push(await startAnswer(tx, core, actor, { prompt: asked, values, questionId }))
      }
      return answers
    })
    void runAnswers(core, started)
    return started.map(({ id }) => ({ id }))
  }),

  serveAct(rateAnswer, async ({ tx, body: { id, score }, by }) => {
    const [stored] = await tx
      .select({ score: aiAnswers.score, state: aiAnswers.state, number: aiPrompts.number, of: aiPrompts.assistantId })
      .from(aiAnswers)
      .innerJoin(aiPrompts, eq(aiPrompts.id, aiAnswers.promptId))
      .where(eq(aiAnswers.id, id))
      .for('update', { of: aiAnswers })
    const answer = orNotFound(stored)
    if (answer.state === 'running') throw refuse('conflict', { msg: '回答还在生成，请稍后再打分' })
    await tx.update(aiAnswers).set({ score }).where(eq(aiAnswers.id, id))
    const { number } = answer
    const changes = { before: { number, score: answer.score }, after: { number, score } }
    await audit(tx, by, { ...named(answer.of, 'rate'), ...changes })
  }),

  serve(queryAnswers, async ({ body, actor, db }) => {
    orNotFound((await db.select({ id: aiAssistants.id }).from(aiAssistants).where(eq(aiAssistants.id, body.id)))[0])
    return listAnswers(db, body, { readerId: actor.id })
  }),
]
