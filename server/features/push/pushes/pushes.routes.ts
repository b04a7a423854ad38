// Pushes by mail over HTTP: written, previewed, submitted, reviewed, stopped and followed. The same for both pages.

import { pushCalls } from '#contract/push/push-calls.ts'
import type { PushKind } from '#contract/push/push-labels.ts'
import { PUSH_FILE_BYTES, type PushForm } from '#contract/push/pushes.ts'
import { trimmed } from '#contract/typed-text.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { type Core, personNameOf } from '#server/core/core.ts'
import { linkTo, tieFiles } from '#server/core/files/files.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { filesOfRow, type Route, serve, serveAct } from '#server/core/http/serve.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { namesOfArticles } from '#server/features/articles/published.queries.ts'
import { decide } from '#server/features/outbox/messages.queries.ts'
import { correctedArticles } from './articles.queries.ts'
import { attachedFiles, correctedPrices, countProducts } from './contents.queries.ts'
import { withdrawnOf } from './pushes.acts.ts'
import {
  areRecipientsOf,
  changePush,
  correctionsOf,
  findPush,
  formOf,
  insertPush,
  listRecipients,
  lockPush,
  pushListOf,
  type StoredPush,
} from './pushes.queries.ts'
import { verdictsOnForm } from './pushes.rules.ts'
import { firstLack, type Sent, sendable } from './sendable.queries.ts'
import { actRoutes, lockFor } from './sending.acts.ts'

const target = (id: string) => ({ targetType: 'push', targetId: id })
const filesOfPush = (id: string) => ({ type: 'push', id })

/** Checks of a form that need the database. */
async function checkForm(tx: Tx, kind: PushKind, form: PushForm, actor: Actor, stored?: StoredPush): Promise<void> {
  const correctionOf = stored?.correctionOf ?? null
  checkFields(verdictsOnForm(form, kind, Date.now(), correctionOf !== null))
  const { productIds, attachmentIds } = form
  const files = await attachedFiles(tx, attachmentIds)
  const isMore = (field: 'quoteItemIds' | 'articleIds') =>
    correctionOf !== null && form[field].some((id) => !stored?.[field].includes(id))
  const { lacks } = await sendable(tx, actor, { ...form, kind, id: stored?.id, correctionOf })
  checkFields({
    quoteItemIds: isMore('quoteItemIds') ? '更正通知只含发送过的报价项，不能增加' : lacks.quoteItemIds,
    articleIds: isMore('articleIds') ? '更正通知只含发送过的资讯，不能增加' : lacks.articleIds,
    productIds: (await countProducts(tx, productIds)) === productIds.length ? null : '产品不存在',
    attachmentIds:
      files.reduce((sum, { size }) => sum + size, 0) > PUSH_FILE_BYTES
        ? `附件合计不能超过 ${PUSH_FILE_BYTES / 1_048_576} MB`
        : null,
  })
}

async function requireSendable(tx: Tx, actor: Actor, push: Sent): Promise<void> {
  const lack = firstLack(await sendable(tx, actor, push))
  if (lack !== null) throw refuse('conflict', { msg: lack })
}

function routesOf(kind: PushKind): Route[] {
  const calls = pushCalls[kind]

  async function detailOf(db: Executor, { config }: Pick<Core, 'config'>, actor: Actor, id: string) {
    const found = orNotFound(await findPush(db, kind, id))
    const isSent = found.bodyId !== null
    const corrected = isSent ? await correctedPrices(db, id) : []
    const changed = isSent ? await correctedArticles(db, id) : []
    return {
      ...found,
      attachments: (await attachedFiles(db, found.attachmentIds)).map((file) => ({
        ...file,
        url: linkTo({ config }, file.id, actor),
      })),
      isOwn: found.authorId === actor.id || found.pusherId === actor.id,
      articles: await namesOfArticles(db, found.articleIds),
      corrected: corrected.length,
      correctedArticles: changed.length,
      corrections: await correctionsOf(db, id),
    }
  }

  return [
    serve(calls.list, ({ body, db }) => pushListOf[kind](db, body)),
    serve(calls.get, ({ body, core, db, actor }) => detailOf(db, core, actor, body.id)),

    serveAct(calls.add, async ({ tx, body, files, actor, by }) => {
      const form = trimmed(body)
      await checkForm(tx, kind, form, actor)
      const saved = await insertPush(tx, { ...form, kind, authorId: actor.id })
      if (!saved) throw new Error('no push was stored')
      await tieFiles(tx, filesOfPush(saved.id), files)
      await audit(tx, by, { action: 'push.add', ...target(saved.id), after: form })
      return saved
    }),

    serveAct(
      calls.edit,
      async ({ tx, body, files, core, actor, by }) => {
        const { id, version, ...rest } = body
        const form = trimmed(rest)
        const push = await lockFor(tx, kind, id, 'edit')
        if (push.version !== version) throw refuse('stale', { data: await detailOf(tx, core, actor, id) })
        await checkForm(tx, kind, form, actor, push)
        const next = await changePush(tx, id, form)
        await tieFiles(tx, filesOfPush(id), files)
        await audit(tx, by, {
          action: 'push.edit',
          ...target(id),
          ...difference<Record<string, unknown>>(formOf(push), form),
        })
        return { id, version: next }
      },
      filesOfRow('push'),
    ),

    ...actRoutes(kind, calls, {
      check: (push) => verdictsOnForm(formOf(push), kind, Date.now(), push.correctionOf !== null),
      prepare: async (tx, push, actor) => {
        const withdrawn = push.correctionOf === null ? await withdrawnOf(tx, push) : []
        if (withdrawn.length > 0) throw refuse('conflict', { msg: `${withdrawn.join('、')}已下架，请改选其他资讯` })
        await requireSendable(tx, actor, push)
        return { push, text: '', version: 0 }
      },
    }),

    serveAct(calls.copy, async ({ tx, body, actor, by }) => {
      const push = orNotFound(await lockPush(tx, body.id, kind))
      // files belong to their uploader: a copy of another's push has none; of the rest it has what the person may send
      const { quoteItemIds, articleIds } = await sendable(tx, actor, { ...push, id: undefined, correctionOf: null })
      const form = {
        ...formOf(push),
        title: `${push.title.slice(0, 96)}（副本）`,
        attachmentIds: [],
        sendAt: null,
        quoteItemIds,
        articleIds,
      }
      const timing = form.timing === 'at' ? ('now' as const) : form.timing
      const saved = await insertPush(tx, { ...form, timing, kind, authorId: actor.id })
      if (!saved) throw new Error('no push was stored')
      await audit(tx, by, { action: 'push.copy', ...target(saved.id), after: { title: form.title, from: push.id } })
      return saved
    }),

    serve(calls.recipients, async ({ body, db, actor }) => {
      if (!(await findPush(db, kind, body.pushId))) throw refuse('notFound')
      return listRecipients(db, body, scopeValues(actor))
    }),

    serveAct(calls.decide, async ({ tx, body, actor, by }) => {
      const push = await lockFor(tx, kind, body.id, 'retry')
      const { messageIds, hasArrived } = body
      if (!(await areRecipientsOf(tx, push.id, messageIds, actor))) throw refuse('notFound')
      const rows = await decide(tx, messageIds, hasArrived, personNameOf(by))
      const refused = rows.find(({ ok }) => !ok)
      if (refused) throw refuse('conflict', { msg: refused.msg })
      const after = { title: push.title, count: rows.length, hasArrived }
      await audit(tx, by, { action: 'push.decide', ...target(push.id), after })
      return null
    }),

    serveAct(calls.correct, async ({ tx, body, actor, by }) => {
      const push = await lockFor(tx, kind, body.id, 'correct')
      const corrected = await correctedPrices(tx, push.id)
      const changed = await correctedArticles(tx, push.id)
      if (corrected.length === 0 && changed.length === 0) throw refuse('conflict', { msg: '其中的价格和资讯没有更正' })
      await requireSendable(tx, actor, { ...push, id: undefined, correctionOf: push.id })
      const form = {
        ...formOf(push),
        title: `更正：${push.title}`.slice(0, 100),
        subject: `【更正】${push.subject}`.slice(0, 150),
        text: '您好：\n此前发送给您的邮件中，以下内容已更正。',
        chartDays: 0,
        attachmentIds: [],
        timing: 'now' as const,
        sendAt: null,
        sendTime: '',
        rendering: 'sending' as const,
      }
      const saved = await insertPush(tx, { ...form, kind, authorId: actor.id, correctionOf: push.id })
      if (!saved) throw new Error('no push was stored')
      await audit(tx, by, {
        action: 'push.correct',
        ...target(saved.id),
        after: { title: form.title, from: push.id },
      })
      return saved
    }),
  ]
}

export const routes: Route[] = [...routesOf('report'), ...routesOf('price')]
