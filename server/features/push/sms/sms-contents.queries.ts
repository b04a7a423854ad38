// Contents of a push by short message: the text of its class with today's prices, for one recipient or for all.

import { Decimal } from 'decimal.js'
import { type SQL, sql } from 'drizzle-orm'
import { fillSms, SMS_TAKEN_BACK, smsFieldsIn, smsParts, smsPersonFields, wholeSms } from '#contract/push/sms-text.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
import { priceRevisions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { pushPrices, type smsClasses } from '#server/db/schema/push.ts'
import { defined, joinDefinition } from '#server/features/prices/definitions.queries.ts'
import { type CarriedItem, newestPublication, readItems, type ShownPrice } from '../pushes/contents.queries.ts'
import type { StoredPush } from '../pushes/pushes.queries.ts'

export type SmsContents = Pick<StoredPush, 'subject' | 'text' | 'isAdvert' | 'productIds' | 'quoteItemIds' | 'sms'>

export function smsOf({ sms }: Pick<StoredPush, 'sms'>) {
  if (!sms) throw new Error('a push by short message without its class')
  return sms
}

const isPersonal = (name: string) => (smsPersonFields as readonly string[]).includes(name)

/** Fields with values of the recipient. */
export const personFieldsOf = ({ text }: Pick<StoredPush, 'text'>): string[] => smsFieldsIn(text).filter(isPersonal)

export type SmsNow = {
  publication: string
  /** Items whose prices the text contains. */
  items: CarriedItem[]
  /** Values of the fields that are the same for all. */
  values: Readonly<Record<string, string>>
  /** Fields without a value now, with their item. */
  missing: string[]
}

const describeDay = (day: string): string => {
  const [, month, date] = day.split('-').map(Number)
  return `${month}月${date}日`
}

const moved = (now: string, before: string | undefined): string => {
  const change = new Decimal(now).minus(before ?? now)
  return change.isZero() ? '持平' : `${change.isPositive() ? '涨' : '跌'}${change.abs().toString()}`
}

/** Only prices of today are values: yesterday's would be taken for today's. */
export async function readSms(db: Executor, { text, productIds, quoteItemIds }: SmsContents): Promise<SmsNow> {
  const publication = await newestPublication(db)
  const items = await readItems(db, quoteItemIds, { publication, chartDays: 0 })
  const { rows } = await db.execute<{ today: string; product: string }>(sql`select current_date::text as today,
    coalesce((select p.name from ${products} p where p.id = any(${idArray(productIds)}) order by p.id limit 1), '') as product`)
  const { today = '', product = '' } = rows[0] ?? {}
  const values: Record<string, string> = { 日期: describeDay(today), 产品: product || (items[0]?.product ?? '') }
  for (const [n, { name, prices, decimals }] of items.entries()) {
    const [now, before] = prices
    values[`品名${n + 1}`] = name
    if (now?.day !== today) continue
    values[`价格${n + 1}`] = new Decimal(now.average).toFixed(decimals)
    values[`涨跌${n + 1}`] = moved(now.average, before?.average)
  }
  const missing = smsFieldsIn(text)
    .filter((name) => !isPersonal(name) && !values[name])
    .map((name) => {
      const item = items[Number(/\d$/.exec(name)?.[0]) - 1]
      return item ? `${name}（${item.name} ${item.market}）` : name
    })
  return { publication, items: itemsIn(text, items), values, missing }
}

/** Items with the prices that the text contains: a correction of others needs no message. */
function itemsIn(text: string, items: readonly CarriedItem[]): CarriedItem[] {
  const fields = new Set(smsFieldsIn(text))
  return items.map(({ id, prices }, n) => {
    const many = fields.has(`涨跌${n + 1}`) ? 2 : fields.has(`价格${n + 1}`) ? 1 : 0
    return { id, prices: prices.slice(0, many) }
  })
}

type Recorded = {
  id: string
  name: string
  product: string
  decimals: number
  /** Newest first. */
  prices: (ShownPrice & { was: string; isTakenBack: boolean; decimals: number })[]
}

/** Current prices of the items of a corrected push; 原价 is the price that it sent. */
export async function readSmsCorrection(
  db: Executor,
  { text, quoteItemIds }: SmsContents,
  correctionOf: string,
): Promise<SmsNow> {
  const publication = await newestPublication(db)
  const { rows: items } = await db.execute<Recorded>(sql`
    select i.id::text as id, i.name, p.name as product,
        coalesce((select json_agg(json_build_object('revisionId', now.id::text, 'day', c.day, 'low', now.low::text,
            'high', now.high::text, 'average', now.average::text, 'was', was.average::text,
            'isTakenBack', now.act = 'cancelVerify', 'decimals', ${defined('decimals')}) order by c.day desc)
          from ${pushPrices} c join ${priceRevisions} was on was.id = c.revision_id
          cross join lateral (select r.* from ${priceRevisions} r where r.quote_item_id = c.quote_item_id and r.day = c.day
            and r.publication is not null order by r.publication desc limit 1) now
          ${joinDefinition(sql`c.day`)}
          where c.push_id = ${correctionOf}::bigint and c.quote_item_id = i.id), '[]') as prices
      from unnest(${idArray(quoteItemIds)}) with ordinality as w(id, n)
      join ${quoteItems} i on i.id = w.id join ${products} p on p.id = i.product_id order by w.n`)
  const day = items
    .flatMap(({ prices }) => prices.map((price) => price.day))
    .toSorted()
    .at(-1)
  const values: Record<string, string> = {
    日期: day === undefined ? '' : describeDay(day),
    产品: items[0]?.product ?? '',
  }
  for (const [n, { name, prices }] of items.entries()) {
    const [now, before] = prices
    values[`品名${n + 1}`] = name
    if (now?.day !== day || now === undefined) continue
    values[`原价${n + 1}`] = new Decimal(now.was).toFixed(now.decimals)
    values[`价格${n + 1}`] = now.isTakenBack ? SMS_TAKEN_BACK : new Decimal(now.average).toFixed(now.decimals)
    values[`涨跌${n + 1}`] =
      now.isTakenBack || before?.isTakenBack ? SMS_TAKEN_BACK : moved(now.average, before?.average)
  }
  const missing = smsFieldsIn(text).filter((name) => !isPersonal(name) && !values[name])
  return { publication, items, values, missing }
}

/** @param fields of the recipient */
export function smsShown(push: SmsContents, { values }: SmsNow, fields: Readonly<Record<string, string>>) {
  const whole = wholeSms({ ...smsOf(push), text: push.text, isAdvert: push.isAdvert })
  const text = fillSms(whole, (name) => (isPersonal(name) ? fields[name] : values[name]))
  return { text, length: text.length, parts: smsParts(text) }
}

/** UTF-16 code units, as `smsParts` counts them. */
const unitsOf = (value: SQL) =>
  sql`(char_length(${value}) + char_length(regexp_replace(${value}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))`

/** Number of parts of the message for a row `j` of `judged`. */
export function partsOf(push: SmsContents, now: SmsNow): SQL<number> {
  const whole = wholeSms({ ...smsOf(push), text: push.text, isAdvert: push.isAdvert })
  const personal: string[] = []
  const common = fillSms(whole, (name) => {
    if (!isPersonal(name)) return now.values[name]
    personal.push(name)
    return ''
  })
  const lengths = personal.map((name) => unitsOf(sql`coalesce(j.fields ->> ${name}::text, '')`))
  const length = sql.join([sql`${common.length}::int`, ...lengths], sql` + `)
  return sql`case when ${length} <= 70 then 1 else ceil((${length}) / 67.0) end::smallint`
}

/** The provider's parameters (1, 2, 3) for a row `j` of `judged`. */
export function parametersOf({ text }: SmsContents, { values }: SmsNow): SQL {
  const named = smsFieldsIn(text).map((name, n) => [
    sql`${String(n + 1)}::text`,
    isPersonal(name) ? sql`j.fields ->> ${name}::text` : sql`${values[name] ?? ''}::text`,
  ])
  return sql`jsonb_build_object(${sql.join(named.flat(), sql`, `)})`
}

type SmsText = Pick<typeof smsClasses.$inferSelect, 'template' | 'sign' | 'text' | 'isAdvert'>

/** Stores the text with parameters in place of the fields. @returns the id in `message_bodies` */
export async function storeSmsText(
  tx: Tx,
  { template, ...text }: SmsText,
  cost?: Pick<typeof messageBodies.$inferSelect, 'smsClassId' | 'partPrice'>,
): Promise<string> {
  const names = smsFieldsIn(text.text)
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: template,
      text: fillSms(wholeSms(text), (name) => `{{${names.indexOf(name) + 1}}}`),
      senderName: text.sign,
      ...cost,
    })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  return body.id
}

export const storeSmsBody = (tx: Tx, push: SmsContents): Promise<string> =>
  storeSmsText(tx, { template: push.subject, sign: smsOf(push).sign, text: push.text, isAdvert: push.isAdvert })
