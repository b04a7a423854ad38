// Pushes by short message over HTTP: written, previewed, tested, followed. Other acts are in sending.acts.ts.
import { randomUUID } from 'node:crypto'
import { listKindOf } from '#contract/push/push-labels.ts'
import type { PushAudience } from '#contract/push/pushes.ts'
import { type SmsForm, smsPushCalls } from '#contract/push/sms-pushes.ts'
import { smsFieldsIn, smsParameters } from '#contract/push/sms-text.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { type AudienceCriteria, findAudience, findCandidates, findReader } from '../pushes/audience.queries.ts'
import { mobileOf, productsOf } from '../pushes/contents.queries.ts'
import { removeAccounts, saveAccounts } from '../pushes/lists.acts.ts'
import { criteriaOf } from '../pushes/pushes.acts.ts'
import { changePush, insertPush, readLists, type StoredPush } from '../pushes/pushes.queries.ts'
import { verdictsOnSending } from '../pushes/pushes.rules.ts'
import { actRoutes, lockFor } from '../pushes/sending.acts.ts'
import { smsTestCause } from './sms.cause.ts'
import { enabledSmsClasses, findSmsClass, type SmsClass } from './sms-classes.queries.ts'
import { personFieldsOf, readSms, smsShown, storeSmsBody } from './sms-contents.queries.ts'
import { costOf, lackText, readSmsOf } from './sms-pushes.acts.ts'
import { countUntold, hasOpenCorrection, listSmsMessages, listSmsPushes } from './sms-pushes.queries.ts'

const target = (id: string) => ({ targetType: 'push', targetId: id })

/** Copies the class into the push, so that the reviewed text goes out even if the class changes. */
const contentsOf = ({
  id,
  template,
  text,
  isAdvert,
  productId,
  quoteItemIds,
  subProductKey: subProduct,
  sign,
  partPrice,
}: SmsClass) => ({
  smsClassId: id,
  subject: template,
  text,
  isAdvert,
  productIds: productId === null ? [] : [productId],
  quoteItemIds,
  articleIds: [],
  sms: { subProduct, sign, partPrice },
})

async function classOf(db: Executor, id: string): Promise<SmsClass> {
  const found = await findSmsClass(db, id)
  if (!found?.isEnabled || found.purpose !== 'push') throw refuse('invalid', { msg: '短信分类不存在或已禁用' })
  return found
}

/** Contents of a correction: the class's correction text, and the items of the corrected push. */
function correctionContents(found: SmsClass, push: StoredPush) {
  const { correctionText: text, correctionTemplate: subject, name } = found
  if (text === '' || subject === '')
    throw refuse('conflict', { msg: `短信分类“${name}”没有更正内容，请先在短信分类属性里填写` })
  const { productIds, quoteItemIds } = push
  return { ...contentsOf(found), text, subject, productIds, quoteItemIds, isAdvert: false }
}

async function readForm(tx: Tx, { classId, ...body }: SmsForm) {
  const form = { ...body, title: body.title.trim() }
  checkFields(verdictsOnSending(form, Date.now()))
  const contents = contentsOf(await classOf(tx, classId))
  const isPriceless = form.timing === 'verified' && contents.quoteItemIds.length === 0
  checkFields({ timing: isPriceless ? '核价后发送需要有报价项的短信分类' : null })
  return { ...form, ...contents }
}

const formOf = ({ title, smsClassId: classId, audience, timing, sendAt, sendTime }: StoredPush) => ({
  title,
  classId,
  audience,
  timing,
  sendAt,
  sendTime,
})
const formIn = ({ title, classId, audience, timing, sendAt, sendTime }: SmsForm) => ({
  title,
  classId,
  audience,
  timing,
  sendAt,
  sendTime,
})

/** Previews the message of a class for an audience, before anything is stored. */
async function prepare(db: Db | Tx, actor: Actor, { classId, audience }: { classId: string; audience: PushAudience }) {
  const contents = contentsOf(await classOf(db, classId))
  const criteria: AudienceCriteria = {
    channel: 'sms',
    viewer: actor,
    subProduct: contents.sms.subProduct,
    audience,
    topic: 'all',
    correctionOf: null,
    productIds: await productsOf(db, contents),
    fields: personFieldsOf(contents),
  }
  return { contents, criteria, now: await readSms(db, contents) }
}

/** As the first recipient gets it; without recipients, with the names of the fields. */
async function shownFor(db: Db | Tx, { contents, criteria, now }: Awaited<ReturnType<typeof prepare>>) {
  const reader = await findReader(db, criteria, null)
  const fields = reader?.fields ?? Object.fromEntries(criteria.fields.map((name) => [name, `（${name}）`]))
  return { fields, ...smsShown(contents, now, fields) }
}

export const routes = [
  ...actRoutes('sms', smsPushCalls, {
    check: (push) => verdictsOnSending(push, Date.now()),
    prepare: async (tx, stored, actor) => {
      const found = await classOf(tx, stored.smsClassId ?? '0')
      const contents = stored.correctionOf === null ? contentsOf(found) : correctionContents(found, stored)
      const push = { ...stored, ...contents }
      const now = await readSmsOf(tx, push)
      if (push.timing === 'now' && now.missing.length > 0) throw refuse('conflict', { msg: lackText(push, now) })
      const { parts, cost } = await costOf(tx, push, now, await criteriaOf(tx, push, actor))
      await changePush(tx, push.id, contents)
      return { push, version: found.version, text: `计费 ${parts} 条，约 ${cost} 元。` }
    },
  }),

  serve(smsPushCalls.list, ({ body, db, actor }) => listSmsPushes(db, body, actor.id)),
  serve(smsPushCalls.classes, async ({ db }) =>
    (await enabledSmsClasses(db, 'push')).map(({ subProductKey: subProduct, ...each }) => ({ ...each, subProduct })),
  ),

  serveAct(smsPushCalls.add, async ({ tx, body, actor, by }) => {
    const saved = await insertPush(tx, { ...(await readForm(tx, body)), kind: 'sms', authorId: actor.id })
    if (!saved) throw new Error('no push was stored')
    await audit(tx, by, { action: 'push.add', ...target(saved.id), after: formIn(body) })
    return saved
  }),

  serveAct(smsPushCalls.edit, async ({ tx, body, by }) => {
    const { id, version, ...form } = body
    const push = await lockFor(tx, 'sms', id, 'edit')
    if (push.correctionOf !== null) throw refuse('conflict', { msg: '更正通知的内容和收件人由原推送决定，不能修改' })
    if (push.version !== version) throw refuse('stale', { data: { ...formOf(push), id, version: push.version } })
    const next = await changePush(tx, id, await readForm(tx, form))
    const changed = difference<Record<string, unknown>>(formOf(push), formIn(form))
    await audit(tx, by, { action: 'push.edit', ...target(id), ...changed })
    return { id, version: next }
  }),

  serve(smsPushCalls.candidates, ({ body, db, actor }) =>
    findCandidates(db, actor, body.subProduct, { text: body.text, accountIds: body.ids }, 'sms'),
  ),

  serveAct(smsPushCalls.audience, async ({ tx, body, actor }) => {
    const { contents, criteria, now } = await prepare(tx, actor, body)
    return { ...(await findAudience(tx, criteria)), ...(await costOf(tx, contents, now, criteria)) }
  }),

  serve(smsPushCalls.preview, async ({ body, db, actor }) => {
    const found = await prepare(db, actor, body)
    const { fields, ...shown } = await shownFor(db, found)
    const without = found.criteria.fields.filter((name) => !fields[name])
    return { ...shown, missing: [...found.now.missing, ...without] }
  }),

  serveAct(
    smsPushCalls.test,
    async ({ tx, body, actor }) => {
      const address = await mobileOf(tx, actor.id)
      if (!/^1\d{10}$/.test(address)) throw refuse('conflict', { msg: '您的账号没有手机号码，请联系管理员填写' })
      const found = await prepare(tx, actor, body)
      const { fields: own, parts } = await shownFor(tx, found)
      const { text } = found.contents
      const values: Record<string, string> = { ...own, ...found.now.values }
      const lacking = smsFieldsIn(text).filter((name) => !values[name])
      if (lacking.length > 0) throw refuse('conflict', { msg: `现在还没有值：${lacking.join('、')}` })
      await queueMessages(tx, [
        {
          key: `push-test:${randomUUID()}`,
          channel: 'sms',
          address,
          recipientKind: 'user',
          recipientId: actor.id,
          recipientName: actor.realName,
          bodyId: await storeSmsBody(tx, found.contents),
          fields: smsParameters(text, values),
          parts,
          cause: smsTestCause.name,
        },
      ])
      return { address: address.replace(/^(\d{3})\d{4}/, '$1****') }
    },
    { perMinute: 10 },
  ),

  serveAct(smsPushCalls.correct, async ({ tx, body, actor, by }) => {
    const push = await lockFor(tx, 'sms', body.id, 'correct')
    if (push.correctionOf !== null) throw refuse('conflict', { msg: '请在原推送上通知更正' })
    if (await hasOpenCorrection(tx, push.id)) throw refuse('conflict', { msg: '已有没发送的更正通知' })
    if ((await countUntold(tx, push.id)) === 0) throw refuse('conflict', { msg: '其中的价格没有更正，或已经通知' })
    const found = await findSmsClass(tx, push.smsClassId ?? '0')
    if (!found) throw new Error('a push by short message without its class')
    const saved = await insertPush(tx, {
      ...correctionContents(found, push),
      title: `更正：${push.title}`.slice(0, 100),
      kind: 'sms',
      audience: push.audience,
      authorId: actor.id,
      correctionOf: push.id,
    })
    if (!saved) throw new Error('no push was stored')
    await audit(tx, by, { action: 'push.correct', ...target(saved.id), after: { title: push.title, from: push.id } })
    return saved
  }),

  serve(smsPushCalls.lists, ({ body, db }) => readLists(db, listKindOf(body.subProduct))),
  serve(smsPushCalls.saveList, ({ body, core, actor, by }) => saveAccounts(core, actor, by, body)),
  serve(smsPushCalls.removeList, ({ body, core, by }) => removeAccounts(core, by, body.subProduct, body.id)),

  serve(smsPushCalls.messages, ({ body, db, actor }) => listSmsMessages(db, body, scopeValues(actor))),
]
