// Text of a short message, and how many parts providers count it as.
import type { pushFields } from './push-labels.ts'

/** Characters of a whole message, its sign included: more is refused by providers. */
export const SMS_CHARS = 500
/** Quote items whose prices one message may name. */
export const SMS_ITEMS = 6
const ONE_PART = 70
/** Each of several parts: three characters join them. */
const MANY_PARTS = 67

/** Of the recipient; the others are the same for all. */
export const smsPersonFields = [
  '姓名',
  '企业',
  '销售',
  '截止日期',
] as const satisfies readonly (typeof pushFields)[number][]
const common = ['日期', '产品'] as const
/** Of the class's first, second … quote item, as published today. */
const ofItem = ['品名', '价格', '涨跌'] as const
/** Corrections only: the price in the original message. */
const wasOfItem = '原价'
/** Replaces a price that was withdrawn. */
export const SMS_TAKEN_BACK = '已撤回'

export const smsFieldsWith = (items: number, isCorrection = false): string[] => {
  const each = isCorrection ? [...ofItem, wasOfItem] : ofItem
  return [
    ...smsPersonFields,
    ...common,
    ...Array.from({ length: items }, (_, n) => each.map((name) => `${name}${n + 1}`)).flat(),
  ]
}

const fieldPattern = /\{\{\s*([^{}\s]{1,20})\s*\}\}/g

/** The fields of a text, each once, in order: the provider's parameters 1, 2, 3. */
export const smsFieldsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(fieldPattern)].map(([, name = '']) => name)),
]

/** The provider's parameters by their numbers; a field without a value is empty. */
export const smsParameters = (text: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(smsFieldsIn(text).map((name, n) => [String(n + 1), values[name] ?? '']))

/** @param fill of the name of a field; null leaves the placeholder */
export const fillSms = (text: string, fill: (name: string) => string | null | undefined): string =>
  text.replace(fieldPattern, (whole, name: string) => fill(name) ?? whole)

type Text = { sign: string; text: string; isAdvert: boolean }

/** As it arrives: the provider puts the sign in front; how to opt out ends the template of advertising, after a comma. */
export const wholeSms = ({ sign, text, isAdvert }: Text): string =>
  `【${sign}】${isAdvert ? `${text.replace(/[。，；]$/, '')}，拒收请回复R` : text}`

/** The template as registered at the provider: fields are `${p1}` at Aliyun, `{1}` at Tencent. */
export function providerTemplate({ text, isAdvert }: Omit<Text, 'sign'>, provider: 'aliyun' | 'tencent'): string {
  const names = smsFieldsIn(text)
  const nameOf = (n: number) => (provider === 'aliyun' ? `\${p${n}}` : `{${n}}`)
  return fillSms(wholeSms({ sign: '', text, isAdvert }), (name) => nameOf(names.indexOf(name) + 1)).slice(2)
}

/** Of the whole text, in units of UTF-16, as providers count. */
export const smsParts = ({ length }: string): number => (length <= ONE_PART ? 1 : Math.ceil(length / MANY_PARTS))

/** The error of a text, or null. */
export const verdictOnSms = (text: Text, items: number, isCorrection = false): string | null =>
  verdictOnText(text, smsFieldsWith(items, isCorrection))

/** @param known the fields that it may have */
export function verdictOnText({ sign, text, isAdvert }: Text, known: readonly string[]): string | null {
  const unknown = smsFieldsIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `没有字段“{{${unknown}}}”，可以用：${known.join('、')}`
  if (/\{\{|\}\}/.test(fillSms(text, () => ''))) return '字段没有写完整，应为 {{字段}}'
  if (/[\r\n]/.test(text)) return '短信不能换行'
  if (/[【】]/.test(text)) return '【】只用于签名，正文里不能有'
  if (/回复\s*[RＲT]\b|退订/.test(text)) return '退订说明由系统加在广告短信末尾，正文里不用写'
  const { length } = wholeSms({ sign, text, isAdvert })
  return length > SMS_CHARS ? `连同签名共 ${length} 字，不能超过 ${SMS_CHARS} 字` : null
}
