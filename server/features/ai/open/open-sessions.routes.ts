// Calls of sub-products to assistants, for their accounts. An answer is sent as server-sent events where the call accepts them; any
// process resumes one, as it is stored while it grows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import {
  AI_LABEL,
  askOpenSession,
  listOpenAssistants,
  type OpenAnswer,
  rateOpenAnswer,
  readOpenAnswer,
  startOpenSession,
  stopOpenAnswer,
} from '#contract/ai/open-calls.ts'
import type { SubProductApiKey } from '#server/core/access/api-keys.ts'
import { type Core, transact } from '#server/core/core.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { idInPath } from '#server/core/http/request.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { openEvents, wantsStream } from '../event-stream.ts'
import { noticeText } from '../provider/holds.acts.ts'
import { runAnswer, runsOf } from './answering-runs.ts'
import { ask, rateAnswer, startSession, stopAnswer } from './open-sessions.acts.ts'
import { figuresOf, findOpenAnswer, openAssistants } from './open-sessions.queries.ts'

const CALLS_PER_MINUTE = 1_200
/** How long a reply without a stream waits for an answer that needs no model. */
const QUICK_MS = 1_000
/** How often an answer that another process makes is read. */
const LOOK_MS = 300
/** A comment on a stream that has nothing to say, so that proxies keep it. */
const KEEP_ALIVE_MS = 15_000

async function shown(
  core: Core,
  apiKey: SubProductApiKey,
  id: string,
  from: number,
  notice: string | null,
): Promise<OpenAnswer> {
  const { sources, text, ...answer } = orNotFound(await findOpenAnswer(core.db, apiKey.subProduct, id))
  // this process knows more than the row of the last second
  const whole = answer.state === 'streaming' ? (runsOf(core).get(id)?.text() ?? text) : text
  return {
    ...answer,
    from,
    text: whole.slice(from),
    length: whole.length,
    figures: answer.state === 'streaming' ? [] : await figuresOf(core.db, id),
    sources: sources.map(({ title }, at) => ({ number: at + 1, title })),
    notice,
    label: AI_LABEL,
  }
}

type Streamed = { core: Core; apiKey: SubProductApiKey; id: string; from: number; notice: string | null }

/** Writes the answer as events until it has ended or nobody listens any more: that stops nothing. */
async function stream(reply: FastifyReply, { core, apiKey, id, from, notice }: Streamed): Promise<OpenAnswer> {
  // refused like any other call where it is not theirs
  let answer = await shown(core, apiKey, id, from, notice)
  const { send, keepAlive, end, closed } = openEvents(reply)
  let at = from
  let quiet = Date.now()
  try {
    while (!closed.aborted) {
      if (answer.text !== '') {
        send('text', { from: at, text: answer.text })
        at += answer.text.length
        quiet = Date.now()
      }
      if (answer.state !== 'streaming') {
        send('end', { ...answer, from: at, text: '' })
        break
      }
      if (Date.now() - quiet > KEEP_ALIVE_MS) {
        keepAlive()
        quiet = Date.now()
      }
      await nextPiece(core, id, at, closed)
      // while this process makes it, what is new is here; its end is in the row
      const run = runsOf(core).get(id)
      answer = run ? { ...answer, text: run.text().slice(at) } : await shown(core, apiKey, id, at, notice)
    }
  } catch (error) {
    if (!closed.aborted) core.log.error({ err: error, message: id }, 'ai stream')
  } finally {
    end()
  }
  return answer
}

/** Waits for more than `known` characters: told by this process, or a while. */
async function nextPiece(core: Core, id: string, known: number, signal: AbortSignal): Promise<void> {
  const run = runsOf(core).get(id)
  const pause = sleep(run ? KEEP_ALIVE_MS : LOOK_MS, undefined, { signal }).catch(() => undefined)
  if (!run) return void (await pause)
  if (run.text().length > known) return
  const { promise, resolve } = Promise.withResolvers<void>()
  run.listeners.add(resolve)
  await Promise.race([promise, pause])
  run.listeners.delete(resolve)
}

export const routes = [
  serve(listOpenAssistants, ({ db }) => openAssistants(db), { perMinute: CALLS_PER_MINUTE }),

  serveAct(startOpenSession, ({ tx, apiKey, body }) => startSession({ tx, apiKey }, body), {
    perMinute: CALLS_PER_MINUTE,
  }),

  serve(
    askOpenSession,
    async ({ core, apiKey, body, request, reply }) => {
      const sessionId = idInPath(request)
      const { messageId, asked, notice } = await transact(core, (tx) => ask({ tx, apiKey }, core, sessionId, body))
      const running = asked ? runAnswer(core, asked) : Promise.resolve()
      const [first] = notice
      const told = first === undefined ? null : noticeText(first)
      if (wantsStream(request)) return stream(reply, { core, apiKey, id: messageId, from: 0, notice: told })
      await Promise.race([running, sleep(QUICK_MS)])
      return shown(core, apiKey, messageId, 0, told)
    },
    { perMinute: CALLS_PER_MINUTE },
  ),

  serve(
    readOpenAnswer,
    async ({ core, apiKey, query: { from = 0 }, request, reply }) => {
      const id = idInPath(request)
      if (wantsStream(request)) return stream(reply, { core, apiKey, id, from, notice: null })
      return shown(core, apiKey, id, from, null)
    },
    { perMinute: CALLS_PER_MINUTE },
  ),

  serve(stopOpenAnswer, async ({ core, apiKey, request }) => {
    const id = idInPath(request)
    await transact(core, (tx) => stopAnswer({ tx, apiKey }, id))
    runsOf(core).get(id)?.stop()
    return null
  }),

  serveAct(rateOpenAnswer, ({ tx, apiKey, body, request }) =>
    rateAnswer({ tx, apiKey }, idInPath(request), body.feedback),
  ),
]
