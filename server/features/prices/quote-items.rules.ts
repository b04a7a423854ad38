// Checks of a quote item that need no table.
import { compareDecimals } from '#contract/prices/decimals.ts'
import type { QuoteItemForm } from '#contract/prices/quote-items.ts'

type Judged = Pick<
  QuoteItemForm,
  'frequency' | 'weekdays' | 'usualMove' | 'lowest' | 'highest' | 'allowsNegative' | 'analystId' | 'deputyId'
>

export function verdictsOnItem(form: Judged): Record<string, string | null> {
  const { frequency, weekdays, usualMove, lowest, highest, allowsNegative, analystId, deputyId } = form
  return {
    weekdays: frequency === 'weekdays' && weekdays.length === 0 ? '请选择更新星期' : null,
    usualMove: usualMove !== null && compareDecimals(usualMove, '0') <= 0 ? '通常日波动应大于 0' : null,
    lowest: lowest !== null && !allowsNegative && compareDecimals(lowest, '0') < 0 ? '此报价项不允许负值' : null,
    highest: lowest !== null && highest !== null && compareDecimals(lowest, highest) >= 0 ? '最高限应大于最低限' : null,
    deputyId: analystId !== null && analystId === deputyId ? '替补分析师不能与分析师相同' : null,
  }
}
