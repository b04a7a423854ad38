// Slices of search marketing from other systems, over HTTP.
import { Decimal } from 'decimal.js'
import { dayOf } from '#contract/days.ts'
import { bringSemSlice, CHUNK_DAYS, readSemDays, SEM_DAYS, type SentFact } from '#contract/operations/open-sem.ts'
import type { SearchLevel } from '#contract/operations/search-labels.ts'
import { grainOf, type SliceKind, sliceOf } from '#contract/operations/search-slices.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { findAccountByCode, storedDays } from '#server/features/operations/search-accounts.queries.ts'
import { noticeBreaches } from '#server/features/operations/search-breaches.acts.ts'
import { lockAccounts, sliceName, storeSlices } from '#server/features/operations/slices/search-slices.queries.ts'
import { type Fact, sumsOf } from '#server/features/operations/slices/search-tallies.rules.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { dropChunks, keepChunk, receivedChunks } from './search-chunks.queries.ts'

const nameKeys = ['campaign', 'group', 'keyword', 'word'] as const
type Named = (typeof nameKeys)[number]
const named: Readonly<Record<SearchLevel, { must: readonly Named[]; may: readonly Named[] }>> = {
  account: { must: [], may: [] },
  campaign: { must: ['campaign'], may: [] },
  group: { must: ['campaign', 'group'], may: [] },
  keyword: { must: ['campaign', 'keyword'], may: ['group'] },
  word: { must: ['campaign', 'word'], may: ['group', 'keyword'] },
}

/** Throws 400 where a row holds more or less than its slice. */
function factOf(sent: SentFact, at: number, { level, cut, part }: SliceKind): Fact {
  const wrong = (msg: string) => refuse('invalid', { msg: `第 ${at + 1} 行：${msg}` })
  const names = Object.fromEntries(nameKeys.map((key) => [key, (sent[key] ?? '').trim()])) as Record<Named, string>
  const { must, may } = named[level]
  const missing = must.find((key) => names[key] === '')
  if (missing) throw wrong(`缺少 ${missing}`)
  const extra = nameKeys.find((key) => names[key] !== '' && ![...must, ...may].includes(key))
  if (extra) throw wrong(`层级 ${level} 没有 ${extra}`)
  const cuts = { device: sent.device !== undefined, region: Boolean(sent.region), hour: sent.hour !== undefined }
  for (const [key, isThere] of Object.entries(cuts)) {
    if (isThere !== (cut === key)) throw wrong(isThere ? `细分 ${cut} 没有 ${key}` : `缺少 ${key}`)
  }
  if (part === 'overspend' ? Number(sent.cost) > 0 : sent.cost.startsWith('-'))
    throw wrong(part === 'overspend' ? '超投修正的消费不能大于 0' : '消费不能小于 0')
  return {
    ...names,
    providerId: level === 'keyword' ? (sent.providerId ?? '') : '',
    matchType: level === 'keyword' ? (sent.matchType ?? '') : '',
    device: part === 'pc' || part === 'mobile' ? part : (sent.device ?? ''),
    region: sent.region ?? '',
    hour: sent.hour ?? null,
    shows: sent.shows,
    clicks: sent.clicks,
    cost: sent.cost,
    position: sent.position === undefined || Number(sent.position) === 0 ? null : sent.position,
    reported: sent.reported ?? 0,
  }
}

const idOf = (fact: Fact) =>
  JSON.stringify([...nameKeys.map((key) => fact[key]), fact.providerId, fact.device, fact.region, fact.hour])

export const routes = [
  serveAct(bringSemSlice, async ({ tx, body, by }) => {
    const { account: code, day, level, cut, part, chunk, chunks, sums } = body
    checkFields({
      day: day > dayOf(Date.now()) ? '日期不能晚于今天' : null,
      chunk: chunk > chunks ? '分片不能大于分片数' : null,
      part:
        part === 'overspend' && (level !== 'account' || cut !== 'none')
          ? '超投修正是整个账号的，不能细分'
          : part !== 'all' && cut === 'device'
            ? '按设备细分的数据不能再分流量'
            : null,
    })
    const found = orNotFound(await findAccountByCode(tx, code))
    if (!found.isEnabled) throw refuse('notFound', { msg: '账号已禁用' })
    const kind = { level, cut, part }
    const key = { accountId: found.id, day, grain: grainOf(kind) }
    const facts = body.rows.map((row, at) => factOf(row, at, kind))
    await lockAccounts(tx, [found.id])
    await keepChunk(tx, key, { chunk, chunks, sums: { ...sums, reported: 0 }, facts }, CHUNK_DAYS)
    const received = await receivedChunks(tx, key)
    if (received.length < chunks) return { state: 'waiting' as const, received: received.length }
    const all = received.flat()
    const own = sumsOf(all)
    for (const name of ['rows', 'shows', 'clicks', 'cost'] as const) {
      if (!new Decimal(own[name]).eq(sums[name]))
        throw refuse('invalid', { msg: `各行之和与 sums.${name} 不符：应为 ${sums[name]}，实际 ${own[name]}` })
    }
    if (new Set(all.map(idOf)).size < all.length) throw refuse('invalid', { msg: '同一项出现了两次' })
    await dropChunks(tx, key)
    const { outcomes } = await storeSlices(tx, [{ ...key, level, facts: all }], {
      byId: null,
      kind: 'feed',
      importId: null,
    })
    const [outcome] = outcomes
    await noticeBreaches(tx, [found.id])
    const state = !outcome || outcome.state === 'same' ? ('unchanged' as const) : outcome.state
    if (state !== 'unchanged') {
      await audit(tx, by, {
        action: 'searchFigures.import',
        targetType: 'searchFigures',
        targetId: found.id,
        before: outcome?.before ? { rows: outcome.before.rows, cost: outcome.before.cost } : null,
        after: { name: `${found.name} ${sliceName(key)}`, rows: own.rows, cost: own.cost },
      })
    }
    return { state, received: received.length }
  }),

  serve(readSemDays, async ({ db, query: { account, ...days } }) => {
    checkDays(days, SEM_DAYS)
    const accountId = account === undefined ? undefined : orNotFound(await findAccountByCode(db, account)).id
    const found = await storedDays(db, { ...days, accountId })
    return found.map(({ grain, ...slice }) => ({ ...slice, ...sliceOf(grain) }))
  }),
]
