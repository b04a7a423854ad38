// The rows of the outbox as the senders claim, settle and set them aside. Claims of one provider are serialised over all
// processes, so that its rate and the order at an address hold; a claim is committed before it is sent.

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messageBodies, messageBounces, messageOptOuts, messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { noteBounced } from './bounces.queries.ts'
import { isMailboxGone } from './bounces.rules.ts'
import type { Cause, Message } from './causes.ts'
import { type Body, compose, type OwnLinks, type Ready } from './compose.ts'
import type { Outcome, Provider } from './provider.ts'
import { lockPushesOf, recountPushesOf } from './push-counts.queries.ts'
import { type Quiet, quietUntil, SMS_QUIET } from './quiet.rules.ts'
import { RECEIPT_FIRST_S } from './receipts.ts'

/** What is handed over in one: messages to one address. `id` is the first one's. */
export type Handover = {
  id: string
  attempts: number
  /** The same content has been handed over before, and may have arrived. */
  isRepeat: boolean
  messages: readonly Ready[]
}

const BOUNCED_REASON = '邮箱退过信，恢复后才能发送'

/** Messages looked at for one claim, at most: packs are made of them. */
const CANDIDATES = 200

export const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000})`
export const idsIn = (ids: readonly string[]) => inArray(messages.id, [...ids])

/** Those of the provider's messages that are due and first at their address. */
function due({ channel, addresses, spacingMs }: Provider, causes: readonly string[]) {
  const own = addresses === null ? sql`true` : sql`m.address = any(${sql.param([...addresses])}::text[])`
  const spaced =
    spacingMs === 0
      ? sql`true`
      : sql`not exists (select from ${messages} h where h.channel = 'wecomApplication' and m.channel = h.channel
          and h.address = m.address and h.handed_at > now() - ${seconds(spacingMs)})`
  return sql`m.channel = ${channel} and m.state = 'queued' and m.not_before <= now() and ${own} and ${spaced}
    and m.cause = any(${sql.param([...causes])}::text[])
    and not exists (select from ${messages} e where e.channel = m.channel and e.address = m.address
      and (e.state = 'sending' or (e.state = 'queued' and e.attempts > 0))
      and (e.state = 'sending' or e.id < m.id) and e.id <> m.id)`
}

const lockProvider = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`outbox:${name}`}, 0))`)

async function lockRate(tx: Tx, { name, rate, burst }: Provider): Promise<{ free: number; now: Date; waitMs: number }> {
  await lockProvider(tx, name)
  await tx.insert(messageRates).values({ provider: name }).onConflictDoNothing()
  const { rows } = await tx.execute<{ ahead: number; now: string }>(sql`
    select (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ahead,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now from ${messageRates} where provider = ${name}`)
  const { ahead = 0, now = Date.now() } = rows[0] ?? {}
  const gapMs = 1_000 / rate
  // a message may go once `next_at` has come; after a pause up to `burst` of them at once
  const free = ahead > 0 ? 0 : Math.min(burst, 1 + Math.floor(-ahead / gapMs))
  return { free, now: new Date(Number(now)), waitMs: Math.max(ahead, 0) }
}

/** @param count handovers that were claimed */
const advanceRate = (tx: Tx, { name, rate, burst }: Provider, count: number) =>
  tx.execute(sql`update ${messageRates} set reason = '', next_at =
    greatest(next_at, clock_timestamp() - ${seconds(((burst - 1) * 1_000) / rate)}) + ${seconds((count * 1_000) / rate)}
    where provider = ${name}`)

/**
 * Pauses the provider for all processes. Waits for a claim under way: it has read the rate, and would claim a message that
 * is queued again before it looks for messages.
 */
export const restProvider = (db: Db, name: string, ms: number, reason: string) =>
  db.transaction(async (tx) => {
    await lockProvider(tx, name)
    await tx
      .insert(messageRates)
      .values({ provider: name, nextAt: sql`clock_timestamp() + ${seconds(ms)}`, reason })
      .onConflictDoUpdate({
        target: messageRates.provider,
        set: { reason, nextAt: sql`greatest(${messageRates.nextAt}, excluded.next_at)` },
      })
  })

/** Those of these commercial messages that nobody wants at their address. */
async function optedOut(tx: Tx, rows: readonly Message[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const wanted = rows.map(({ channel, address }) => ({ channel, address: address.toLowerCase() }))
  const { rows: found } = await tx.execute<{ channel: string; address: string }>(sql`
    select channel, address from ${messageOptOuts} o where o.restored_at is null and o.topic in ('all', 'marketing') and (o.channel, o.address) in
      (select channel, address from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(channel text, address text))`)
  const out = new Set(found.map(({ channel, address }) => `${channel} ${address}`))
  return new Set(
    rows.flatMap(({ id, channel, address }) => (out.has(`${channel} ${address.toLowerCase()}`) ? [id] : [])),
  )
}

/** Messages to mailboxes that bounced. */
async function bounced(tx: Tx, rows: readonly Message[]): Promise<string[]> {
  const mails = rows.filter(({ channel }) => channel === 'mail').map(({ id }) => id)
  if (mails.length === 0) return []
  const { rows: found } = await tx.execute<{ id: string }>(sql`select m.id::text as id from ${messages} m
    join ${messageBounces} b on b.address = lower(m.address) where m.id = any(${idArray(mails)})`)
  return found.map(({ id }) => id)
}

type Asking = {
  causes: ReadonlyMap<string, Cause>
  bodyOf: (tx: Tx, id: string) => Promise<Body | undefined>
  own?: OwnLinks | undefined
}

/** Checks each message's cause, opt-outs and content. @returns those to send, and the reasons to withhold the others */
async function examine(tx: Tx, claimed: readonly Message[], { causes, bodyOf, own }: Asking) {
  const withheld = new Map<string, string>()
  // a repetition was checked the first time, and must be identical
  const fresh = claimed.filter(({ handover }) => handover === null)
  for (const [name, rows] of Map.groupBy(fresh, (message) => message.cause)) {
    const declared = causes.get(name)
    if (!declared) continue
    if (declared.isCommercial) for (const id of await optedOut(tx, rows)) withheld.set(id, '已退订')
    for (const [id, why] of await declared.refuse(tx, rows)) withheld.set(id, why)
  }
  for (const id of await bounced(tx, fresh)) withheld.set(id, BOUNCED_REASON)
  const ready = new Map<string, Ready>()
  for (const message of claimed) {
    const declared = causes.get(message.cause)
    if (withheld.has(message.id) || !declared) continue
    const body = message.bodyId === null ? undefined : await bodyOf(tx, message.bodyId)
    const composed = compose(message, body, declared, own)
    if (typeof composed === 'string') withheld.set(message.id, composed)
    else ready.set(message.id, composed)
  }
  return { ready, withheld }
}

async function withhold(tx: Tx, withheld: ReadonlyMap<string, string>): Promise<void> {
  if (withheld.size === 0) return
  const rows = [...withheld].map(([id, reason]) => ({ id, reason }))
  await tx.execute(sql`update ${messages} m set state = 'withheld', reason = r.reason, handover = null, ended_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, reason text) where m.id = r.id`)
}

/** Separates what may go now from what waits for the morning; stores the latter's new time. */
async function postpone(
  tx: Tx,
  claimed: readonly Message[],
  { causes, quiet, now }: Asking & { quiet: Quiet | null; now: Date },
): Promise<Message[]> {
  const later = new Map<string, Date>()
  for (const message of claimed) {
    const declared = causes.get(message.cause)
    const isNight = declared?.isNotice && message.channel !== 'mail' ? quiet : null
    const hours = declared?.isCommercial && message.channel === 'sms' ? SMS_QUIET : isNight
    const until = hours && quietUntil(now, hours)
    if (until) later.set(message.id, until)
  }
  for (const [until, rows] of Map.groupBy(later.keys(), (id) => later.get(id)?.toISOString() ?? '')) {
    await tx.update(messages).set({ notBefore: until, reason: '静默时段，稍后发送' }).where(idsIn(rows))
  }
  return claimed.filter(({ id }) => !later.has(id))
}

/** Packs in the order of the first of each: what was handed over together before goes together again. */
function packed(claimed: readonly Message[], { pack }: Provider): Message[][] {
  const groups = new Map<string, Message[]>()
  for (const message of claimed) {
    const group = groups.get(message.address)
    if (!group) groups.set(message.address, [message])
    else if (message.handover === group[0]?.handover && group.length < pack) group.push(message)
  }
  return [...groups.values()]
}

/** The rest of packs that are repeated: their rows are first at their address together. */
const siblings = (tx: Tx, rows: readonly Message[]) => {
  const handovers = rows.flatMap(({ handover }) => handover ?? [])
  if (handovers.length === 0) return Promise.resolve([])
  return tx
    .select()
    .from(messages)
    .where(and(inArray(messages.handover, handovers), eq(messages.state, 'queued')))
    .orderBy(messages.id)
    .for('update')
}

/** Sets aside repetitions that are too old for the provider to recognise as duplicates. */
const setAsideStale = (tx: Tx, { channel, repeatableMs }: Provider) =>
  tx
    .update(messages)
    .set({ state: 'unsure', endedAt: sql`now()` })
    .where(
      and(
        eq(messages.channel, channel),
        eq(messages.state, 'queued'),
        sql`${messages.attempts} > 0 and ${messages.handover} is not null`,
        sql`${messages.handedAt} <= now() - ${seconds(repeatableMs)}`,
      ),
    )

export type Claiming = Asking & { sender: string; quiet: Quiet | null; most: number }

/** @returns the handovers claimed by this sender, and when to poll again, ms (null: nothing more is due now) */
export async function claim(
  db: Db,
  provider: Provider,
  claiming: Claiming,
): Promise<{ handovers: Handover[]; waitMs: number | null }> {
  return await db.transaction(async (tx) => {
    const { free, now, waitMs } = await lockRate(tx, provider)
    const most = Math.min(free, claiming.most)
    if (most <= 0) return { handovers: [], waitMs }
    if (provider.repeatableMs > 0) await setAsideStale(tx, provider)
    const limit = provider.pack === 1 ? most : CANDIDATES
    const { rows } = await tx.execute<{ id: string }>(sql`select m.id::text from ${messages} m
      where ${due(provider, [...claiming.causes.keys()])}
      order by m.not_before, m.id limit ${limit} for update of m skip locked`)
    if (rows.length === 0) return { handovers: [], waitMs: null }
    const first = await tx
      .select()
      .from(messages)
      .where(idsIn(rows.map(({ id }) => id)))
      .orderBy(messages.notBefore, messages.id)
    const known = new Set(first.map(({ id }) => id))
    const found = [...first, ...(await siblings(tx, first)).filter(({ id }) => !known.has(id))]
    const awake = await postpone(tx, found, { ...claiming, now })
    const { ready, withheld } = await examine(tx, awake, claiming)
    await withhold(tx, withheld)
    const groups = packed(
      awake.filter(({ id }) => ready.has(id)),
      provider,
    ).slice(0, most)
    const handovers = groups.map(
      (group): Handover => ({
        id: group[0]?.handover ?? group[0]?.id ?? '',
        isRepeat: (group[0]?.handover ?? null) !== null,
        attempts: (group[0]?.attempts ?? 0) + 1,
        messages: group.flatMap(({ id }) => ready.get(id) ?? []),
      }),
    )
    for (const { id, isRepeat, messages: taken } of handovers) {
      await tx
        .update(messages)
        .set({
          state: 'sending',
          attempts: sql`${messages.attempts} + 1`,
          sender: claiming.sender,
          handover: id,
          // the provider knows a repetition for so long after the first time
          ...(!isRepeat && { handedAt: sql`clock_timestamp()` }),
          reason: '',
        })
        .where(idsIn(taken.map((each) => each.id)))
    }
    await advanceRate(tx, provider, handovers.length)
    // there may be more behind what was withheld or postponed
    return { handovers, waitMs: handovers.length < most && rows.length < limit ? null : 0 }
  })
}

export const findBody = async (tx: Executor, id: string): Promise<Body | undefined> =>
  (
    await tx
      .select()
      .from(messageBodies)
      .where(and(eq(messageBodies.id, id), isNull(messageBodies.clearedAt)))
  )[0]

/** When the next message of these causes is due that is not yet, ms; null where none waits. */
export async function nextDue(db: Db, { channel }: Provider): Promise<number | null> {
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    select (extract(epoch from min(not_before) - now()) * 1000)::float8 as wait from ${messages}
    where channel = ${channel} and state = 'queued' and not_before > now()`)
  return rows[0]?.wait ?? null
}

/** Tries before a message fails, and the pause before the second try, which doubles, ms. */
const TRIES = 6
const PAUSE_MS = 30_000

const ended = { endedAt: sql`now()` }
const after = (ms: number) => sql`now() + ${seconds(ms)}`

/** Columns after a try. A message that may have arrived at an earlier try never becomes failed. */
function settled({ repeatableMs, fetchReceipt, retry }: Provider, { attempts, isRepeat }: Handover, outcome: Outcome) {
  const droppedHandover = isRepeat ? {} : { handover: null }
  const { kind } = outcome
  const receiptDue = fetchReceipt ? { receiptAt: after(RECEIPT_FIRST_S * 1_000) } : {}
  if (kind === 'sent')
    return { state: 'sent' as const, reason: '', providerRef: outcome.ref, sender: null, ...ended, ...receiptDue }
  const { reason } = outcome
  // it stays assigned to its sender, which may still learn the outcome
  const unsure = { state: 'unsure' as const, reason, ...ended, ...receiptDue }
  const queued = { state: 'queued' as const, reason, sender: null }
  if (kind === 'rest') return { ...queued, ...droppedHandover, attempts: sql`attempts - 1` }
  const isLast = attempts >= (retry?.tries ?? TRIES)
  const notBefore = after(Math.min(PAUSE_MS * 2 ** (attempts - 1), retry?.pauseMostMs ?? Number.POSITIVE_INFINITY))
  if (kind === 'unsure') return repeatableMs > 0 && !isLast ? { ...queued, notBefore } : unsure
  if (kind === 'again' && !isLast) return { ...queued, ...droppedHandover, notBefore }
  if (isRepeat) return unsure
  return { state: kind === 'undelivered' ? kind : ('failed' as const), reason, sender: null, handover: null, ...ended }
}

/** Stores the outcome of a handover that is still this sender's, or was set aside and is undecided. */
export async function settle(db: Db, sender: string, provider: Provider, handover: Handover, outcome: Outcome) {
  const its = (state: 'sending' | 'unsure') =>
    and(eq(messages.handover, handover.id), eq(messages.sender, sender), eq(messages.state, state))
  const write = (tx: Db | Tx, state: 'sending' | 'unsure') =>
    tx
      .update(messages)
      .set(settled(provider, handover, outcome))
      .where(its(state))
  // before the state says so, or a process that dies between them would leave the mailbox unmarked
  if (outcome.kind === 'undelivered' && isMailboxGone(outcome.reason))
    await noteBounced(
      db,
      handover.messages.map(({ id }) => id),
      outcome.reason,
    )
  const { rowCount } = await write(db, 'sending')
  if (rowCount === 0) {
    // set aside meanwhile: its push may have finished
    await db.transaction(async (tx) => {
      const rows = await tx.select({ id: messages.id }).from(messages).where(its('unsure'))
      const ids = rows.map(({ id }) => id)
      await lockPushesOf(tx, ids)
      await write(tx, 'unsure')
      await recountPushesOf(tx, ids)
    })
  }
}

/**
 * Notices to staff take the way that is set up: through a robot where there is no application; and who cannot be reached by
 * the application alone is not waited for.
 */
export async function routeNotices(db: Db, channels: ReadonlySet<string>): Promise<void> {
  const [hasRobot, hasApplication] = [channels.has('wecomRobot'), channels.has('wecomApplication')]
  if (hasRobot === hasApplication) return
  const from = hasRobot ? 'wecomApplication' : 'wecomRobot'
  await db
    .update(messages)
    .set(
      hasRobot
        ? { channel: 'wecomRobot', address: '' }
        : { state: 'withheld', reason: '没有绑定企业微信', endedAt: sql`now()` },
    )
    .where(
      and(
        eq(messages.channel, from),
        eq(messages.state, 'queued'),
        eq(messages.recipientKind, 'user'),
        eq(messages.attempts, 0),
        sql`${messages.handover} is null`,
      ),
    )
}
