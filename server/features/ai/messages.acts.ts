// Takes the sessions that a sub-product sends, and the ratings of staff.

import { sql } from 'drizzle-orm'
import { MESSAGE_BATCH, type RefusedMessage, type rateAiMessage, type SentSession } from '#contract/ai/messages.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { textKey } from '#contract/text.ts'
import type { Act } from '#server/core/act.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiMessages } from '#server/db/schema/ai.ts'
import {
  assistantsCoded,
  insertMessages,
  lockMessage,
  membersNamed,
  messagesAt,
  setFeedback,
  setTitle,
  storeSessions,
  sumUp,
} from './messages.queries.ts'
import { isSameMessage, sortOut, type TakenMessage } from './messages.rules.ts'

const unknownMember = '登录名不存在，或该会员没有开通 AI 问答'

type Known = { memberId: string; assistantId: string; assistantName: string; title: string }
/** Member, assistant and title of each session by its number, or why it is refused. The last title counts. */
async function knownOf(tx: Tx, sessions: readonly SentSession[]): Promise<ReadonlyMap<string, Known | string>> {
  const nameOf = ({ loginName }: SentSession) => textKey(loginName)
  const codeOf = ({ assistant }: SentSession) => assistant.trim().toLowerCase()
  const members = await membersNamed(tx, sessions.map(nameOf))
  const assistants = await assistantsCoded(tx, sessions.map(codeOf))
  const known = new Map<string, Known | string>()
  for (const session of sessions) {
    const { externalId } = session
    const memberId = members.get(nameOf(session))
    const assistant = assistants.get(codeOf(session))
    const before = known.get(externalId)
    if (typeof before === 'string') continue
    if (memberId === undefined) known.set(externalId, unknownMember)
    else if (!assistant) known.set(externalId, '没有这个编码的助手')
    else if (before && (before.memberId !== memberId || before.assistantId !== assistant.id)) {
      known.set(externalId, '同一批中的会话属于不同的会员或助手')
    } else {
      const { id: assistantId, name: assistantName } = assistant
      known.set(externalId, { memberId, assistantId, assistantName, title: session.title.trim() })
    }
  }
  return known
}

type Sending = { tx: Tx; by: Author; apiKey: { id: string } }
type Placed = TakenMessage & { sessionId: string }
type Refuse = (message: Pick<TakenMessage, 'externalId' | 'number'>, reason: string) => void

/** @returns how many messages were stored, how many got another feedback, and why others were refused */
export async function receive({ tx, by, apiKey }: Sending, sessions: readonly SentSession[]) {
  const count = sessions.reduce((sum, { messages }) => sum + messages.length, 0)
  checkFields({ sessions: count > MESSAGE_BATCH ? `一次最多提交 ${MESSAGE_BATCH} 条消息` : null })
  const { taken, refused } = sortOut(sessions)
  const refuseAs: Refuse = ({ externalId, number }, reason) => void refused.push({ externalId, number, reason })
  const known = await knownOf(tx, sessions)
  const placed = await place(tx, apiKey.id, taken, known, refuseAs)
  const { fresh, changed } = await store(tx, placed, refuseAs)
  // only with a new message: an old batch that is sent again brings no old title back
  for (const [id, { externalId }] of new Map(fresh.map((message) => [message.sessionId, message]))) {
    const session = known.get(externalId)
    if (typeof session === 'object') await setTitle(tx, id, session.title)
  }
  const done = { stored: fresh.length, changed }
  await audit(tx, by, {
    action: 'aiSession.receive',
    targetType: 'apiKey',
    targetId: apiKey.id,
    after: { ...done, refused: refused.length },
  })
  return { ...done, refused: inOrder(refused, sessions) }
}

/** Finds or adds the session of each message, and locks it. A session is added with its first message only. */
async function place(
  tx: Tx,
  apiKeyId: string,
  taken: readonly TakenMessage[],
  known: ReadonlyMap<string, Known | string>,
  refuseAs: Refuse,
): Promise<Placed[]> {
  const wanted = new Map<string, Known & { at: string }>()
  for (const message of taken) {
    const { externalId, at } = message
    const session = known.get(externalId) ?? unknownMember
    if (typeof session === 'string') refuseAs(message, session)
    else if (!wanted.has(externalId)) wanted.set(externalId, { ...session, at })
  }
  const rows = [...wanted].map(([externalId, { at, ...session }]) => ({
    ...session,
    apiKeyId,
    externalId,
    startedAt: at,
    lastAt: at,
  }))
  const stored = new Map((await storeSessions(tx, apiKeyId, rows)).map((session) => [session.externalId, session]))
  return taken.flatMap((message) => {
    const [sent, session] = [wanted.get(message.externalId), stored.get(message.externalId)]
    if (!sent || !session) return []
    const isOther = session.memberId !== sent.memberId
    // an assistant that was deleted since has left no id
    const isOtherAssistant = session.assistantId !== null && session.assistantId !== sent.assistantId
    if (!isOther && !isOtherAssistant) return [{ ...message, sessionId: session.id }]
    refuseAs(message, isOther ? '该会话属于其他会员' : '该会话属于其他助手')
    return []
  })
}

/** Stores what is new, and feedback that came later; adds up the sessions anew. */
async function store(
  tx: Tx,
  placed: readonly Placed[],
  refuseAs: Refuse,
): Promise<{ fresh: readonly Placed[]; changed: number }> {
  if (placed.length === 0) return { fresh: [], changed: 0 }
  const placeOf = ({ sessionId, number }: { sessionId: string; number: number }) => `${sessionId} ${number}`
  const before = new Map((await messagesAt(tx, placed)).map((each) => [placeOf(each), each]))
  const fresh = placed.filter((message) => !before.has(placeOf(message)))
  if (fresh.length > 0) {
    await insertMessages(
      tx,
      fresh.map(({ externalId: _, feedback = null, ...message }) => ({ ...message, feedback })),
    )
  }
  let changed = 0
  for (const message of placed) {
    const there = before.get(placeOf(message))
    if (!there) continue
    if (!isSameMessage(there, message)) refuseAs(message, '该序号已有内容不同的消息')
    else if (message.feedback !== undefined && message.feedback !== there.feedback) {
      await setFeedback(tx, there.id, message.feedback)
      changed++
    }
  }
  if (fresh.length > 0 || changed > 0) await sumUp(tx, [...new Set(placed.map(({ sessionId }) => sessionId))])
  return { fresh, changed }
}

/** In the order in which they were sent. */
function inOrder(refused: readonly RefusedMessage[], sessions: readonly SentSession[]): RefusedMessage[] {
  const place = new Map<string, number>()
  for (const { externalId, messages } of sessions)
    for (const { number } of messages) place.set(`${externalId} ${number}`, place.size)
  const placeOf = ({ externalId, number }: RefusedMessage) => place.get(`${externalId} ${number}`) ?? 0
  return refused.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export async function rate(
  { tx, actor, by }: Act,
  { id, version, score = null, correction = '' }: BodyOf<typeof rateAiMessage>,
) {
  const stored = orNotFound(await lockMessage(tx, actor, id))
  checkVersion(version, stored)
  if (stored.role !== 'assistant') throw refuse('conflict', { msg: '只有回答可以评价' })
  const values = { score, correction: correction.trim() }
  const isRated = values.score !== null || values.correction !== ''
  const rater = { ratedById: isRated ? actor.id : null, ratedAt: isRated ? sql`now()` : null }
  const next = await updateRow(tx, aiMessages, id, { ...values, ...rater })
  const changed = difference<Record<string, unknown>>({ score: stored.score, correction: stored.correction }, values)
  await audit(tx, by, { action: 'aiMessage.rate', targetType: 'aiMessage', targetId: id, ...changed })
  return { id, version: next }
}
