// Labels of series.
import type { Input, SeriesRow } from '#contract/prices/series-calls.ts'
import { seriesKindLabels } from '#contract/prices/series-labels.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { ItemState } from './price-labels.tsx'

export const seriesKindOptions = optionsOf(seriesKindLabels)

export function SeriesState({ status, isRecomputing }: Pick<SeriesRow, 'status' | 'isRecomputing'>) {
  return isRecomputing ? <Status tone="warning">正在重算</Status> : <ItemState status={status} />
}

/** Value on the last day for which an input has one; 缺值 if the formula gives none that day. */
export const lastValueOf = ({ lastDay, lastValue }: Pick<SeriesRow, 'lastDay' | 'lastValue'>) =>
  lastValue === null ? lastDay === null ? '—' : <span className="price-note">缺值</span> : formatFigure(lastValue)

/** An input of a formula: code, name, product and unit. */
export function InputName({ id, name, productName, unit }: Input) {
  return (
    <>
      <code>{id}</code> {name} <span className="price-note">{`${productName} · ${unit}`}</span>
    </>
  )
}

/** Label of a version's validity; only the first version has no `validFrom`. */
export const validitySince = (validFrom: string | null, versions: number) =>
  validFrom ? `${validFrom} 起` : versions > 1 ? '此前' : '全部日期'
