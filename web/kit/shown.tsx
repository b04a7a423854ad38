// How a field is shown, by its kind: in lists and in details.
import type { ReactNode } from 'react'
import type { DescribedField } from '#contract/kinds.ts'
import { formatDay, formatFigure, formatMoment } from '#web/lib/format.ts'
import { Status, type Tone } from './table/status.tsx'

/** The tone of each choice. */
export type Tones = Readonly<Record<string, Tone>>

/** Nothing to show: what stands for it is said by who shows the field. */
export const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Null where a value is shown as it is. */
export function shown(
  { kind, labels = {} }: DescribedField,
  tones: Tones | undefined,
): ((value: unknown) => ReactNode) | null {
  const format = (of: (value: string) => ReactNode) => (value: unknown) =>
    value === null || value === '' ? '' : of(String(value))
  switch (kind) {
    case 'moment':
      return (value) => formatMoment(value as string | null)
    case 'day':
      return (value) => formatDay(value as string | null)
    case 'decimal':
      return format(formatFigure)
    case 'choice':
      return format((value) => {
        const label = labels[value] ?? value
        const tone = tones?.[value]
        return tone ? <Status tone={tone}>{label}</Status> : label
      })
    case 'switch':
      return (value) => (value ? '是' : '否')
    default:
      return null
  }
}
