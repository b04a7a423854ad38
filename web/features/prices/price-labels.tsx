// Labels of prices and quote items.
import {
  currencies,
  type PriceStatus,
  priceStatusLabels,
  type QuoteStatus,
  quoteFrequencyLabels,
  quoteKindLabels,
  quoteSourceLabels,
  quoteStatusLabels,
  weekdayLabels,
} from '#contract/prices/price-labels.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { formatFigure } from '#web/lib/format.ts'
import './prices.css'

const tones: Readonly<Record<PriceStatus, Tone>> = {
  draft: 'idle',
  submitted: 'warning',
  overruled: 'bad',
  verified: 'good',
  corrected: 'good',
}

type Stated = { status: PriceStatus; reviewing: string | null; publication: string | null }

/** A pending correction takes precedence over the published price's status. */
export function PriceState({ status, reviewing, publication }: Stated) {
  if (publication !== null && reviewing !== null) return <Status tone="warning">更正待审核</Status>
  return <Status tone={tones[status]}>{priceStatusLabels[status]}</Status>
}

export function ItemState({ status }: { status: QuoteStatus }) {
  return <Status tone={status === 'update' ? 'good' : 'idle'}>{quoteStatusLabels[status]}</Status>
}

/** One figure if low and high are equal. */
export const formatRange = (low: string, high: string) =>
  low === high ? formatFigure(low) : `${formatFigure(low)} – ${formatFigure(high)}`

/** Rises red, falls green, as is usual in China; the sign carries the same information. */
export function Move({ of, suffix = '' }: { of: string | null; suffix?: string }) {
  if (of === null) return <>—</>
  const sign = Number(of)
  const tone = sign > 0 ? 'price-up' : sign < 0 ? 'price-down' : ''
  return <span className={tone}>{`${sign > 0 ? '+' : ''}${formatFigure(of)}${suffix}`}</span>
}

type StruckProps = { now: string; before: string | undefined }

/** A price, with the figure before its correction struck out beside it if there is one. */
export function Corrected({ now, before }: StruckProps) {
  if (before === undefined || before === now) return <>{formatFigure(now)}</>
  return (
    <>
      <del className="price-before" title="更正前">
        {formatFigure(before)}
      </del>
      {formatFigure(now)}
    </>
  )
}

export const itemStatusOptions = optionsOf(quoteStatusLabels)
export const kindOptions = optionsOf(quoteKindLabels)
export const frequencyOptions = optionsOf(quoteFrequencyLabels)
export const sourceOptions = optionsOf(quoteSourceLabels)
export const currencyOptions = currencies.map((value) => ({ value, label: value }))
export const weekdayOptions = weekdayLabels.map((label, at) => ({ value: at + 1, label }))
