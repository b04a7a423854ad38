// Pushes over HTTP: written, looked at beforehand, submitted, reviewed, stopped and followed. Both pages are served alike.
import { pushCalls } from '../../../../contract/push/push-calls.ts'
import { leftOutLabels, type PushKind, pushPages } from '../../../../contract/push/push-labels.ts'
import { PUSH_FILE_BYTES, type PushForm } from '../../../../contract/push/pushes.ts'
import type { Actor } from '../../../core/access/actors.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { type Author, type Core, transact } from '../../../core/core.ts'
import { linkTo, useFiles } from '../../../core/files/files.ts'
import { confirmed } from '../../../core/http/confirmations.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { type Route, serve } from '../../../core/http/serve.ts'
import { noticeStaff, wakeOutbox } from '../../../core/outbox/queue.ts'
import type { Tx } from '../../../db/connection.ts'
import { findAudience } from './audience.queries.ts'
import { attachedFiles, correctedPrices, countInScope, countProducts, newestPublication } from './contents.queries.ts'
import { wantedOf } from './pushes.acts.ts'
import { schedulePush } from './pushes.jobs.ts'
import {
  changePush,
  correctionsOf,
  deletePush,
  findPush,
  formOf,
  insertPush,
  listRecipients,
  lockPush,
  pushListOf,
  queueAgain,
  reviewersOf,
  type StoredPush,
  withholdQueued,
} from './pushes.queries.ts'
import { type PushAct, refusalOf, verdictsOnForm } from './pushes.rules.ts'

const target = (id: string) => ({ targetType: 'push', targetId: id })
const filesOfPush = (id: string) => ({ type: 'push', id })

/** What only the database knows about a form. */
async function checkForm(tx: Tx, kind: PushKind, form: PushForm, actor: Actor, isCorrection = false): Promise<void> {
  checkFields(verdictsOnForm(form, kind, Date.now(), isCorrection))
  const { quoteItemIds, productIds, attachmentIds } = form
  const files = await attachedFiles(tx, attachmentIds)
  checkFields({
    quoteItemIds:
      isCorrection || (await countInScope(tx, actor, quoteItemIds)) === quoteItemIds.length
        ? null
        : '报价项不存在，或不在您的编辑范围内',
    productIds: (await countProducts(tx, productIds)) === productIds.length ? null : '产品不存在',
    attachmentIds:
      files.reduce((sum, { size }) => sum + size, 0) > PUSH_FILE_BYTES
        ? `附件合计不能超过 ${PUSH_FILE_BYTES / 1_048_576} MB`
        : null,
  })
}

const trimmed = <F extends PushForm>(form: F): F => ({
  ...form,
  title: form.title.trim(),
  subject: form.subject.trim(),
  text: form.text.trim(),
})

/** Locked, for an act that its state allows: 20404, 409. */
async function take(tx: Tx, kind: PushKind, id: string, act: PushAct): Promise<StoredPush> {
  const push = await lockPush(tx, id, kind)
  if (!push) throw refuse('notFound')
  const msg = refusalOf(push.state, act)
  if (msg) throw refuse('conflict', { msg })
  return push
}

async function takeVersion(tx: Tx, kind: PushKind, { id, version }: { id: string; version: number }, act: PushAct) {
  const push = await take(tx, kind, id, act)
  if (push.version !== version) throw refuse('conflict', { msg: '内容已被他人修改，请刷新后重试' })
  return push
}

const countText = (count: number) => `${count} 人`

function routesOf(kind: PushKind): Route[] {
  const calls = pushCalls[kind]
  const { list, notice, title } = pushPages[kind]

  async function detailOf({ db, config }: Pick<Core, 'db' | 'config'>, actor: Actor, id: string) {
    const found = await findPush(db, kind, id)
    if (!found) throw refuse('notFound')
    const corrected = found.bodyId === null ? [] : await correctedPrices(db, id)
    return {
      ...found,
      attachments: (await attachedFiles(db, found.attachmentIds)).map((file) => ({
        ...file,
        url: linkTo({ config }, file.id, actor),
      })),
      isOwn: found.authorId === actor.id || found.pusherId === actor.id,
      corrected: corrected.length,
      corrections: await correctionsOf(db, id),
    }
  }

  /** Tells those who review; without any, it is on its way. */
  async function submit(tx: Tx, push: StoredPush, by: Author, actor: Actor): Promise<'reviewing' | 'scheduled'> {
    const publication = push.rendering === 'fixed' ? await newestPublication(tx) : null
    const reviewers = await reviewersOf(tx, pushPages[kind], actor.id)
    const note = { pusherId: actor.id, publication, reviewerId: null }
    if (reviewers.length === 0) {
      await changePush(tx, push.id, note)
      await schedulePush(tx, { ...push, ...note }, by, Date.now())
      return 'scheduled'
    }
    const version = await changePush(tx, push.id, { ...note, state: 'reviewing', note: '' })
    await noticeStaff(tx, {
      event: notice,
      key: `${push.id}:${version}`,
      userIds: reviewers,
      title: `${title}待审核`,
      text: `${actor.realName}提交了“${push.title}”`,
      link: `${list}/details?id=${push.id}`,
      about: push.id,
    })
    return 'reviewing'
  }

  const reviewing = async (tx: Tx, body: { id: string; version: number }, actor: Actor) => {
    const push = await takeVersion(tx, kind, body, 'review')
    if (push.authorId === actor.id || push.pusherId === actor.id)
      throw refuse('conflict', { msg: '不能审核自己创建或提交的推送' })
    return push
  }

  return [
    serve(calls.list, ({ body, db }) => pushListOf[kind](db, body)),
    serve(calls.get, ({ body, core, actor }) => detailOf(core, actor, body.id)),

    serve(calls.add, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const form = trimmed(body)
        await checkForm(tx, kind, form, actor)
        const saved = await insertPush(tx, { ...form, kind, authorId: actor.id })
        if (!saved) throw new Error('no push was stored')
        await useFiles(tx, filesOfPush(saved.id), form.attachmentIds, actor)
        await audit(tx, by, { action: 'push.add', ...target(saved.id), after: form })
        return saved
      }),
    ),

    serve(calls.edit, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const { id, version, ...rest } = body
        const form = trimmed(rest)
        const push = await take(tx, kind, id, 'edit')
        if (push.version !== version) throw refuse('stale', { data: await detailOf(core, actor, id) })
        await checkForm(tx, kind, form, actor, push.correctionOf !== null)
        const next = await changePush(tx, id, form)
        await useFiles(tx, filesOfPush(id), form.attachmentIds, actor)
        await audit(tx, by, {
          action: 'push.edit',
          ...target(id),
          ...difference<Record<string, unknown>>(formOf(push), form),
        })
        return { id, version: next }
      }),
    ),

    serve(calls.remove, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const push = await takeVersion(tx, kind, body, 'remove')
        await useFiles(tx, filesOfPush(push.id), [], actor)
        await deletePush(tx, push.id)
        await audit(tx, by, { action: 'push.delete', ...target(push.id), before: { ...formOf(push) } })
        return null
      }),
    ),

    serve(calls.copy, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const push = await lockPush(tx, body.id, kind)
        if (!push) throw refuse('notFound')
        // files are the person's who brought them: a copy of another's push begins without
        const form = { ...formOf(push), title: `${push.title.slice(0, 96)}（副本）`, attachmentIds: [], sendAt: null }
        const timing = form.timing === 'at' ? ('now' as const) : form.timing
        const saved = await insertPush(tx, { ...form, timing, kind, authorId: actor.id })
        if (!saved) throw new Error('no push was stored')
        await audit(tx, by, { action: 'push.copy', ...target(saved.id), after: { title: form.title, from: push.id } })
        return saved
      }),
    ),

    serve(calls.launch, (context) =>
      transact(context.core, async (tx) => {
        const { body, actor, by } = context
        const push = await takeVersion(tx, kind, body, 'launch')
        checkFields(verdictsOnForm(formOf(push), kind, Date.now(), push.correctionOf !== null))
        const found = await findAudience(tx, await wantedOf(tx, push, actor))
        if (found.total === 0) {
          const why = found.leftOut
            .map(({ reason, count }) => `${leftOutLabels[reason]} ${countText(count)}`)
            .join('，')
          throw refuse('conflict', { msg: `没有人可以收到${why && `：${why}`}` })
        }
        const reviewers = await reviewersOf(tx, pushPages[kind], actor.id)
        const left = found.leftOut.reduce((sum, { count }) => sum + count, 0)
        const text = `${reviewers.length > 0 ? '审核通过后' : ''}发送给 ${countText(found.total)}${left > 0 ? `，${countText(left)}不会收到` : ''}。`
        const groups = found.leftOut.map(({ reason, count, names }) => ({ title: leftOutLabels[reason], count, names }))
        await confirmed(tx, context, { preview: { text, groups }, versions: push.version })
        const state = await submit(tx, push, by, actor)
        await audit(tx, by, { action: 'push.launch', ...target(push.id), after: { title: push.title, state } })
        return { state }
      }),
    ),

    serve(calls.pass, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const push = await reviewing(tx, body, actor)
        if (push.timing === 'at' && push.sendAt !== null && Date.parse(push.sendAt) <= Date.now())
          throw refuse('conflict', { msg: '定时时间已过，请驳回后重新选择时间' })
        await changePush(tx, push.id, { reviewerId: actor.id })
        await schedulePush(tx, push, by, Date.now())
        await audit(tx, by, { action: 'push.pass', ...target(push.id), after: { title: push.title } })
        return null
      }),
    ),

    serve(calls.overrule, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const push = await reviewing(tx, body, actor)
        const opinion = body.opinion.trim()
        await changePush(tx, push.id, { state: 'draft', reviewerId: actor.id, note: opinion })
        await audit(tx, by, { action: 'push.overrule', ...target(push.id), after: { title: push.title, opinion } })
        return null
      }),
    ),

    serve(calls.stop, ({ body, core, by }) =>
      transact(core, async (tx) => {
        const push = await take(tx, kind, body.id, 'stop')
        const hasBegun = push.state === 'sending' || (push.timing === 'workday' && push.state === 'scheduled')
        await changePush(tx, push.id, { state: hasBegun ? 'stopped' : 'draft', nextAt: null })
        const withheld = push.state === 'sending' ? await withholdQueued(tx, push.id) : 0
        await audit(tx, by, { action: 'push.stop', ...target(push.id), after: { title: push.title, withheld } })
        return null
      }),
    ),

    serve(calls.resume, ({ body, core, by }) =>
      transact(core, async (tx) => {
        const push = await take(tx, kind, body.id, 'resume')
        if (push.bodyId === null) {
          // one that missed its time goes now
          const timing = push.timing === 'at' ? ('now' as const) : push.timing
          await schedulePush(tx, { ...push, timing }, by, Date.now())
        } else {
          await changePush(tx, push.id, { state: 'sending', counts: null })
          await queueAgain(tx, push.id, 'stopped')
          await wakeOutbox(tx)
        }
        await audit(tx, by, { action: 'push.resume', ...target(push.id), after: { title: push.title } })
        return null
      }),
    ),

    serve(calls.retry, ({ body, core, by }) =>
      transact(core, async (tx) => {
        const push = await take(tx, kind, body.id, 'retry')
        const count = await queueAgain(tx, push.id, 'failed')
        if (count === 0) throw refuse('conflict', { msg: '没有发送失败的邮件' })
        await changePush(tx, push.id, { state: 'sending', counts: null })
        await wakeOutbox(tx)
        await audit(tx, by, { action: 'push.retry', ...target(push.id), after: { title: push.title, count } })
        return { count }
      }),
    ),

    serve(calls.recipients, async ({ body, db, actor }) => {
      if (!(await findPush(db, kind, body.pushId))) throw refuse('notFound')
      return listRecipients(db, body, scopeValues(actor))
    }),

    serve(calls.correct, ({ body, core, actor, by }) =>
      transact(core, async (tx) => {
        const push = await take(tx, kind, body.id, 'correct')
        const corrected = await correctedPrices(tx, push.id)
        if (corrected.length === 0) throw refuse('conflict', { msg: '其中的价格没有更正' })
        const form = {
          ...formOf(push),
          title: `更正：${push.title}`.slice(0, 100),
          subject: `【更正】${push.subject}`.slice(0, 150),
          text: '您好：\n此前发送给您的邮件中，以下价格已更正。',
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
    ),
  ]
}

export const routes: Route[] = [...routesOf('report'), ...routesOf('price')]
