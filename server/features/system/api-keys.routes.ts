// API keys of other systems over HTTP: created, shown once, revoked.
import {
  addApiKey,
  apiScopeLabels,
  mayGiveScope,
  queryApiKeys,
  removeApiKey,
  subProductFault,
} from '#contract/system/api-keys.ts'
import { createApiKey, isHeld, revokeApiKey } from '#server/core/access/api-keys.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { lockApiKey, pageOfApiKeys } from './api-keys.queries.ts'

const target = (id: string) => ({ targetType: 'apiKey', targetId: id })

export const routes = [
  serve(queryApiKeys, async ({ body, db, core }) => {
    const { records, ...page } = await pageOfApiKeys(db, body)
    const withLost = async ({ createdBy, ...row }: (typeof records)[number]) => {
      const held = await Promise.all(row.scopes.map((scope) => isHeld(core.actors, { ...row, createdBy }, scope)))
      return { ...row, lostScopes: row.scopes.filter((_, at) => !held[at]) }
    }
    return { ...page, records: await Promise.all(records.map(withLost)) }
  }),

  serveAct(addApiKey, async ({ tx, body, actor, by }) => {
    const { subProduct = null } = body
    const beyond = body.scopes.filter((scope) => !mayGiveScope(scope, actor, subProduct))
    if (beyond.length > 0) {
      const labels = beyond.map((scope) => apiScopeLabels[scope]).join('、')
      throw refuse('conflict', { msg: `不能授予自己没有的权限：${labels}` })
    }
    checkFields({ subProduct: subProductFault(body.scopes, subProduct) })
    const after = { ...body, subProduct, name: body.name.trim() }
    const made = await createApiKey(tx, { ...after, createdBy: actor.id })
    await audit(tx, by, { action: 'apiKey.add', ...target(made.id), after })
    return made
  }),

  serveAct(removeApiKey, async ({ tx, body: { id }, by, announce }) => {
    const stored = orNotFound(await lockApiKey(tx, id))
    if (stored.revokedAt !== null) throw refuse('conflict', { msg: '密钥已吊销' })
    await revokeApiKey(tx, id)
    announce({ type: 'apiKeys' })
    const { name, hint } = stored
    await audit(tx, by, { action: 'apiKey.revoke', ...target(id), before: { name, hint } })
  }),
]
