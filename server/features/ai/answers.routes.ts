// Reading and stopping answers over HTTP.
import { AI_SETTINGS, aiService, cancelAnswer as cancelCall, getAnswer } from '#contract/ai/answers.ts'
import { strangeFigures } from '#contract/ai/prompt-text.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { cancelAnswer } from './answers.acts.ts'
import { findAnswer } from './answers.queries.ts'
import { hasModel } from './provider/models.queries.ts'

export const routes = [
  serve(getAnswer, async ({ query: { id }, actor, db }) => {
    const { sent, source, unbound, ...answer } = orNotFound(await findAnswer(db, id, actor.id))
    if (answer.state === 'running') return { ...answer, sent: '', strangeFigures: [] }
    return { ...answer, sent, strangeFigures: unbound ?? strangeFigures(answer.text, source ?? sent) }
  }),
  serve(aiService, async ({ core, db }) => ({ isSet: await hasModel(db, core.config), settings: AI_SETTINGS })),
  serveAct(cancelCall, ({ tx, actor, body }) => cancelAnswer(tx, actor, body.id)),
]
