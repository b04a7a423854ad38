// Compares the figures of other engines' answers with the published prices, after they were sent: a batch would wait too long for it.
import { sql } from 'drizzle-orm'
import { Fields } from '#contract/fields.ts'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { type Core, transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { type AiSource, aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { apiKeys } from '#server/db/schema/core/requests.ts'
import type { Figure } from './answering/release.rules.ts'
import { checkWritten, productAsked } from './answering/written.queries.ts'
import { notifyOfLate } from './corrections.job.ts'
import { storeFigures } from './figures.queries.ts'

type Unchecked = {
  id: string
  text: string
  question: string
  at: string
  sources: AiSource[]
  isUnanswered: boolean
  assistantName: string
  keyName: string
}

/** The next answer, locked; one that another process checks now is passed over. */
async function lockNext(tx: Tx, after: string): Promise<Unchecked | undefined> {
  const { rows } = await tx.execute<Unchecked>(sql`
    select a.id::text as id, a.content as text, a.at::text as at, a.sources, a.is_unanswered as "isUnanswered", s.assistant_name as "assistantName",
        k.name as "keyName", coalesce((select q.content from ${aiMessages} q where q.session_id = a.session_id
          and q.role = 'user' and q.number < a.number order by q.number desc limit 1), '') as question
      from ${aiMessages} a join ${aiSessions} s on s.id = a.session_id join ${apiKeys} k on k.id = s.api_key_id
      where a.role = 'assistant' and a.state = 'done' and a.publication is null and a.id > ${after}::bigint
      order by a.id limit 1 for update of a skip locked`)
  return rows[0]
}

const newestOf = ({ madeOf }: Figure) => Math.max(0, ...madeOf.map(({ publication }) => Number(publication)))

async function checkOne(
  tx: Tx,
  calendar: Calendar,
  { id, text, question, at, sources, isUnanswered, assistantName, keyName }: Unchecked,
): Promise<void> {
  const passages = sources.map(({ title, link, excerpt }) => ({ title, link, text: `${title}\n${excerpt}` }))
  const { figures, asKnownAt } = await checkWritten(tx, calendar, {
    text,
    question,
    now: Date.parse(at),
    passages,
  })
  // a use says what was read up to one publication: what was outdated already is a use of its own
  for (const publication of new Set(figures.map(newestOf))) {
    const same = figures.filter((figure) => newestOf(figure) === publication)
    await storeFigures(tx, { messageId: id, assistantName, keyName }, same)
  }
  // the engine does not say what was not answered: it is work of a product
  const productId = isUnanswered ? await productAsked(tx, question) : null
  await tx.execute(sql`update ${aiMessages} set publication = ${asKnownAt}::bigint,
    product_id = coalesce(product_id, ${productId}::bigint) where id = ${id}::bigint`)
  await notifyOfLate(tx, id)
}

/** The next answer after one. @returns its id; undefined: no more */
async function checkNext(tx: Tx, calendar: Calendar, after: string): Promise<string | undefined> {
  const next = await lockNext(tx, after)
  if (next) await checkOne(tx, calendar, next)
  return next?.id
}

/** Each in a transaction of its own. @returns how many */
export async function checkRecords(core: Core, signal?: AbortSignal): Promise<number> {
  const calendar = await readWorkdays(core.db)
  let checked = 0
  for (let after = '0'; ; checked++) {
    signal?.throwIfAborted()
    const id = await transact(core, (tx) => checkNext(tx, calendar, after))
    if (id === undefined) return checked
    after = id
  }
}

export const recordsJob = job({
  name: 'ai.records',
  input: Fields({}),
  title: () => '核实子产品提交的 AI 回答',
  schedule: { every: 5, offset: 2 },
  run: async ({ core, signal }) => {
    const done = await checkRecords(core, signal)
    return { done, message: `核实 ${done} 个回答中的数字` }
  },
})
