// Fields in the subject and text of a mail: `{{姓名}}`. Filled in one pass: a value that looks like a field stays a text.

const fieldPattern = /\{\{\s*([^{}\r\n]{1,20}?)\s*\}\}/g

export const fieldsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(fieldPattern)].map(([, name = '']) => name)),
]

/** Unbalanced braces, as in `{{姓名}`, which recipients would see. */
export const hasStrayBraces = (text: string): boolean => /\{\{|\}\}/.test(text.replace(fieldPattern, ''))

export type FieldValues = Readonly<Record<string, string | null | undefined>>

/** Fields of the text that have no value here. */
export const missingFields = (text: string, values: FieldValues): string[] =>
  fieldsIn(text).filter((name) => !values[name]?.trim())

/** @param inside applied to each value, such as `escapeHtml` */
export const fillFields = (text: string, values: FieldValues, inside = (value: string) => value): string =>
  text.replace(fieldPattern, (whole, name: string) => {
    const value = values[name]
    return value === undefined || value === null ? whole : inside(value)
  })

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Control characters, line ends among them, and marks that turn the direction of writing: none has a place in a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unfit = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/** A subject or name as one line: a line end in it would begin a header of its own. */
export const headerText = (text: string): string => text.replace(unfit, ' ').replace(/ {2,}/g, ' ').trim()

export const hasUnfit = (text: string): boolean => text.search(unfit) >= 0

/**
 * Of the mailbox itself, without display name, comment or quoted part; also as a pattern of PostgreSQL. ASCII alone: anything
 * else needs SMTPUTF8 of every server on the way, and is sent back where one lacks it. A domain in Chinese is written `xn--…`.
 */
export const MAIL_ADDRESS =
  /^(?!\.)(?!.*\.\.)(?!.*\.@)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,58}[A-Za-z0-9])$/

/** As long as the fields of accounts take. */
const ADDRESS_MAX = 128

export const isMailAddress = (text: string): boolean => text.length <= ADDRESS_MAX && MAIL_ADDRESS.test(text)
