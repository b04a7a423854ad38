// The article editor's AI buttons, for both editions: answers about a stored article.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AiPurpose, aiPurposeLabels } from '#contract/ai/ai-labels.ts'
import { articleActs } from '#contract/articles/article-acts.ts'
import { type Edition, editions } from '#contract/articles/article-labels.ts'
import { type Acting, transact } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findArticles } from '#server/features/articles/articles.queries.ts'
import { findVersions } from '#server/features/articles/versions.queries.ts'
import { NOT_SET } from './ai-settings.ts'
import { runAnswers, startAnswer } from './answers.acts.ts'
import { publishedPrompt } from './answers.queries.ts'
import { openEvents, wantsStream } from './event-stream.ts'
import { hasModel } from './provider/models.queries.ts'

/** Longest part of an article that is sent, characters: beyond it the answer is about the beginning. */
const TEXT_MAX = 30_000

const KEEP_ALIVE_MS = 15_000

type Asking = Acting & { request: FastifyRequest; reply: FastifyReply }

async function ask({ core, actor, request, reply }: Asking, edition: Edition, id: string, purpose: AiPurpose) {
  const started = await transact(core, async (tx) => {
    const article = orNotFound((await findArticles(tx, edition, [id], actor))[0])
    if (!(await hasModel(tx, core.config))) throw refuse('conflict', { msg: NOT_SET })
    const [version] = await findVersions(tx, id, [article.headId])
    const { title, text, newsCategoryName, products } = orNotFound(version)
    if (text.trim() === '') throw refuse('conflict', { msg: '正文还是空的，请先写正文并保存' })
    const prompt = await publishedPrompt(tx, purpose)
    if (!prompt) throw refuse('conflict', { msg: `没有在用的“${aiPurposeLabels[purpose]}”助手，请联系运营发布` })
    const values = {
      标题: title,
      正文: text.slice(0, TEXT_MAX),
      类别: newsCategoryName ?? '',
      产品: products.map(({ name }) => name).join('、'),
    }
    return startAnswer(tx, core, actor, { prompt, values, articleId: id, articleVersionId: article.headId })
  })
  if (!wantsStream(request)) {
    void runAnswers(core, [started])
    return { id: started.id }
  }
  const events = openEvents(reply)
  const timer = setInterval(events.keepAlive, KEEP_ALIVE_MS)
  events.send('start', { id: started.id })
  await runAnswers(core, [started], (text) => events.send('text', { text }))
  clearInterval(timer)
  events.send('end', {})
  events.end()
  return { id: started.id }
}

export const routes = editions.flatMap((edition) => {
  const { summaryAI, hintTextAI } = articleActs[edition]
  return [
    serve(summaryAI, ({ body, ...context }) => ask(context, edition, body.id, 'summary')),
    serve(hintTextAI, ({ body, ...context }) => ask(context, edition, body.id, 'hint')),
  ]
})
