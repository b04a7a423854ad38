// What is done with questions that were not answered: given to somebody, finished, reopened; one or many.
import { sql } from 'drizzle-orm'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Change } from '#server/core/live/bus.ts'
import { storePush } from '#server/core/live/pushes.ts'
import type { Tx } from '#server/db/connection.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import { type LockedQuestion, lockUnanswered, storeUnanswered } from './unanswered.queries.ts'

const PAGE = '/application/aiWeb/session?tab=unanswered'
/** Of the question in a notice. */
const NOTICE_CHARS = 60

/** As the person saw it. */
type Chosen = { id: string; version: number }
type Act = { tx: Tx; actor: Actor; by: Author; announce: (change: Change) => void }

/** Throws 20404 out of scope, 601 where somebody was quicker. */
export async function lockChosen(tx: Tx, actor: Actor, { id, version }: Chosen): Promise<LockedQuestion> {
  const stored = orNotFound(await lockUnanswered(tx, actor, id))
  checkVersion(version, stored)
  return stored
}

const named = (id: string, verb: string) => ({
  action: `aiUnanswered.${verb}`,
  targetType: 'aiUnanswered',
  targetId: id,
})

/** To whom questions may be given. Throws 400 otherwise. */
export const requireHandler = (tx: Tx, ownerId: string) =>
  requireWorkers(tx, [ownerId], { field: 'ownerId', who: '处理人', work: 'aiUnanswered' })

export async function assign({ tx, by, announce }: Act, stored: LockedQuestion, ownerId: string): Promise<number> {
  const { id } = stored
  if (stored.doneAt !== null) throw refuse('conflict', { msg: '已处理完毕，不能再交给别人' })
  const next = await storeUnanswered(tx, id, { ownerId })
  announce({ type: 'dues' })
  await audit(tx, by, { ...named(id, 'assignUnanswered'), before: { ownerId: stored.ownerId }, after: { ownerId } })
  return next
}

/** Whoever is to handle them gets one notice, of those that were not theirs before. */
export async function notifyHandler({ tx, actor, announce }: Act, given: readonly LockedQuestion[], ownerId: string) {
  const fresh = given.filter((stored) => stored.ownerId !== ownerId)
  const [first] = fresh
  if (!first || ownerId === actor.id) return
  const title = fresh.length === 1 ? '有没答上的问题转给您处理' : `有 ${fresh.length} 个没答上的问题转给您处理`
  const data = { title, content: first.question.slice(0, NOTICE_CHARS), link: PAGE }
  await storePush(tx, announce, { userIds: [ownerId], type: 'notice', data })
}

export async function finish({ tx, actor, by, announce }: Act, stored: LockedQuestion, result: string) {
  const { id } = stored
  if (stored.doneAt !== null) throw refuse('conflict', { msg: '已处理完毕，请刷新后查看' })
  const next = await storeUnanswered(tx, id, { doneAt: sql<string>`now()`, doneById: actor.id, result })
  announce({ type: 'dues' })
  await audit(tx, by, { ...named(id, 'finishUnanswered'), after: { result } })
  return next
}

async function reopen({ tx, by, announce }: Act, { id, doneAt, result }: LockedQuestion): Promise<void> {
  if (doneAt === null) throw refuse('conflict', { msg: '尚未处理完毕' })
  await storeUnanswered(tx, id, { doneAt: null, doneById: null, result: '' })
  announce({ type: 'dues' })
  await audit(tx, by, { ...named(id, 'reopenUnanswered'), before: { result } })
}

type Command = { core: Core; actor: Actor; by: Author }

type Around = {
  before?: (tx: Tx) => Promise<unknown>
  /** Of those that were done. */
  after?: (context: Act, done: LockedQuestion[]) => Promise<void>
}

/** Row by row. Throws 20404 where one is out of scope, 602 where some were refused. */
async function onEach(
  { core, actor, by }: Command,
  rows: readonly Chosen[],
  act: (context: Act, stored: LockedQuestion) => Promise<unknown>,
  { before, after }: Around = {},
): Promise<null> {
  const done = await transact(core, async (tx, announce) => {
    await before?.(tx)
    const found: (LockedQuestion & { name: string; seen: number })[] = []
    // in the order of ids: two such acts do not wait for each other
    for (const { id, version } of rows.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))) {
      const stored = orNotFound(await lockUnanswered(tx, actor, id))
      found.push({ ...stored, name: stored.question, seen: version })
    }
    const context = { actor, by, announce }
    const each = await attemptEach(tx, found, async (inner, stored) => {
      checkVersion(stored.seen, stored)
      await act({ tx: inner, ...context }, stored)
    })
    const isDone = new Set(each.filter(({ ok }) => ok).map(({ id }) => id))
    await after?.(
      { tx, ...context },
      found.filter(({ id }) => isDone.has(id)),
    )
    return each
  })
  return outcomes(done)
}

export const assignEach = (command: Command, rows: readonly Chosen[], ownerId: string): Promise<null> =>
  onEach(command, rows, (context, stored) => assign(context, stored, ownerId), {
    before: (tx) => requireHandler(tx, ownerId),
    after: (context, given) => notifyHandler(context, given, ownerId),
  })

export const finishEach = (command: Command, rows: readonly Chosen[], result: string): Promise<null> =>
  onEach(command, rows, (context, stored) => finish(context, stored, result))

/** As `finishEach` left them. */
export const reopenEach = (command: Command, rows: readonly Chosen[]): Promise<null> => onEach(command, rows, reopen)
