// The facts of details from the schema of a reply: labels, and how each kind of field is shown.
import type { ReactNode } from 'react'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import { describeField, replyOf } from '#contract/kinds.ts'
import { isEmpty, shown, type Tones } from '../shown.tsx'
import type { Fact } from './facts.tsx'

/** A row of a list, or the whole reply. */
type ReplyOf<E extends Endpoint> = NonNullable<
  DataOf<E> extends { records: (infer Row)[] } | (infer Row)[] ? Row : DataOf<E>
>

type Plain = string | number | boolean | null | undefined

/** What only the eye decides about a fact. */
type Look<Row, Value> = {
  /** Where it differs from the field's title on purpose, or a field that is several things has none. */
  label?: string
  /** Columns that it spans. */
  span?: number
  /** Left out where false. */
  when?: boolean
} & (
  | { render: (row: Row) => ReactNode; tones?: never; unit?: never; empty?: never }
  | (Value extends Plain
      ? {
          render?: never
          /** A choice as a status: the tone of each. */
          tones?: Tones
          /** Behind the value. */
          unit?: string
          /** What stands for nothing, where that is no dash. */
          empty?: string
        }
      : never)
)

type Looks<Fields, Row> = { [K in keyof Fields & string]?: Look<Row, Fields[K]> }

type AnyLook = Look<unknown, Plain>

/**
 * Fields of the reply, in the order in which they are shown. A row may lack some: a list's row stands in until the
 * details have come.
 */
export function factsOf<E extends Endpoint, Row extends Partial<ReplyOf<E>>>(
  endpoint: E,
  row: Row,
  looks: Looks<ReplyOf<E>, Row>,
): Fact[] {
  const reply = replyOf(endpoint)
  const factOf = ([key, look]: [string, AnyLook]): Fact => {
    const { label, span, render, tones, unit, empty = '—' } = look
    const field = describeField(reply, key, label)
    const show = (value: unknown): ReactNode => {
      if (isEmpty(value)) return empty
      const text = shown(field, tones)?.(value) ?? String(value)
      return unit === undefined ? text : `${text} ${unit}`
    }
    return {
      label: field.title,
      ...(span !== undefined && { span }),
      children: render ? render(row) : show(row[key as keyof Row]),
    }
  }
  return Object.entries(looks as Record<string, AnyLook>)
    .filter(([, { when = true }]) => when)
    .map(factOf)
}
