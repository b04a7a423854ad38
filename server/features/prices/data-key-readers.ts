// Customers who read prices with a data key of API 数据服务: what their grants open, within the key's data sets and quota.
import type { FastifyRequest } from 'fastify'
import { API_KEY_HEADER } from '../../../contract/endpoint.ts'
import { type DataKeyFault, dataSetLabels } from '../../../contract/members/data-keys.ts'
import { dataSetOf } from '../../../contract/prices/open-prices.ts'
import { hashToken } from '../../core/access/actors.ts'
import { type ApiKey, quotaUsedUp } from '../../core/access/api-keys.ts'
import { type Core, transact } from '../../core/core.ts'
import { refuse } from '../../core/http/refusal.ts'
import { countCall, readStanding } from '../members/accounts/data-keys.queries.ts'
import { faultOf } from '../members/accounts/data-keys.rules.ts'

const keyPattern = /^dk_[A-Za-z0-9_-]{43}$/

/** Those not named here are told like an unknown key. */
const reasons: Partial<Record<DataKeyFault, string>> = {
  expired: '数据密钥已过截止日期',
  accountDisabled: '账号已禁用',
  noGrant: '账号没有生效的授权',
  address: '该地址不能使用此数据密钥',
}

/** Throws 401 for a key that is unknown or revoked, 403 where it is not good now. */
export async function admitDataKey(request: FastifyRequest, { db }: Core): Promise<ApiKey | null> {
  const header = request.headers[API_KEY_HEADER]
  if (typeof header !== 'string' || !keyPattern.test(header)) return null
  const keyHash = hashToken(header)
  const standing = await readStanding(db, keyHash)
  const fault = faultOf(standing, { keyHash, address: request.ip })
  const msg = fault && reasons[fault]
  if (msg) throw refuse('forbidden', { msg })
  // used-up calls are refused where they are counted
  if (!standing || (fault && fault !== 'quota')) throw refuse('signedOut', { msg: 'API 密钥无效' })
  return { id: standing.id, name: `数据密钥 ${standing.hint}`, makerId: null, accountId: standing.accountId }
}

/** Throws 403 without the data set that days from `from` on need, 429 where the key's calls of today are used up. */
export async function countReading(core: Core, keyId: string, from: string): Promise<void> {
  const { dataSet, isHeld, isLeft } = await transact(core, (tx) =>
    countCall(tx, keyId, (today) => dataSetOf(from, today)),
  )
  if (!isHeld) throw refuse('forbidden', { msg: `此数据密钥不含“${dataSetLabels[dataSet]}”` })
  if (!isLeft) throw quotaUsedUp()
}
