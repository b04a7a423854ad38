// An identity of a provider belongs to one account, and an account has one of each provider.
import { providerNames } from '../../../contract/identity/oauth.ts'
import { refuse } from '../../core/http/refusal.ts'
import type { Tx } from '../../db/connection.ts'
import { findOwner, type Identity, storeIdentity } from './oauth.queries.ts'

export async function bindIdentity(tx: Tx, userId: string, identity: Identity): Promise<void> {
  if (await storeIdentity(tx, userId, identity)) return
  const owner = await findOwner(tx, identity)
  if (owner === userId) return
  const name = providerNames[identity.provider]
  const msg = owner
    ? `这个${name}已绑定其他账号`
    : `该账号已绑定其他${name}，请先用账号密码登录，在“账号安全”中解除绑定`
  throw refuse('conflict', { msg })
}
