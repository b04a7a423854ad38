// Deletes rows that are no longer needed: once an hour, a little at a time, in any one process.

import { type SQL, sql } from 'drizzle-orm'
import { DELIVERY_DAYS } from '#contract/entitlements/webhook-labels.ts'
import { Fields } from '#contract/fields.ts'
import { TERM_MONTHS } from '#contract/members/registration-touches.ts'
import { SHARE_VISIT_DAYS } from '#contract/sharing/shares.ts'
import { removeOrphanFiles } from '#server/core/files/files.ts'
import { sweepRequests } from '#server/core/http/idempotency.ts'
import { job } from '#server/core/jobs/jobs.ts'
import type { Db } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'

const EVERY_MIN = 60
/** Minutes past the hour, as people's own work begins on the full hour. */
const OFFSET_MIN = 17
/** Rows deleted by one statement: few enough that nobody waits for its locks. */
const BATCH = 5_000

const KEPT_DAYS = 30
/** The failure log is read for half a year, and known places of sign-in count for as long. */
const SIGN_IN_DAYS = 180
/** Most browser reports to keep. */
const CLIENT_LOG_ROWS = 100_000

const days = (count: number) => sql.raw(`now() - interval '${count} days'`)

/** A session without usable tokens; the day allows for clock differences. */
const overSession = sql`(ended_at < ${days(1)} or expires_at < ${days(1)})`

/** The newest session of a person from an address, which admits them there under attack (sign-in.rules.ts). */
const olderSession = sql`(ended_at < ${days(KEPT_DAYS)} or expires_at < ${days(KEPT_DAYS)})
  and (created_at < ${days(SIGN_IN_DAYS)} or exists (select 1 from sessions newer
    where newer.user_id = sessions.user_id and newer.address = sessions.address and newer.id > sessions.id))`

/** Tables with the condition of their old rows; referencing tables first. */
const sweeps: [table: string, where: SQL][] = [
  ['session_tokens', sql`session_id in (select id from sessions where ${overSession})`],
  ['looks', sql`session_id in (select id from sessions where ${olderSession})`],
  ['sessions', sql`${olderSession} and not exists (select 1 from session_tokens t where t.session_id = sessions.id)`],
  ['captchas', sql`expires_at < now()`],
  ['sign_in_failures', sql`at < ${days(SIGN_IN_DAYS)}`],
  ['member_sign_ins', sql`at < ${days(SIGN_IN_DAYS)}`],
  ['sign_in_locks', sql`until < ${days(1)}`],
  ['entitlement_figures', sql`minute < ${days(7)}`],
  ['sign_in_tickets', sql`expires_at < now()`],
  ['oauth_states', sql`expires_at < now()`],
  ['bind_tickets', sql`expires_at < now()`],
  ['sign_in_records', sql`expires_at < now()`],
  ['client_log', sql`received_at < ${days(KEPT_DAYS)}`],
  [
    'client_log',
    sql`id <= (select id from client_log order by id desc offset ${sql.raw(String(CLIENT_LOG_ROWS))} limit 1)`,
  ],
  ['push_messages', sql`send_time < ${days(KEPT_DAYS)}`],
  ['message_senders', sql`alive_at < ${days(1)}`],
  // visitors of article shares cannot be traced from then on
  ['share_salts', sql`day <= current_date - 2`],
  // their figures by day stay
  ['share_visits', sql`day < current_date - ${sql.raw(String(SHARE_VISIT_DAYS))}`],
  ['webhook_deliveries', sql`at < ${days(DELIVERY_DAYS)}`],
  ['job_runs', sql`ended_at < ${days(KEPT_DAYS)}`],
]

const POSITION_DAYS = 180

/** Positions of arrivals stay to 0.01°, about a kilometre. @returns the number of rounded rows */
async function roundPositions(db: Db, signal: AbortSignal): Promise<number> {
  for (let rounded = 0; ; ) {
    signal.throwIfAborted()
    const { rowCount } =
      await db.execute(sql`update visits set longitude = round(longitude, 2), latitude = round(latitude, 2)
      where id = any(array(select id from visits where arrived_at < ${days(POSITION_DAYS)}
        and (longitude <> round(longitude, 2) or latitude <> round(latitude, 2)) limit ${BATCH}))`)
    rounded += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return rounded
  }
}

/** Search terms of visits go, the visits stay. @returns the number of changed visits and registrations */
async function clearTerms(db: Db, signal: AbortSignal): Promise<number> {
  const old = sql.raw(`now() - interval '${TERM_MONTHS} months'`)
  const clear = [
    sql`update registration_touches set term = '' where id = any(array(select id from registration_touches
      where term <> '' and at < ${old} limit ${BATCH}))`,
    sql`update registrations set first_touch = jsonb_set(first_touch, '{term}', '""'), last_touch = jsonb_set(last_touch, '{term}', '""')
      where id = any(array(select id from registrations where created_at < ${old}
        and (first_touch ->> 'term' <> '' or last_touch ->> 'term' <> '') limit ${BATCH}))`,
  ]
  let cleared = 0
  for (const statement of clear) {
    for (let rows = BATCH; rows === BATCH; cleared += rows) {
      signal.throwIfAborted()
      rows = (await db.execute(statement)).rowCount ?? 0
    }
  }
  return cleared
}

/** Texts of AI sessions go, their figures and costs stay. @returns the number of cleared messages */
async function clearAiTexts(db: Db, months: number, signal: AbortSignal): Promise<number> {
  const old = sql`now() - make_interval(months => ${months})`
  for (let cleared = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await db.execute<{ id: string; sessionId: string }>(sql`
      update ai_messages set content = '', correction = '', sources = '[]', reasoning = '' where id = any(array(select id from ai_messages
        where at < ${old} and (content <> '' or correction <> '' or sources <> '[]') order by id limit ${BATCH}))
      returning id::text as id, session_id::text as "sessionId"`)
    const ids = sql`${idArray(rows.map(({ id }) => id))}`
    await db.execute(sql`delete from ai_steps where message_id = any(${ids})`)
    await db.execute(sql`update ai_figures set sentence = '' where message_id = any(${ids}) and sentence <> ''`)
    await db.execute(sql`update ai_sessions set title = '' where last_at < ${old} and title <> ''
      and id = any(${idArray([...new Set(rows.map(({ sessionId }) => sessionId))])})`)
    cleared += rows.length
    if (rows.length < BATCH) return cleared
  }
}

/** What models thought is kept for a while only. @returns the number of cleared messages */
async function clearReasoning(db: Db, signal: AbortSignal): Promise<number> {
  for (let cleared = 0; ; ) {
    signal.throwIfAborted()
    const { rowCount } = await db.execute(sql`update ai_messages set reasoning = '' where id = any(array(
      select id from ai_messages where reasoning <> '' and at < ${days(KEPT_DAYS)} limit ${BATCH}))`)
    cleared += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return cleared
  }
}

/** @returns the number of deleted rows */
async function sweepTable(db: Db, table: string, where: SQL, signal: AbortSignal): Promise<number> {
  for (let deleted = 0; ; ) {
    signal.throwIfAborted()
    const { rowCount } = await db.execute(sql`delete from ${sql.identifier(table)}
      where ctid = any(array(select ctid from ${sql.identifier(table)} where ${where} limit ${BATCH}))`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return deleted
  }
}

export const sweep = job({
  name: 'system.sweep',
  input: Fields({}),
  title: () => '清理过期数据',
  schedule: { every: EVERY_MIN, offset: OFFSET_MIN },
  run: async ({ core: { db, config }, signal, progress }) => {
    const errors: unknown[] = []
    let deleted = 0
    for (const [index, [table, where]] of sweeps.entries()) {
      progress(index, sweeps.length + 1, table)
      // one that fails does not stop the others
      deleted += await sweepTable(db, table, where, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        return errors.push(error) && 0
      })
    }
    deleted += await sweepRequests(db)
    const rounded = await roundPositions(db, signal)
    const cleared = await clearTerms(db, signal)
    const texts = await clearAiTexts(db, config.aiSessionMonths, signal)
    const thoughts = await clearReasoning(db, signal)
    if (errors.length > 0) throw errors[0]
    return {
      done: sweeps.length + 1,
      message: `清理 ${deleted} 行${rounded > 0 ? `，模糊 ${rounded} 个到达位置` : ''}${cleared > 0 ? `，清除 ${cleared} 个过期搜索词` : ''}${texts > 0 ? `，清除 ${texts} 条 AI 会话内容` : ''}${thoughts > 0 ? `，清除 ${thoughts} 条 AI 思考过程` : ''}`,
    }
  },
})

export const sweepFiles = job({
  name: 'files.sweep',
  input: Fields({}),
  title: () => '清理未使用的文件',
  schedule: { every: 60, offset: 23 },
  run: async ({ core, signal }) => {
    const { rows, contents, remains } = await removeOrphanFiles(core, signal)
    return { done: rows, message: `清理 ${rows} 个文件，释放 ${contents} 份内容、${remains} 份残留` }
  },
})
