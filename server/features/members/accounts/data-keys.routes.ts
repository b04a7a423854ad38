// Data keys over HTTP: for people, and for the data gateway with a key of its own.
import { randomBytes } from 'node:crypto'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import {
  CALL_DAYS_BACK,
  checkDataKey,
  countDataCalls,
  createDataKey,
  DATA_KEYS_MAX,
  editDataKey,
  listDataKeys,
  readDataUsage,
  revokeDataKey,
} from '#contract/members/data-keys.ts'
import { hasDataKeys, type SubProductKey } from '#contract/sub-products.ts'
import { type Actor, hashToken } from '#server/core/access/actors.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { checkAddresses } from '#server/core/http/addresses.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct, subProductById } from '#server/core/http/serve.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { subProductOfAnyAccount } from './accounts.queries.ts'
import {
  addCalls,
  countLiveKeys,
  findAccount,
  findKeys,
  insertKey,
  listKeysOf,
  lockAccount,
  lockKey,
  readStanding,
  readUsage,
  revokeKey,
  subProductOfKey,
  updateKey,
} from './data-keys.queries.ts'
import { faultOf, isReportable, summed } from './data-keys.rules.ts'

const KEY_BYTES = 32
const HINT_CHARACTERS = 10
/** Rate limit of the gateway: it checks each key once in a while, not for each call. */
const CHECKS_PER_MINUTE = 1_200

const byAccount = {
  subProductOf: ({ body, db }: { body: { accountId: string }; db: Db }) => subProductOfAnyAccount(db, body.accountId),
}
const byKey = subProductById(subProductOfKey)

/** An account in scope, of a sub-product that has keys. */
async function accountOf(db: Executor, actor: Actor, accountId: string, subProduct: SubProductKey) {
  const account = hasDataKeys(subProduct) ? await findAccount(db, actor, accountId) : null
  if (!account) throw refuse('notFound')
  return account
}

async function requireKey(tx: Tx, actor: Actor, id: string) {
  return orNotFound(await lockKey(tx, actor, id))
}

async function checkEnd(tx: Tx, endsOn: string | null): Promise<void> {
  checkFields({ endsOn: endsOn !== null && endsOn < (await databaseToday(tx)) ? '截止日期不能早于今天' : null })
}

const target = (id: string) => ({ targetType: 'dataKey', targetId: id })

export const routes = [
  serve(
    listDataKeys,
    async ({ body: { accountId }, actor, db, subProduct }) => {
      await accountOf(db, actor, accountId, subProduct)
      return listKeysOf(db, accountId)
    },
    byAccount,
  ),

  serveAct(
    createDataKey,
    async ({ tx, body: { accountId, ...fields }, actor, by, subProduct }) => {
      const { loginName } = await accountOf(tx, actor, accountId, subProduct)
      checkAddresses(fields.addresses)
      await checkEnd(tx, fields.endsOn)
      await lockAccount(tx, accountId)
      if ((await countLiveKeys(tx, accountId)) >= DATA_KEYS_MAX)
        throw refuse('conflict', { msg: `每个账号最多 ${DATA_KEYS_MAX} 个密钥，请先吊销不用的密钥` })
      const key = `dk_${randomBytes(KEY_BYTES).toString('base64url')}`
      const hint = key.slice(0, HINT_CHARACTERS)
      const form = { ...fields, name: fields.name.trim() }
      const id = await insertKey(tx, { ...form, accountId, hint, keyHash: hashToken(key) })
      await audit(tx, by, { action: 'dataKey.add', ...target(id), after: { ...form, hint, loginName } })
      return { id, key }
    },
    byAccount,
  ),

  serveAct(
    editDataKey,
    async ({ tx, body: { id, version, ...fields }, actor, by }) => {
      const { accountId: _, loginName, callsToday: __, ...stored } = await requireKey(tx, actor, id)
      if (stored.version !== version) throw refuse('stale', { data: stored })
      if (stored.revokedAt !== null) throw refuse('conflict', { msg: '密钥已吊销，不能修改' })
      checkAddresses(fields.addresses)
      if (fields.endsOn !== stored.endsOn) await checkEnd(tx, fields.endsOn)
      const form = { ...fields, name: fields.name.trim() }
      await updateKey(tx, id, form)
      const { before, after } = difference({ ...stored }, form)
      await audit(tx, by, { action: 'dataKey.edit', ...target(id), before, after: { ...after, loginName } })
    },
    byKey,
  ),

  serveAct(
    revokeDataKey,
    async ({ tx, body: { id }, actor, by }) => {
      const { name, hint, loginName, revokedAt } = await requireKey(tx, actor, id)
      if (revokedAt !== null) throw refuse('conflict', { msg: '密钥已吊销' })
      await revokeKey(tx, id)
      await audit(tx, by, { action: 'dataKey.revoke', ...target(id), before: { name, hint, loginName } })
    },
    byKey,
  ),

  serve(
    readDataUsage,
    async ({ body, actor, db, subProduct }) => {
      await accountOf(db, actor, body.accountId, subProduct)
      return { today: await databaseToday(db), rows: await readUsage(db, body) }
    },
    byAccount,
  ),

  serveAct(countDataCalls, async ({ tx, body: { rows }, by, request }) => {
    if (request.headers[IDEMPOTENCY_HEADER] === undefined)
      throw refuse('invalid', { msg: '上报调用量须带 Idempotency-Key，重复上报只计一次' })
    const day = await databaseToday(tx)
    const wrong = rows.findIndex((row) => !isReportable(row.day, day))
    checkFields({ [`rows.${wrong}.day`]: wrong < 0 ? null : `日期须在 ${CALL_DAYS_BACK} 天以内，且不晚于今天` })
    const ids = await findKeys(
      tx,
      rows.map(({ key }) => key),
    )
    const known = rows.flatMap(({ key, ...row }) => {
      const keyId = ids.get(key)
      return keyId === undefined ? [] : [{ ...row, keyId }]
    })
    await addCalls(tx, summed(known))
    const unknown = rows.flatMap(({ key }, at) => (ids.has(key) ? [] : [at]))
    const after = { rows: known.length, unknown: unknown.length }
    await audit(tx, by, { action: 'dataKey.count', targetType: 'dataKey', targetId: '', after })
    return { taken: known.length, unknown }
  }),

  serve(
    checkDataKey,
    async ({ body, db }) => {
      const standing = await readStanding(db, body.keyHash)
      const fault = faultOf(standing, body)
      // callers without the key learn nothing about it
      if (!standing || fault === 'unknown') return { isGood: false, fault, quotaLeft: 0, dataSets: [] }
      const quotaLeft = Math.max(0, standing.dailyQuota - standing.callsToday)
      return { isGood: fault === null, fault, quotaLeft, dataSets: standing.dataSets }
    },
    { perMinute: CHECKS_PER_MINUTE },
  ),
]
