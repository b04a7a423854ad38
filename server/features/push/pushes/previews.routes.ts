// A push before and after it goes out: recipients, preview, and a test mail to oneself.
import { randomUUID } from 'node:crypto'
import { dayOf } from '#contract/days.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { mailTopicOf, type PushKind, pushFields, pushPages } from '#contract/push/push-labels.ts'
import type { PushForm } from '#contract/push/pushes.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Core } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Route, serve, serveAct } from '#server/core/http/serve.ts'
import { isMailAddress } from '#server/core/mail/mail-fields.ts'
import { tracks } from '#server/core/mail/tracking.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { findAudience, findReader } from './audience.queries.ts'
import { productsOf, senderOf } from './contents.queries.ts'
import { drawPush, shownTo, storeBody, storedMail, usedFields } from './mails.ts'
import { pushTestCause } from './pushes.cause.ts'
import { findPush } from './pushes.queries.ts'
import { verdictsOnTexts } from './pushes.rules.ts'
import { firstLack, sendable } from './sendable.queries.ts'

/** Sample values where there is no recipient yet. */
const example = (actor: Actor): Record<string, string> => ({
  ...Object.fromEntries(pushFields.map((name) => [name, `（${name}）`])),
  姓名: actor.realName,
  日期: dayOf(Date.now()),
})

/** The mail says that opening and clicks are recorded. */
const marked = <P extends { isTracked: boolean }>({ config }: Pick<Core, 'config'>, push: P): P => ({
  ...push,
  isTracked: tracks(config, push),
})

function routesOf(kind: PushKind): Route[] {
  const calls = pushCalls[kind]
  const { subProduct } = pushPages[kind]

  /** Of the stored push, whose form is previewed or tested. */
  const filesOf = async ({ body: { id }, db }: { body: { id?: string }; db: Db }) =>
    id !== undefined && (await findPush(db, kind, id)) ? [{ type: 'push', id }] : []

  /** The mail of a form that is not stored, for a preview or a test. */
  async function drawn(
    db: Db | Tx,
    form: Pick<
      PushForm,
      'subject' | 'text' | 'productIds' | 'quoteItemIds' | 'chartDays' | 'attachmentIds' | 'articleIds' | 'isTracked'
    >,
    actor: Actor,
  ) {
    checkFields(verdictsOnTexts(form))
    checkFields((await sendable(db, actor, { ...form, kind, id: undefined, correctionOf: null })).lacks)
    return drawPush(db, { ...form, publication: null, correctionOf: null }, actor.id)
  }

  async function readerOf(
    db: Db | Tx,
    actor: Actor,
    form: Pick<PushForm, 'subject' | 'text' | 'audience' | 'isAdvert' | 'productIds' | 'quoteItemIds' | 'articleIds'>,
    accountId: string | null,
  ) {
    const criteria = {
      channel: 'mail' as const,
      viewer: actor,
      subProduct,
      audience: form.audience,
      topic: mailTopicOf(kind, form.isAdvert),
      productIds: await productsOf(db, form),
      fields: usedFields(form),
      correctionOf: null,
    }
    const all =
      accountId === null
        ? criteria
        : { ...criteria, audience: { rule: null, listIds: [], accountIds: [accountId], excludedIds: [] } }
    return findReader(db, all, accountId)
  }

  return [
    serve(calls.audience, async ({ body, db, actor }) =>
      findAudience(db, {
        channel: 'mail',
        viewer: actor,
        subProduct,
        audience: body.audience,
        topic: mailTopicOf(kind, body.isAdvert),
        productIds: await productsOf(db, body),
        fields: usedFields(body),
        correctionOf: null,
      }),
    ),

    serve(
      calls.preview,
      async ({ body, core, db, actor }) => {
        const reader = await readerOf(db, actor, body, body.accountId)
        if (body.accountId !== null && !reader) throw refuse('notFound')
        return await shownTo(core, await drawn(db, marked(core, body), actor), reader?.fields ?? example(actor))
      },
      { filesOf },
    ),

    serve(calls.shown, async ({ body, core, db, actor }) => {
      const push = orNotFound(await findPush(db, kind, body.id))
      const senderId = push.pusherId ?? push.authorId
      const sent = push.bodyId && (await storedMail(core, push.bodyId))
      const lack = sent ? null : firstLack(await sendable(db, await core.actors.person(senderId), push))
      if (lack !== null) throw refuse('conflict', { msg: lack })
      return await shownTo(core, sent || (await drawPush(db, marked(core, push), senderId)), example(actor))
    }),

    serveAct(
      calls.test,
      async ({ tx, body, core, actor }) => {
        const { email: address } = await senderOf(tx, actor.id)
        if (!isMailAddress(address)) throw refuse('conflict', { msg: '您的账号没有邮箱，请联系管理员填写' })
        const reader = await readerOf(tx, actor, body, null)
        const bodyId = await storeBody(tx, core, await drawn(tx, marked(core, body), actor), {
          topic: mailTopicOf(kind, body.isAdvert),
          prefix: '【测试】',
        })
        await queueMessages(tx, [
          {
            key: `push-test:${randomUUID()}`,
            channel: 'mail',
            address,
            recipientKind: 'user',
            recipientId: actor.id,
            recipientName: actor.realName,
            bodyId,
            fields: reader?.fields ?? example(actor),
            cause: pushTestCause.name,
          },
        ])
        return { address }
      },
      { perMinute: 10, filesOf },
    ),
  ]
}

export const routes: Route[] = [...routesOf('report'), ...routesOf('price')]
