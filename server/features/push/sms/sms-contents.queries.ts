// What a push by short message says now: the class's text with today's prices, for a recipient or for all of them.
import { Decimal } from 'decimal.js'
import { type SQL, sql } from 'drizzle-orm'
import { fillSms, smsFieldsIn, smsParts, smsPersonFields, wholeSms } from '../../../../contract/push/sms-text.ts'
import type { Executor, Tx } from '../../../db/connection.ts'
import { products } from '../../../db/schema/catalogue.ts'
import { messageBodies } from '../../../db/schema/core/outbox.ts'
import { newestPublication, readItems, type ShownItem } from '../pushes/contents.queries.ts'
import type { StoredPush } from '../pushes/pushes.queries.ts'

export type SmsContents = Pick<StoredPush, 'subject' | 'text' | 'isAdvert' | 'productIds' | 'quoteItemIds' | 'sms'>

export function smsOf({ sms }: Pick<StoredPush, 'sms'>) {
  if (!sms) throw new Error('a push by short message without its class')
  return sms
}

const isPersonal = (name: string) => (smsPersonFields as readonly string[]).includes(name)

/** What its text needs of a recipient. */
export const personFieldsOf = ({ text }: Pick<StoredPush, 'text'>): string[] => smsFieldsIn(text).filter(isPersonal)

export type SmsNow = {
  publication: string
  items: ShownItem[]
  /** Of the fields that are the same for all. */
  values: Readonly<Record<string, string>>
  /** Fields without a value now, and why. */
  missing: string[]
}

const moved = (now: string, before: string | undefined): string => {
  const change = new Decimal(now).minus(before ?? now)
  return change.isZero() ? '持平' : `${change.isPositive() ? '涨' : '跌'}${change.abs().toString()}`
}

/** A price that readers do not see today is no value: yesterday's would be taken for today's. */
export async function readSms(db: Executor, { text, productIds, quoteItemIds }: SmsContents): Promise<SmsNow> {
  const publication = await newestPublication(db)
  const items = await readItems(db, quoteItemIds, { publication, chartDays: 0 })
  const { rows } = await db.execute<{ today: string; product: string }>(sql`select current_date::text as today,
    coalesce((select p.name from ${products} p where p.id = any(${sql.param(productIds)}::bigint[]) order by p.id limit 1), '') as product`)
  const { today = '', product = '' } = rows[0] ?? {}
  const [, month, day] = today.split('-').map(Number)
  const values: Record<string, string> = { 日期: `${month}月${day}日`, 产品: product || (items[0]?.product ?? '') }
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
  return { publication, items, values, missing }
}

/** @param fields of the recipient */
export function smsShown(push: SmsContents, { values }: SmsNow, fields: Readonly<Record<string, string>>) {
  const whole = wholeSms({ ...smsOf(push), text: push.text, isAdvert: push.isAdvert })
  const text = fillSms(whole, (name) => (isPersonal(name) ? fields[name] : values[name]))
  return { text, length: text.length, parts: smsParts(text) }
}

/** Units of UTF-16, as `smsParts` counts them. */
const unitsOf = (value: SQL) =>
  sql`(char_length(${value}) + char_length(regexp_replace(${value}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))`

/** Of a row `j` of `judged`: how many parts its message has. */
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

/** Of a row `j` of `judged`: the provider's parameters, 1, 2, 3. */
export function parametersOf({ text }: SmsContents, { values }: SmsNow): SQL {
  const named = smsFieldsIn(text).map((name, n) => [
    sql`${String(n + 1)}::text`,
    isPersonal(name) ? sql`j.fields ->> ${name}::text` : sql`${values[name] ?? ''}::text`,
  ])
  return sql`jsonb_build_object(${sql.join(named.flat(), sql`, `)})`
}

/** With the parameters in the places of the fields. @returns the id of the row of `message_bodies` */
export async function storeSmsBody(tx: Tx, push: SmsContents): Promise<string> {
  const names = smsFieldsIn(push.text)
  const { sign } = smsOf(push)
  const whole = wholeSms({ sign, text: push.text, isAdvert: push.isAdvert })
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: push.subject,
      text: fillSms(whole, (name) => `{{${names.indexOf(name) + 1}}}`),
      senderName: sign,
    })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  return body.id
}
