// Hands the work of one person over in one act, to one person or by parts: direct subordinates; categories and news
// categories; and what the areas declare (held-work.ts).
import type { Holdings } from '#contract/access.ts'
import type { Input } from '#contract/endpoint.ts'
import { type HandoverPart, handOver, handoverParts } from '#contract/organisation/handover.ts'
import { type SubordinateType, subordinateLabels, subordinateTypes } from '#contract/organisation/staff-links.ts'
import type { Handover, HeldWork } from '#server/core/access/held-work.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  changeUserCategories,
  changeUserNewsCategories,
  findCategoriesOf,
  findNewsCategoriesOf,
  listCategories,
  listNews,
} from '#server/features/authorisation/grants.queries.ts'
import { type Held, holds } from '#server/features/authorisation/grants.rules.ts'
import { findHeldCategories, findHeldNewsCategories } from '#server/features/authorisation/holdings.queries.ts'
import { countPendingOf } from '#server/features/prices/held-work.queries.ts'
import { warningsFor } from './handover.rules.ts'
import { heldWork } from './held-work.ts'
import { closesCircle, linkBelow, listDirect, lockRelations, unlinkBelow } from './staff-relations.queries.ts'
import { requireUser } from './users.acts.ts'
import { getUser, lockUsers, updateUser } from './users.queries.ts'

/** Most names in a group of a preview. */
const NAMES_MAX = 20

/** Throws 409 for categories that the actor does not hold. */
function refuseNotHeld(held: Held, rows: readonly Named[]): void {
  if (!rows.every(({ id }) => holds(held, id))) throw refuse('conflict', { msg: '不能移交自己没有的分类' })
}

type Named = { id: string; name: string }
const group = (title: string, rows: readonly Named[]) =>
  rows.length > 0 ? [{ title, count: rows.length, names: rows.slice(0, NAMES_MAX).map(({ name }) => name) }] : []

const named = (texts: readonly string[]): Named[] => texts.map((name) => ({ id: '', name }))

type Taken = Awaited<ReturnType<typeof requireUser>>
const fullName = ({ realName, userName }: Taken) => `${realName}（${userName}）`
const partNames: Record<HandoverPart, string> = {
  subordinates: '下级',
  categories: '分类',
  customers: '客户',
  prices: '报价项',
  articles: '资讯、推送、会议和推广',
}

/** The receiver of each part, all enabled. Throws 20404 for people out of the actor's scope. */
async function requireReceivers(tx: Tx, actor: Holdings, { toId, parts }: Input<typeof handOver>) {
  const taken = new Map<string, Taken>()
  for (const id of new Set(handoverParts.map((part) => parts?.[part] ?? toId))) {
    const receiver = await requireUser(tx, actor, id)
    if (receiver.status !== 'enabled') throw refuse('conflict', { msg: `接收人${fullName(receiver)}的账号已禁用` })
    taken.set(id, receiver)
  }
  return Object.fromEntries(handoverParts.map((part) => [part, taken.get(parts?.[part] ?? toId)])) as Record<
    HandoverPart,
    Taken
  >
}

/** Text of who receives what. */
function describeReceivers(from: Taken, receivers: Record<HandoverPart, Taken>): string {
  const [first, ...more] = handoverParts.map((part) => receivers[part])
  if (first && more.every(({ id }) => id === first.id)) {
    return `将${fullName(from)}的以下工作全部移交给${fullName(first)}`
  }
  const parts = handoverParts.map((part) => `${partNames[part]}给${fullName(receivers[part])}`)
  return `移交${fullName(from)}的以下工作：${parts.join('，')}`
}

type Moving = HeldWork & Handover

/** All that the areas declare and the leaver holds, locked, each with its receiver. */
async function readHeld(
  tx: Tx,
  { actor, by }: Pick<Handover, 'actor' | 'by'>,
  from: Taken,
  to: Record<HandoverPart, Taken>,
): Promise<Moving[]> {
  const held: Moving[] = []
  for (const work of heldWork) {
    const rows = await work.lock(tx, from.id)
    if (rows.length === 0) continue
    const handover = { rows, from, to: to[work.part], actor, by }
    await work.check?.(tx, handover)
    held.push({ ...work, ...handover })
  }
  return held
}

async function readWork(tx: Tx, fromId: string, toId: string) {
  const [categories, news] = [await findCategoriesOf(tx, fromId), await findNewsCategoriesOf(tx, fromId)]
  const below = []
  for (const type of subordinateTypes) {
    const people = await listDirect(tx, fromId, type)
    below.push({ type, people: people.filter(({ id }) => id !== toId) })
  }
  return {
    below,
    categories: (await listCategories(tx)).filter(({ id }) => categories.has(id)),
    news: (await listNews(tx)).filter(({ id }) => news.has(id)),
  }
}

/** A receiver who is a subordinate of the leaver takes the leaver's place in the tree, so that no cycle arises. */
async function moveUp(tx: Tx, type: 1 | 2, fromId: string, toId: string): Promise<void> {
  if (!(await closesCircle(tx, type, fromId, toId))) return
  const from = await getUser(tx, fromId)
  await updateUser(
    tx,
    toId,
    type === 1 ? { saleParentId: from?.saleParentId ?? null } : { editParentId: from?.editParentId ?? null },
  )
}

async function moveBelow(tx: Tx, type: SubordinateType, people: readonly Named[], fromId: string, toId: string) {
  if (people.length === 0) return
  if (type !== 3) await moveUp(tx, type, fromId, toId)
  for (const { id, name } of people) {
    if (await closesCircle(tx, type, id, toId)) {
      throw refuse('conflict', { msg: `接收人是“${name}”的${subordinateLabels[type]}，请先调整其上级` })
    }
  }
  const ids = people.map(({ id }) => id)
  await unlinkBelow(tx, type, ids, fromId)
  await linkBelow(tx, type, ids, toId)
}

export const routes = [
  serve(handOver, (context) =>
    transact(context.core, async (tx, announce) => {
      const { body, actor, by } = context
      const { fromId } = body
      const receivers = [body.toId, ...Object.values(body.parts ?? {})]
      checkFields({ toId: receivers.includes(fromId) ? '接收人不能是移交人本人' : null })
      await lockUsers(tx, [fromId, ...receivers])
      const from = await requireUser(tx, actor, fromId)
      const to = await requireReceivers(tx, actor, body)
      await lockRelations(tx)
      const { below, categories, news } = await readWork(tx, fromId, to.subordinates.id)
      refuseNotHeld(await findHeldCategories(tx, actor), categories)
      refuseNotHeld(await findHeldNewsCategories(tx, actor), news)
      const held = await readHeld(tx, { actor, by }, from, to)
      const otherWork = Object.fromEntries(held.map(({ title, rows }) => [title, rows.map(({ id }) => id)]))
      await lockUsers(
        tx,
        below.flatMap(({ people }) => people.map(({ id }) => id)),
      )
      const groups = [
        ...below.flatMap(({ type, people }) => group(subordinateLabels[type], people)),
        ...group('服务的分类', categories),
        ...group('资讯分类', news),
        ...held.flatMap(({ title, rows }) => group(title, rows)),
      ]
      const pending = await countPendingOf(tx, fromId)
      const stays = pending > 0 ? `有 ${pending} 条价格尚未发布，由同产品的同事继续处理` : ''
      if (groups.length === 0) throw refuse('conflict', { msg: `该员工没有可移交的工作${stays && `，${stays}`}` })
      const warnings = []
      for (const part of handoverParts) {
        const holdings = await context.core.actors.person(to[part].id, tx)
        const received = held.filter((work) => work.part === part)
        warnings.push(...warningsFor({ name: fullName(to[part]), holdings }, received))
      }
      if (stays) warnings.push(fullName(from) + stays)
      await confirmed(tx, context, {
        preview: { text: describeReceivers(from, to), groups: [...group('请注意', named(warnings)), ...groups] },
        versions: { below, categories, news, otherWork, pending },
      })

      for (const { type, people } of below) await moveBelow(tx, type, people, fromId, to.subordinates.id)
      const [categoryIds, newsIds] = [categories.map(({ id }) => id), news.map(({ id }) => id)]
      await changeUserCategories(tx, fromId, { added: [], removed: categoryIds })
      await changeUserCategories(tx, to.categories.id, { added: categoryIds, removed: [] })
      await changeUserNewsCategories(tx, fromId, { added: [], removed: newsIds })
      await changeUserNewsCategories(tx, to.categories.id, { added: newsIds, removed: [] })
      for (const each of held) await each.move(tx, each)
      const people = below.flatMap((each) => each.people.map(({ id }) => id))
      announce({ type: 'users', ids: [...new Set([fromId, ...receivers, ...people])] })
      const after = {
        toId: body.toId,
        ...(body.parts && {
          partReceivers: Object.fromEntries(handoverParts.map((part) => [partNames[part], to[part].id])),
        }),
        subordinates: Object.fromEntries(
          below.map((each) => [subordinateLabels[each.type], each.people.map(({ id }) => id)]),
        ),
        categoryIds,
        newsCategoryIds: newsIds,
        otherWork,
      }
      await audit(tx, by, { action: 'user.handOver', targetType: 'user', targetId: fromId, after })
      return { moved: groups.reduce((sum, { count }) => sum + count, 0) }
    }),
  ),
]
