// Sets and cases of the evaluation over HTTP.
import { eq } from 'drizzle-orm'
import { isAllowed } from '#contract/access.ts'
import { addCaseOfAnswer, CASES_MAX, caseCalls, SETS_MAX, setCalls } from '#contract/ai/evaluation.ts'
import { getAnswerMaking } from '#contract/ai/making.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Route, serveAct } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiCases, aiSets } from '#server/db/schema/ai-evaluation.ts'
import { checkKnownAt } from '#server/features/prices/publications.queries.ts'
import { findItem } from '#server/features/prices/quote-items.queries.ts'
import { lockAssistant } from '../assistants.queries.ts'
import {
  casesOf,
  isSetNamed,
  listCases,
  listSets,
  lockSet,
  loginNameOf,
  markChanged,
  memberCalled,
  questionOf,
  type StoredCase,
  setsOf,
} from './sets.queries.ts'

const sets = serveRows({
  calls: setCalls,
  table: aiSets,
  target: 'aiSet',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listSets(db, body),
  check: async (tx, { assistantId: of, ...form }, { stored }) => {
    const assistantId = stored?.assistantId ?? of ?? ''
    orNotFound(await lockAssistant(tx, assistantId))
    checkFields({ name: (await isSetNamed(tx, assistantId, form.name, stored?.id)) ? '已有同名的评测集' : null })
    if (stored) return form
    if ((await setsOf(tx, assistantId)).length >= SETS_MAX)
      throw refuse('conflict', { msg: `一个助手最多有 ${SETS_MAX} 个评测集` })
    return { ...form, assistantId }
  },
})

/** All of item, day and part, or none: the first that is missing says so at its field. */
const priceProblems = (form: Pick<StoredCase, 'quoteItemId' | 'relativeDay' | 'part'>) => {
  const { quoteItemId, relativeDay, part } = form
  if (quoteItemId === null && relativeDay === null && part === null) return {}
  return {
    quoteItemId: quoteItemId === null ? '请选择报价项' : null,
    relativeDay: relativeDay === null ? '请选择日期' : null,
    part: part === null ? '请选择价格' : null,
  }
}

function checkRoom(cases: number): void {
  if (cases >= CASES_MAX) throw refuse('conflict', { msg: `一个评测集最多有 ${CASES_MAX} 道题` })
}

/** A member that the editor does not see stays, as an empty name says nothing about it. */
async function memberOf(
  tx: Tx,
  actor: Parameters<typeof memberCalled>[1],
  loginName: string,
  stored: StoredCase | undefined,
): Promise<string | null> {
  if (loginName !== '') {
    const found = await memberCalled(tx, actor, loginName)
    checkFields({ loginName: found === undefined ? '没有这个会员，或不在您的范围内' : null })
    return found ?? null
  }
  const before = stored?.memberId ?? null
  return before !== null && (await loginNameOf(tx, actor, before)) === null ? before : null
}

const cases = serveRows({
  calls: caseCalls,
  table: aiCases,
  target: 'aiCase',
  nameOf: ({ question }) => question,
  list: ({ body, db, actor }) => listCases(db, body, scopeValues(actor)),
  read: async (db, { setId: _, memberId, updatedAt: __, ...own }, actor) => ({
    ...own,
    loginName: (memberId !== null && (await loginNameOf(db, actor, memberId))) || '',
  }),
  check: async (tx, { setId: of, loginName, ...form }, { stored, actor }) => {
    const setId = stored?.setId ?? of ?? ''
    orNotFound(await lockSet(tx, setId))
    checkFields(priceProblems(form))
    await checkKnownAt(tx, form.asKnownAt ?? undefined)
    const isOther = form.quoteItemId !== null && form.quoteItemId !== stored?.quoteItemId
    if (form.quoteItemId !== null && isOther)
      checkFields({ quoteItemId: (await findItem(tx, form.quoteItemId, actor)) ? null : '报价项不存在' })
    const memberId = await memberOf(tx, actor, loginName, stored)
    if (!stored) checkRoom(await tx.$count(aiCases, eq(aiCases.setId, setId)))
    await markChanged(tx, setId)
    return { ...form, memberId, ...(!stored && { setId }) }
  },
  afterwards: async (tx, _, values, { stored }) => {
    if (values === null && stored) await markChanged(tx, stored.setId)
  },
})

const ofAnswer = serveAct(addCaseOfAnswer, async ({ tx, body: { messageId, setId }, actor, by }) => {
  if (!isAllowed(getAnswerMaking.access, actor)) throw refuse('forbidden')
  const { question, memberId, assistantId } = orNotFound(await questionOf(tx, actor, messageId))
  const set = orNotFound(await lockSet(tx, setId))
  if (set.assistantId !== assistantId) throw refuse('conflict', { msg: '评测集属于另一个助手' })
  const cases = await casesOf(tx, setId)
  if (cases.some((each) => each.question === question && each.memberId === memberId))
    throw refuse('conflict', { msg: '评测集里已有这个问题' })
  checkRoom(cases.length)
  const [added] = await tx.insert(aiCases).values({ setId, question, memberId }).returning({ id: aiCases.id })
  const { id } = orNotFound(added)
  await markChanged(tx, setId)
  await audit(tx, by, { action: 'aiCase.add', targetType: 'aiCase', targetId: id, after: { question, setId } })
  return { id }
})

export const routes: Route[] = [...sets, ...cases, ofAnswer]
