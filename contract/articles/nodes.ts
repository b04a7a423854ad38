// The node type of a body, and helpers for rules on nodes.

export type Attributes = Readonly<Record<string, unknown>>
export type BodyMark = { type: string; attrs?: Attributes }
export type BodyNode = {
  type: string
  attrs?: Attributes
  content?: readonly BodyNode[]
  marks?: readonly BodyMark[]
  text?: string
}

export type Check = (value: unknown) => boolean
export type BlockRule = {
  /** Attributes to keep, each if it passes its check. */
  attrs?: Readonly<Record<string, Check>>
  /** From the kept attributes and the inner HTML. */
  html: (attrs: Attributes, inner: string) => string
}

export const among =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
export const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
export const textUpTo =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (found) => entities[found] ?? found)

export const attribute = (name: string, value: unknown) =>
  value === undefined || value === null || value === '' ? '' : ` ${name}="${escapeHtml(String(value))}"`
