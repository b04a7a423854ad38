// Saved lists of accounts.
import { listKindOf } from '#contract/push/push-labels.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { allFound, refuse } from '#server/core/http/refusal.ts'
import { findCandidates } from './audience.queries.ts'
import { removeList, saveList } from './pushes.queries.ts'

const target = (id: string) => ({ targetType: 'push', targetId: id })

type Saving = { subProduct: SubProductKey; name: string; accountIds: string[] }

/** Saves accounts within the person's scope as a list, for pushes of every kind to that sub-product. */
export const saveAccounts = (core: Core, actor: Actor, by: Author, { subProduct, accountIds, ...form }: Saving) =>
  transact(core, async (tx) => {
    allFound(await findCandidates(tx, actor, subProduct, { text: undefined, accountIds }), accountIds)
    const name = form.name.trim()
    const id = await saveList(tx, { kind: listKindOf(subProduct), name, accountIds, authorId: actor.id })
    if (id === undefined) throw refuse('conflict', { msg: '已有他人的同名名单' })
    await audit(tx, by, { action: 'push.saveList', ...target(id), after: { name, count: accountIds.length } })
    return { id }
  })

export const removeAccounts = (core: Core, by: Author, subProduct: SubProductKey, id: string) =>
  transact(core, async (tx) => {
    const name = await removeList(tx, listKindOf(subProduct), id)
    if (name === undefined) throw refuse('notFound')
    await audit(tx, by, { action: 'push.removeList', ...target(id), before: { name } })
    return null
  })
