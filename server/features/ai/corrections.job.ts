// Tells accounts that a price which an answer quoted was corrected, and settles answers whose process was lost.
import { type SQL, sql } from 'drizzle-orm'
import { type PricePart, quotedPartLabels } from '#contract/ai/answer-labels.ts'
import { Fields } from '#contract/fields.ts'
import { type Core, transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { type NewMessage, queueMessages } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiCorrections, aiFigurePrices, aiFigures } from '#server/db/schema/ai-figures.ts'
import { members } from '#server/db/schema/members/members.ts'
import { priceRevisions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, joinDefinition } from '#server/features/prices/definitions.queries.ts'
import { isLost } from './open/open-sessions.queries.ts'

const EVERY_MIN = 10

export const correctedCause = cause({ name: 'ai.corrected', label: 'AI 回答中的价格已更正' })

type Row = {
  messageId: string
  revisionId: string
  memberId: string
  realName: string
  email: string
  question: string
  name: string
  day: string
  part: PricePart
  /** False: a figure was made of it. */
  isQuoted: boolean
  old: string
  now: string
}

/** What of a revision a figure quotes or is made of, as it is shown on that day. */
const quoted = (revision: 'b' | 'r') => {
  const of = (column: string) => sql.raw(`${revision}.${column}`)
  const value = sql`case u.part when 'low' then ${of('low')} when 'high' then ${of('high')} else ${of('average')} end`
  return sql`round(${value}, ${defined('decimals')})`
}

const isQuoted = sql`(f.quote_item_id is not distinct from r.quote_item_id and f.day = r.day and f.part = u.part)`

/** Figures that corrections have made another: one for each member and correction. `b`: the revision that the answer knew. */
const correctedWhere = (tx: Tx, where: SQL) =>
  tx.execute<Row>(sql`
    select distinct on (m.id, r.id) f.message_id::text as "messageId", r.id::text as "revisionId",
        m.id::text as "memberId", m.real_name as "realName", m.email, s.title as question,
        i.market || p.name as name, r.day::text as day, u.part, ${isQuoted} as "isQuoted", ${quoted('b')}::text as old, ${quoted('r')}::text as now
      from ${priceRevisions} r join ${aiFigurePrices} u on u.quote_item_id = r.quote_item_id and u.days @> r.day
        and u.publication < r.publication
      join ${aiFigures} f on f.id = u.figure_id
      cross join lateral (select b.* from ${priceRevisions} b where b.quote_item_id = r.quote_item_id and b.day = r.day
        and b.publication <= u.publication order by b.publication desc limit 1) b
      join ${aiMessages} a on a.id = f.message_id join ${aiSessions} s on s.id = a.session_id
      join ${members} m on m.id = s.member_id join ${quoteItems} i on i.id = r.quote_item_id
      join products p on p.id = i.product_id ${joinDefinition(sql`r.day`)}
      where ${where} and r.replaces is not null and m.deleted_at is null and ${quoted('b')} <> ${quoted('r')}
      order by m.id, r.id, not ${isQuoted}, u.part <> 'average', f.id desc`)

const textOf = ({ question, name, day, part, isQuoted, old, now }: Row) =>
  `您在 AI 问答中问过“${question}”，回答${isQuoted ? '引用了' : '中有数字由'} ${name} ${day} 的${quotedPartLabels[part]} ${old}${
    isQuoted ? '' : ' 算出'
  }，该价格已更正为 ${now}。`

const mailOf = (row: Row): NewMessage => ({
  key: `ai.corrected:${row.memberId}:${row.revisionId}`,
  channel: 'mail',
  address: row.email,
  recipientKind: 'member',
  recipientId: row.memberId,
  recipientName: row.realName,
  subject: `价格更正：${row.name} ${row.day}`,
  body: textOf(row),
  cause: correctedCause.name,
  about: row.messageId,
})

/** Who has no address sees the mark in the answer itself. */
const queueMails = (tx: Tx, rows: readonly Row[]) =>
  queueMessages(tx, rows.filter(({ email }) => email !== '').map(mailOf))

/** Corrections that were told before an answer's figures were known: it came late, or quoted what was outdated already. */
export async function notifyOfLate(tx: Tx, messageId: string): Promise<void> {
  const isTold = sql`r.publication <= (select max(told_to) from ${aiCorrections})`
  const { rows } = await correctedWhere(tx, sql`f.message_id = ${messageId}::bigint and ${isTold}`)
  await queueMails(tx, rows)
}

/** Each correction is looked at once, in the order of publications. @returns how many mails were queued */
export const notifyCorrections = (core: Core): Promise<number> =>
  transact(core, async (tx) => {
    const { rows: newest } = await tx.execute<{ number: string }>(
      sql`select coalesce(max(number), 0)::text as number from price_publications`,
    )
    const upTo = newest[0]?.number ?? '0'
    const [told] = await tx.select().from(aiCorrections).for('update')
    if (!told) {
      await tx.insert(aiCorrections).values({ toldTo: upTo }).onConflictDoNothing()
      return 0
    }
    const isNew = sql`r.publication > ${told.toldTo}::bigint and r.publication <= ${upTo}::bigint`
    const { rows } = await correctedWhere(tx, isNew)
    const added = await queueMails(tx, rows)
    await tx.update(aiCorrections).set({ toldTo: upTo, at: sql`now()` })
    return added
  })

export const correctionsJob = job({
  name: 'ai.corrections',
  input: Fields({}),
  title: () => '通知引用了已更正价格的 AI 回答',
  schedule: { every: EVERY_MIN, offset: 7 },
  run: async ({ core }) => {
    const { rowCount } = await core.db.execute(sql`update ${aiMessages} set state = 'interrupted' where ${isLost}`)
    const told = await notifyCorrections(core)
    return { done: told, message: `通知 ${told} 个账号，${rowCount ?? 0} 个回答已中断` }
  },
})
