// Prices for other systems over HTTP: feeds write them, readers read them.
import type { SQL } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { type DataKeyFault, dataSetLabels } from '#contract/members/data-keys.ts'
import { completed } from '#contract/prices/entries.ts'
import { bringPrices, dataSetOf, OPEN_PRICES, readPrices, SentPrice } from '#contract/prices/open-prices.ts'
import type { Entry } from '#contract/prices/prices.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { type ApiKey, quotaUsedUp, viewerOfKey } from '#server/core/access/api-keys.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { verdictOnInput } from '#server/core/http/validation.ts'
import type { Tx } from '#server/db/connection.ts'
import { countCall, isGrantedProduct, readStanding } from '#server/features/members/accounts/data-keys.queries.ts'
import { faultOf } from '#server/features/members/accounts/data-keys.rules.ts'
import { saveEntries } from './entries.acts.ts'
import { lockPlaces, type Standing } from './entries.queries.ts'
import { isDraft } from './entries.rules.ts'
import { itemsByCode, itemVersion, newestPublication, publishedOf } from './open-prices.queries.ts'
import { gatherCarried, recordUse } from './price-uses.queries.ts'
import { checkKnownAt } from './publications.queries.ts'

// Customers who read prices with a key of API 数据服务: what their grants cover, within the key's data sets and quota.
const keyPattern = /^dk_[A-Za-z0-9_-]{43}$/

/** Other faults read like an unknown key. */
const reasons: Partial<Record<DataKeyFault, string>> = {
  expired: '数据密钥已过截止日期',
  accountDisabled: '账号已禁用',
  noGrant: '账号没有生效的授权',
  address: '该地址不能使用此数据密钥',
}

/** Throws 401 for a key that is unknown or revoked, 403 where it cannot be used now. */
async function admitDataKey(request: FastifyRequest, { db }: Core): Promise<ApiKey | null> {
  const header = request.headers[API_KEY_HEADER]
  if (typeof header !== 'string' || !keyPattern.test(header)) return null
  const keyHash = hashToken(header)
  const standing = await readStanding(db, keyHash)
  const fault = faultOf(standing, { keyHash, address: request.ip })
  const msg = fault && reasons[fault]
  if (msg) throw refuse('forbidden', { msg })
  // a used-up quota is refused where calls are counted
  if (!standing || (fault && fault !== 'quota')) throw refuse('signedOut', { msg: 'API 密钥无效' })
  return { id: standing.id, name: `数据密钥 ${standing.hint}`, makerId: null, accountId: standing.accountId }
}

/** Counts a call. Throws 403 without the data set that days from `from` on need, 429 where today's quota is used up. */
async function countReading(core: Core, keyId: string, from: string): Promise<void> {
  const { dataSet, isHeld, isLeft } = await transact(core, (tx) =>
    countCall(tx, keyId, (today) => dataSetOf(from, today)),
  )
  if (!isHeld) throw refuse('forbidden', { msg: `此数据密钥不含“${dataSetLabels[dataSet]}”` })
  if (!isLeft) throw quotaUsedUp()
}

/** Whether the stored draft has the received values. */
function isSame(sent: Entry, { entry, item }: Standing): boolean {
  if (!entry) return false
  const { low, high, average } = completed(sent, item)
  const figures = [low, high, average, sent.remark.trim()]
  return figures.join('\n') === [entry.low, entry.high, entry.average, entry.remark].join('\n')
}

const notFound = '报价项不存在，或不在授权范围内'
const ofPerson = '当日已有人工填写的草稿，未覆盖'

type Judged = { at: number; entry: Entry }

/** Entries of the well-formed rows whose item exists, with the index of the row; and why the others are refused. */
async function entriesOf(tx: Tx, viewer: Viewer, rows: readonly unknown[]) {
  const problems = new Map<number, string>()
  const wellFormed = rows.flatMap((row, at) => {
    const problem = verdictOnInput(SentPrice, row)
    if (problem === null) return [{ at, sent: row as SentPrice }]
    problems.set(at, problem)
    return []
  })
  const codes = [...new Set(wellFormed.map(({ sent }) => sent.code))]
  const items = await itemsByCode(tx, (id) => editorialScope(viewer, id), codes)
  const known = wellFormed.flatMap(({ at, sent }): Judged[] => {
    const { code, average = null, remark = '', reason = '', ...own } = sent
    const quoteItemId = items.get(code)
    if (quoteItemId === undefined) {
      problems.set(at, notFound)
      return []
    }
    return [{ at, entry: { quoteItemId, ...own, average, remark, reason, englishRemark: '', version: null } }]
  })
  return { known, problems }
}

type Feed = { viewer: Viewer; by: Author; feed: string }
/** The entry's id or a problem, by the index of the row. */
type Received = { ids: Map<number, string>; problems: Map<number, string> }

/** Saves a feed's rows, each on its own. */
async function receive(
  tx: Tx,
  { viewer, by, feed }: Feed,
  rows: readonly unknown[],
  { isAgain = false } = {},
): Promise<Received> {
  const { known, problems } = await entriesOf(tx, viewer, rows)
  const standing = await lockPlaces(
    tx,
    viewer,
    known.map(({ entry }) => entry),
  )
  const places = new Map(standing.map((place) => [place.at, place]))
  const ids = new Map<number, string>()
  const fresh = known.flatMap(({ at, entry }, place): Judged[] => {
    const stored = places.get(place)
    if (!stored?.entry) return [{ at, entry }]
    const { id, version, origin, englishRemark } = stored.entry
    if (isSame(entry, stored)) ids.set(at, id)
    else if (isDraft(stored.entry) && origin !== 'api') problems.set(at, ofPerson)
    else return [{ at, entry: { ...entry, englishRemark, version } }]
    return []
  })
  const outcomes = await saveEntries(
    tx,
    { actor: viewer, by },
    fresh.map(({ entry }) => entry),
    'api',
    () => feed,
  )
  for (const [place, { at }] of fresh.entries()) {
    const { id = null, problem = null } = outcomes[place] ?? {}
    if (id === null) problems.set(at, problem ?? notFound)
    else ids.set(at, id)
  }
  // another sender has filled their places meanwhile: it may have brought the same
  const raced = isAgain ? [] : fresh.filter((_, place) => outcomes[place]?.isStale)
  if (raced.length > 0) {
    const sent = raced.map(({ at }) => rows[at])
    const again = await receive(tx, { viewer, by, feed }, sent, { isAgain: true })
    for (const [place, { at }] of raced.entries()) {
      const id = again.ids.get(place)
      if (id === undefined) continue
      ids.set(at, id)
      problems.delete(at)
    }
  }
  return { ids, problems }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value.slice(0, ECHOED) : '')

/** Characters of a code or day that the reply repeats at most. */
const ECHOED = 64

/** Rate limits by address. */
const FEEDS_PER_MINUTE = 120
const READS_PER_MINUTE = 1_200

/** Condition on the products whose prices a key may read. */
async function readableBy(core: Core, key: ApiKey): Promise<(productId: SQL) => SQL> {
  const { accountId } = key
  if (accountId !== undefined) return (id) => isGrantedProduct(accountId, id)
  const viewer = await viewerOfKey(core, key)
  return (id) => editorialScope(viewer, id)
}

export const routes = [
  serveAct(
    bringPrices,
    async ({ tx, announce, body: { rows }, core, by, apiKey }) => {
      announce({ type: 'priceEntries' })
      const viewer = await viewerOfKey(core, apiKey, tx)
      const { ids, problems } = await receive(tx, { viewer, by, feed: apiKey.name }, rows)
      return rows.map(({ code, day }, at) => {
        const id = ids.get(at) ?? null
        return {
          code: textIn(code),
          day: textIn(day),
          id,
          problem: id === null ? (problems.get(at) ?? notFound) : null,
        }
      })
    },
    { perMinute: FEEDS_PER_MINUTE },
  ),

  serve(
    readPrices,
    async ({ query, core, db, apiKey, reply }) => {
      const { code, from, to, after } = query
      checkFields({ from: from > to ? '开始日期不能晚于结束日期' : null })
      const isOfCustomer = apiKey.accountId !== undefined
      if (isOfCustomer) await countReading(core, apiKey.id, from)
      const id = (await itemsByCode(db, await readableBy(core, apiKey), [code])).get(code)
      if (id === undefined) throw refuse('notFound', { msg: '报价项不存在，或不在授权范围内' })
      await checkKnownAt(db, query.asKnownAt)
      const asKnownAt = query.asKnownAt ?? (await newestPublication(db, id))
      void reply.header('etag', `"${id}.${await itemVersion(db, id)}-${asKnownAt}-${from}-${to}-${after ?? ''}"`)
      const found = await publishedOf(db, id, { from, to, after, asKnownAt, limit: OPEN_PRICES + 1 })
      const records = found.slice(0, OPEN_PRICES)
      const carried = gatherCarried()
      for (const record of records) carried.add({ quoteItemId: id, ...record })
      const by = { id: apiKey.makerId, name: apiKey.name }
      const channel = isOfCustomer ? 'dataKey' : 'api'
      await recordUse(db, { channel, targetId: apiKey.id, title: apiKey.name, by, ...carried.all() })
      return { asKnownAt, records, next: found.length > OPEN_PRICES ? (records.at(-1)?.day ?? null) : null }
    },
    { perMinute: READS_PER_MINUTE, admitKey: admitDataKey },
  ),
]
