// Classes of short messages over HTTP.
import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import { SMS_CLASSES, smsClassCalls, sortSmsClasses } from '#contract/push/sms-classes.ts'
import { isAdvertOf, neededSmsField, occasionSmsFields, type SmsOccasion } from '#contract/push/sms-purposes.ts'
import { smsFieldsIn, verdictOnSms, verdictOnText } from '#contract/push/sms-text.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serveAct } from '#server/core/http/serve.ts'
import { hasUnfit } from '#server/core/mail/mail-fields.ts'
import { reorder, SORT_STEP } from '#server/core/rows/order.rules.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
import { pushes, smsClasses } from '#server/db/schema/push.ts'
import { countProducts, itemsInScope } from '../pushes/contents.queries.ts'
import { isNameTaken, listSmsClasses, lockSmsClasses, placeSmsClasses } from './sms-classes.queries.ts'

type Form = BodyOf<typeof smsClassCalls.add>

function verdictOnForm(form: Form): string | null {
  if (form.purpose === 'push') return verdictOnSms(form, form.quoteItemIds.length)
  const needed = neededSmsField[form.purpose]
  if (needed !== undefined && !smsFieldsIn(form.text).includes(needed)) return `短信内容须有 {{${needed}}}`
  return verdictOnText(form, occasionSmsFields[form.purpose])
}

/** What only pushes have, and what the law asks of invitations alone. */
const problemsOfOccasion = (purpose: SmsOccasion, { isAdvert, ...form }: Form) => ({
  isAdvert:
    isAdvert === isAdvertOf(purpose)
      ? null
      : isAdvert
        ? '只有会议邀请是商业广告'
        : '会议邀请属于商业广告，请开启“商业广告”',
  purpose:
    form.productId === null && form.quoteItemIds.length === 0 && form.sendTime === '' && form.correctionText === ''
      ? null
      : '只有短信推送有产品、报价项、每日时间和更正内容，请清空',
})

const rows = serveRows({
  calls: smsClassCalls,
  table: smsClasses,
  target: 'smsClass',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listSmsClasses(db, body),
  check: async (tx, form, { stored, actor }) => {
    const { name, productId, quoteItemIds, sign, text, correctionText, correctionTemplate } = form
    const all = stored ? [] : await lockSmsClasses(tx)
    if (all.length >= SMS_CLASSES) throw refuse('conflict', { msg: `最多 ${SMS_CLASSES} 个短信分类` })
    const occasion = form.purpose === 'push' ? null : form.purpose
    // items that the class has already may be out of the actor's scope
    const added = quoteItemIds.filter((id) => !stored?.quoteItemIds.includes(id))
    checkFields({
      name: (await isNameTaken(tx, name, stored?.id)) ? '已有同名的短信分类' : null,
      sign: hasUnfit(sign) ? '签名不能有控制字符' : null,
      text: verdictOnForm(form) ?? (hasUnfit(text) ? '短信内容不能有控制字符' : null),
      correctionText:
        correctionText === ''
          ? correctionTemplate === ''
            ? null
            : '请输入更正内容'
          : (verdictOnSms({ sign, text: correctionText, isAdvert: false }, quoteItemIds.length, true) ??
            (hasUnfit(correctionText) ? '更正内容不能有控制字符' : null)),
      correctionTemplate: correctionText !== '' && correctionTemplate === '' ? '请输入更正模板编号' : null,
      ...(occasion && problemsOfOccasion(occasion, form)),
      productId: productId === null || (await countProducts(tx, [productId])) === 1 ? null : '产品不存在',
      quoteItemIds:
        (await itemsInScope(tx, actor, added)).length === added.length ? null : '报价项不存在，或不在您的编辑范围内',
    })
    return stored ? form : { ...form, sort: (all.at(-1)?.sort ?? 0) + SORT_STEP }
  },
  uses: async (tx, { id }) => ({
    短信推送: await tx.$count(pushes, eq(pushes.smsClassId, id)),
    会议和验证码短信: await tx.$count(messageBodies, eq(messageBodies.smsClassId, id)),
  }),
})

const sort = serveAct(sortSmsClasses, async ({ tx, body: { ids }, by }) => {
  const before = (await lockSmsClasses(tx)).map(({ id }) => id)
  const after = reorder(before, ids)
  if (!after) throw refuse('conflict', { msg: '短信分类已变化，请刷新后重试' })
  await placeSmsClasses(tx, after)
  const target = { targetType: 'smsClass', targetId: '' }
  await audit(tx, by, { action: 'smsClass.dragSort', ...target, before: { ids: before }, after: { ids: after } })
  return null
})

export const routes = [...rows, sort]
