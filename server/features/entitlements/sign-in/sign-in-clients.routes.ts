// Clients of the sign-in of members over HTTP.
import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  addSignInClient,
  CLIENTS_MAX,
  disableSignInClient,
  editSignInClient,
  listSignInClients,
  openSignInClient,
  renewSignInSecret,
} from '#contract/entitlements/sign-in-clients.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Config } from '#server/config.ts'
import { type Actor, hashToken } from '#server/core/access/actors.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuseOutOfReach } from '../reach.rules.ts'
import { issuerOf } from './provider.ts'
import {
  countClients,
  insertClient,
  isNameTaken,
  listClients,
  lockClient,
  lockClients,
  replaceSecret,
  updateClient,
} from './sign-in-clients.queries.ts'
import { addressesFault } from './sign-in-clients.rules.ts'

const SECRET_BYTES = 32
const ID_BYTES = 9

const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
const target = (id: string) => ({ targetType: 'signInClient', targetId: id })

async function requireClient(tx: Tx, actor: Actor, id: string) {
  const found = orNotFound(await lockClient(tx, id))
  refuseOutOfReach(actor, found.subProduct)
  return found
}

type Form = Omit<BodyOf<typeof addSignInClient>, 'subProduct'>

async function checkForm(tx: Tx, { nodeEnv }: Config, form: Form, of: { subProduct: SubProductKey; id?: string }) {
  const fault = (addresses: readonly string[]) => addressesFault(addresses, nodeEnv !== 'production')
  const values = { ...form, name: form.name.trim(), logoutUri: form.logoutUri.trim() }
  checkFields({
    name: (await isNameTaken(tx, of.subProduct, values.name, of.id)) ? '已有同名的客户端' : null,
    redirectUris: fault(values.redirectUris),
    afterLogoutUris: fault(values.afterLogoutUris),
    logoutUri: values.logoutUri === '' ? null : fault([values.logoutUri]),
  })
  return values
}

export const routes = [
  serve(listSignInClients, async ({ body: { subProduct }, db, actor, core }) => {
    refuseOutOfReach(actor, subProduct)
    return { issuer: issuerOf(core), rows: await listClients(db, subProduct) }
  }),

  serveAct(addSignInClient, async ({ tx, body: { subProduct, ...form }, actor, by, core }) => {
    refuseOutOfReach(actor, subProduct)
    await lockClients(tx, subProduct)
    const values = await checkForm(tx, core.config, form, { subProduct })
    if ((await countClients(tx, subProduct)) >= CLIENTS_MAX)
      throw refuse('conflict', { msg: `每个子产品最多 ${CLIENTS_MAX} 个客户端` })
    const [secret, clientId] = [makeSecret(), `${subProduct}-${randomBytes(ID_BYTES).toString('hex')}`]
    const id = await insertClient(tx, { ...values, subProduct, clientId, secretHash: hashToken(secret) })
    const after = { ...values, subProduct, clientId }
    await audit(tx, by, { action: 'signInClient.add', ...target(id), after })
    return { id, clientId, secret }
  }),

  serveAct(editSignInClient, async ({ tx, body: { id, version, ...form }, actor, by, core }) => {
    const { subProduct, ...stored } = await requireClient(tx, actor, id)
    checkVersion(version, stored)
    const values = await checkForm(tx, core.config, form, { subProduct, id })
    await updateClient(tx, id, values)
    await audit(tx, by, { action: 'signInClient.edit', ...target(id), ...difference({ ...stored }, values) })
  }),

  ...[disableSignInClient, openSignInClient].map((endpoint) =>
    serveAct(endpoint, async ({ tx, body: { id }, actor, by }) => {
      const isEnabled = endpoint === openSignInClient
      const stored = await requireClient(tx, actor, id)
      if (stored.isEnabled === isEnabled) return
      await updateClient(tx, id, { isEnabled })
      const action = isEnabled ? 'signInClient.open' : 'signInClient.disable'
      const { name, clientId } = stored
      await audit(tx, by, {
        action,
        ...target(id),
        before: { name, clientId, isEnabled: !isEnabled },
        after: { isEnabled },
      })
    }),
  ),

  serveAct(renewSignInSecret, async ({ tx, body: { id }, actor, by }) => {
    const { name, clientId } = await requireClient(tx, actor, id)
    const secret = makeSecret()
    await replaceSecret(tx, id, hashToken(secret))
    await audit(tx, by, { action: 'signInClient.renewSecret', ...target(id), after: { name, clientId } })
    return { id, clientId, secret }
  }),
]
