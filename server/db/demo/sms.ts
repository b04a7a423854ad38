// Short messages of the demo company: classes, pushes in all states, and the outcomes of sent ones.

import { sql } from 'drizzle-orm'
import type { MessageState } from '#contract/outbox/message-labels.ts'
import type { PushState } from '#contract/push/push-labels.ts'
import { isAdvertOf, type MeetingPurpose, smsPurposeLabels } from '#contract/push/sms-purposes.ts'
import { fillSms, smsFieldsIn, smsParts, smsPersonFields, wholeSms } from '#contract/push/sms-text.ts'
import { idArray } from '#server/db/ids.ts'
import {
  newestPublication,
  readItems,
  recordPrices,
  type ShownItem,
} from '#server/features/push/pushes/contents.queries.ts'
import type { Tx } from '../connection.ts'
import { messageBodies, messageOptOuts, messages } from '../schema/core/outbox.ts'
import { priceRevisions } from '../schema/prices/prices.ts'
import { pushes, smsClasses } from '../schema/push.ts'
import { createChance } from './random.ts'

const SEED = 20_261_125
/** Of the first products that have two quote items. */
const daily = [
  '{{日期}}{{品名1}}{{价格1}}元/吨，{{涨跌1}}；{{品名2}}{{价格2}}元/吨，{{涨跌2}}。',
  '{{姓名}}您好，{{日期}}{{产品}}均价{{价格1}}元/吨，较上一工作日{{涨跌1}}。',
  '{{日期}}{{品名1}}{{价格1}}元/吨，{{涨跌1}}。详情请登录大数据平台查看。',
]
const correctionText = '{{日期}}{{品名1}}价格更正为{{价格1}}元/吨，原发{{原价1}}元/吨，以此为准，敬请谅解。'
const invitation = '{{姓名}}您好，本月行情展望会将于下周三14点线上召开，回看与资料可在大数据平台下载。'
const notice = '{{姓名}}您好，您的大数据账号将于{{截止日期}}到期，如需续期请联系客户经理{{销售}}。'
/** To guests, on each occasion. Providers want the address in the template, and its end alone as a field. */
const meetingTexts: readonly (readonly [MeetingPurpose, string])[] = [
  [
    'meetingInvitation',
    '{{姓名}}您好，诚邀您参加{{会议}}（{{日期}}，{{地点}}），报名 console.example.com/m/{{链接码}}',
  ],
  ['meetingResult', '{{姓名}}您好，您报名的{{会议}}{{结果}}，详见 console.example.com/t/{{链接码}}'],
  ['meetingOffer', '{{会议}}为您保留{{人数}}个名额，请在{{截止时间}}前确认 console.example.com/t/{{链接码}}'],
  [
    'meetingReminder',
    '{{姓名}}您好，{{会议}}明天（{{日期}}）在{{地点}}举行，入场请出示 console.example.com/t/{{链接码}}',
  ],
  ['meetingMoved', '{{会议}}的时间或地点有变：{{日期}}，{{地点}}，详见 console.example.com/t/{{链接码}}'],
  ['meetingCancelled', '很抱歉，{{会议}}（{{日期}}）因{{原因}}取消，详见 console.example.com/t/{{链接码}}'],
  ['meetingRestored', '{{会议}}恢复举行（{{日期}}，{{地点}}），您的报名仍然有效 console.example.com/t/{{链接码}}'],
]
const codeText = '验证码{{验证码}}，{{有效分钟}}分钟内有效，用于试用注册，请勿告知他人。'
const SIGN = '价格中心'

const everybody = {
  rule: { productIds: [], kinds: [], levels: [], ownerIds: [] },
  listIds: [],
  accountIds: [],
  excludedIds: [],
}

type Person = { id: string; name: string }
type Class = typeof smsClasses.$inferSelect

const pushOf = ({ id, template, text, isAdvert, quoteItemIds, productId, partPrice, subProductKey }: Class) => ({
  kind: 'sms' as const,
  subject: template,
  text,
  isAdvert,
  quoteItemIds,
  smsClassId: id,
  audience: everybody,
  productIds: productId === null ? [] : [productId],
  sms: { subProduct: subProductKey, sign: SIGN, partPrice },
})

export async function addSmsClasses(tx: Tx): Promise<void> {
  const { rows: products } = await tx.execute<{ id: string; name: string; items: string[] }>(sql`
    select p.id::text as id, p.name, (array_agg(i.id::text order by i.id))[1:2] as items from quote_items i
      join products p on p.id = i.product_id group by p.id having count(*) > 1 order by p.id limit ${daily.length}`)
  const usual = { subProductKey: 'bigData' as const, sign: SIGN, partPrice: '0.045', sendTime: '17:00' }
  const priceless = { productId: null, quoteItemIds: [], sendTime: '' }
  const rows = [
    ...products.map(({ id, name, items }, n) => ({
      ...usual,
      name: `${name}日价`,
      productId: id,
      quoteItemIds: items,
      text: daily[n] ?? '',
      correctionText,
      correctionTemplate: `SMS_2748${20 + n}`,
      remark: '每个工作日 17 点，核价后发送',
    })),
    { ...usual, ...priceless, name: '账号到期提醒', text: notice, remark: '到期前 15 天' },
    { ...usual, ...priceless, name: '月度展望会邀请', text: invitation, isAdvert: true, partPrice: '0.055' },
    {
      ...usual,
      ...priceless,
      name: '春节放假通知',
      text: '春节期间2月16日至22日暂停报价，23日恢复。',
      isEnabled: false,
    },
    ...meetingTexts.map(([purpose, text]) => ({
      ...usual,
      ...priceless,
      name: `${smsPurposeLabels[purpose]}短信`,
      purpose,
      text,
      isAdvert: isAdvertOf(purpose),
      remark: '会议管理自动发送',
    })),
    {
      ...usual,
      ...priceless,
      name: smsPurposeLabels.registrationCode,
      purpose: 'registrationCode' as const,
      text: codeText,
      remark: '启用后，试用注册页凭短信验证码提交',
    },
  ]
  await tx
    .insert(smsClasses)
    .values(rows.map((row, n) => ({ ...row, template: `SMS_2746${18 + n}`, sort: (n + 1) * 10 })))
}

/** Pushes not sent yet. */
async function addWaiting(tx: Tx, classes: readonly Class[], author: string, today: Date): Promise<void> {
  const invite = classes.find(({ isAdvert }) => isAdvert)
  const [first, second = first] = classes
  if (!first || !second) return
  const soon = new Date(today.getTime() + 6 * 86_400_000).toISOString()
  const timed = { timing: 'at', sendAt: soon, nextAt: soon, pusherId: author }
  const daily = { timing: 'workday', sendTime: '17:00', pusherId: author }
  const waiting: [Class, PushState, object][] = [
    [first, 'stopped', { title: `${first.name}（每日）`, note: '今日还没有发布：价格2', ...daily }],
    [invite ?? second, 'scheduled', { title: '展望会前一日提醒', ...timed }],
    [invite ?? first, 'reviewing', { title: '十二月展望会邀请', pusherId: author }],
    [second, 'draft', { title: `${second.name}补发` }],
  ]
  for (const [each, state, more] of waiting)
    await tx.insert(pushes).values({ ...pushOf(each), title: each.name, state, authorId: author, ...more })
}

type End = { state: MessageState; reason: string }
/** How short messages end: nearly all arrive. The last ones of each push by turns. */
const ends: readonly End[] = [
  { state: 'undelivered', reason: 'MOBILE_NOT_ON_SERVICE' },
  { state: 'withheld', reason: '没有有效授权' },
  { state: 'failed', reason: 'isv.BUSINESS_LIMIT_CONTROL 触发天级流控' },
  { state: 'withheld', reason: '已退订' },
  { state: 'unsure', reason: '已交给短信服务商，没有得到答复：timeout' },
]
const READERS = 26
const DAYS = 12

type Reader = { accountId: string; memberId: string; mobile: string; fields: Record<string, string> }
type DayContent = { day: string; values: Record<string, string>; items: ShownItem[] }

const moved = (change: number) => (change === 0 ? '持平' : `${change > 0 ? '涨' : '跌'}${Math.abs(change)}`)

/** Content of a class on each of the last days on which all of its items were published, the oldest first. */
function contentsOf({ name }: Class, items: readonly ShownItem[]): DayContent[] {
  const [first] = items
  return (first?.prices ?? [])
    .slice(0, DAYS)
    .flatMap(({ day }) => {
      const [, month, date] = day.split('-').map(Number)
      const values: Record<string, string> = { 日期: `${month}月${date}日`, 产品: name.replace(/日价$/, '') }
      const ofDay = items.flatMap((item, n) => {
        const at = item.prices.findIndex((price) => price.day === day)
        const [now, before] = item.prices.slice(at, at + 2)
        if (at < 0 || !now || !before) return []
        values[`品名${n + 1}`] = item.name
        values[`价格${n + 1}`] = Number(now.average).toFixed(item.decimals)
        values[`涨跌${n + 1}`] = moved(Number((Number(now.average) - Number(before.average)).toFixed(item.decimals)))
        return [{ ...item, prices: [now, before] }]
      })
      return ofDay.length === items.length ? [{ day, values, items: ofDay }] : []
    })
    .toReversed()
}

/** The first published figures, where they were corrected since: that day's push carried them. */
async function asFirstPublished(tx: Tx, { items, day }: DayContent): Promise<ShownItem[]> {
  const { rows } = await tx.execute<{ item: string; id: string }>(sql`
    select distinct on (quote_item_id) quote_item_id::text as item, id::text as id from ${priceRevisions}
      where quote_item_id = any(${idArray(items.map(({ id }) => id))}) and day = ${day}::date and publication is not null
      order by quote_item_id, publication`)
  const firsts = new Map(rows.map(({ item, id }) => [item, id]))
  return items.map((item) => ({
    ...item,
    prices: item.prices.map((price) =>
      price.day === day ? { ...price, revisionId: firsts.get(item.id) ?? price.revisionId } : price,
    ),
  }))
}

async function sendOne(
  tx: Tx,
  each: Class,
  content: DayContent,
  readers: readonly Reader[],
  people: readonly Person[],
  turn: number,
) {
  const names = smsFieldsIn(each.text)
  const whole = wholeSms(each)
  const at = (minute: number) => `${content.day}T17:${String(minute).padStart(2, '0')}:00+08:00`
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: each.template,
      senderName: each.sign,
      text: fillSms(whole, (name) => `{{${names.indexOf(name) + 1}}}`),
    })
    .returning()
  const endOf = (place: number): End =>
    place < readers.length - 2
      ? { state: 'sent', reason: '' }
      : (ends[(turn + place) % ends.length] ?? { state: 'sent', reason: '' })
  const counts = { queued: 0, sending: 0, sent: 0, failed: 0, undelivered: 0, withheld: 0, unsure: 0 }
  for (const place of readers.keys()) counts[endOf(place).state] += 1
  const [author, reviewer = author] = people
  const [push] = await tx
    .insert(pushes)
    .values({
      ...pushOf(each),
      title: `${each.name}（${content.day.slice(5)}）`,
      state: 'finished',
      counts,
      bodyId: body?.id ?? null,
      authorId: author?.id ?? '',
      pusherId: author?.id ?? null,
      reviewerId: reviewer?.id ?? null,
      startedAt: at(0),
      endedAt: at(4),
      createdAt: at(0),
      updatedAt: at(4),
    })
    .returning()
  if (!push || !body) throw new Error('no push was stored')
  await recordPrices(tx, push.id, await asFirstPublished(tx, content))
  await tx.insert(messages).values(
    readers.map(({ accountId, memberId, mobile, fields }, place) => {
      const { state, reason } = endOf(place)
      const value = (name: string) =>
        (smsPersonFields as readonly string[]).includes(name) ? fields[name] : content.values[name]
      const wasHanded = state !== 'withheld'
      return {
        channel: 'sms' as const,
        address: mobile,
        recipientKind: 'member' as const,
        recipientId: memberId,
        recipientName: fields.姓名 ?? '',
        bodyId: body.id,
        pushId: push.id,
        about: accountId,
        fields: Object.fromEntries(names.map((name, n) => [String(n + 1), value(name) ?? ''])),
        parts: smsParts(fillSms(whole, value)),
        cause: each.isAdvert ? 'push.smsAdvert' : 'push.sms',
        state,
        reason,
        attempts: wasHanded ? 1 : 0,
        notBefore: at(0),
        createdAt: at(0),
        handedAt: wasHanded ? at(1 + (place % 3)) : null,
        endedAt: at(4),
      }
    }),
  )
}

/** Messages sent on the last days, waiting ones, and opt-outs. */
export async function addSentSms(tx: Tx, people: readonly Person[], today: Date): Promise<void> {
  const chance = createChance(SEED)
  const classes = (await tx.select().from(smsClasses).orderBy(smsClasses.id)).filter(
    ({ isEnabled, purpose }) => isEnabled && purpose === 'push',
  )
  const { rows: readers } = await tx.execute<Reader>(sql`
    select a.id::text as "accountId", m.id::text as "memberId", m.mobile, jsonb_build_object('姓名', m.real_name, '企业', e.name,
        '截止日期', coalesce(a.ends_on::text, ''), '销售', coalesce(o.real_name, '')) as fields
      from member_accounts a join members m on m.id = a.member_id join enterprises e on e.id = m.enterprise_id
      left join users o on o.id = m.owner_id
      where a.sub_product = 'bigData' and m.mobile ~ '^1[0-9]{10}$' and m.deleted_at is null order by a.id limit ${READERS}`)
  if (people.length === 0 || readers.length < 5) return
  const publication = await newestPublication(tx)
  const sendings: { each: Class; content: DayContent }[] = []
  for (const each of classes.filter(({ quoteItemIds }) => quoteItemIds.length > 0)) {
    const items = await readItems(tx, each.quoteItemIds, { publication, chartDays: 60 })
    for (const content of contentsOf(each, items)) sendings.push({ each, content })
  }
  // the oldest first: lists have the newest ids on top
  const ordered = sendings.toSorted((a, b) => a.content.day.localeCompare(b.content.day))
  const lastDays = [...new Set(ordered.map(({ content }) => content.day))]
  for (const each of classes.filter(({ quoteItemIds }) => quoteItemIds.length === 0)) {
    const day = lastDays.at(each.isAdvert ? -4 : -2)
    if (day) ordered.push({ each, content: { day, values: {}, items: [] } })
  }
  for (const [turn, { each, content }] of ordered.entries()) {
    const some = readers.slice(0, chance.between(Math.ceil(readers.length / 2), readers.length))
    await sendOne(tx, each, content, some, people, turn)
  }
  await addWaiting(tx, classes, people[0]?.id ?? '', today)
  const dayBack = (n: number) => lastDays.at(-n) ?? lastDays[0] ?? '2026-01-05'
  const restored = {
    restoredAt: `${dayBack(2)}T09:40:00+08:00`,
    restoredByName: people[0]?.name ?? '',
    restoreReason: '本人来电：误回复，要求继续接收日价短信',
  }
  await tx.insert(messageOptOuts).values(
    readers.slice(-3).map(({ mobile: address }, n) => ({
      channel: 'sms' as const,
      address,
      reason: n === 0 ? '导入' : '回复“R”',
      at: `${dayBack(3 + n)}T18:${10 + n}:00+08:00`,
      ...(n === 2 && restored),
    })),
  )
}
