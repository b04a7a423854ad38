// The processes of the demo company: their terms in each version, and the series that their cost and profit are.
import { processFormulas } from '#contract/prices/process-formulas.ts'
import type { Term } from '#contract/prices/processes.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { cleanTerm } from '#server/features/prices/series/processes.rules.ts'
import { SINCE_EVER } from '#server/features/prices/series/series.queries.ts'
import type { Tx } from '../../connection.ts'
import { processes, processTerms, processVersions } from '../../schema/prices/series.ts'
import type { Days } from '../members/customers-days.ts'
import { processCatalogue } from './series-catalogue.ts'

type Item = { id: string; code: string; productId: string; product: string }
type Figures = { unit: string; decimals: number; withinDays: number }

/** A series with what its formulas say from a day on. */
export type ProcessSeries = Figures & {
  processId: string
  productId: string
  name: string
  englishName: string
  kind: 'cost' | 'profit'
  formulas: { validFrom: string; formula: string }[]
}

const none = { code: null, coefficient: null, conversion: null, amount: null }

/** Null where the demo has no such item. */
function readTerm(text: string, items: ReadonlyMap<string, Item>): Term | null {
  const [, amount, note = ''] = /^fixed (\S+) (.+)$/.exec(text) ?? []
  if (amount) return { ...none, side: 'fixed', amount, name: note }
  const [, side, coefficient = '', conversion = '', place = '', name = ''] =
    /^(input|output) (\S+) (\S+) \[(.+)\] (.+)$/.exec(text) ?? []
  const code = items.get(place)?.code
  return code === undefined ? null : cleanTerm({ ...none, side: side as 'input', code, coefficient, conversion, name })
}

export function figuresOf(text: string): Figures {
  const [unit = '', decimals, withinDays] = text.split(' ')
  return { unit, decimals: Number(decimals), withinDays: Number(withinDays) }
}

const suffixes = { cost: '成本', profit: '利润' } as const

/** @returns the series that are still to be stored */
export async function addProcesses(
  tx: Tx,
  items: ReadonlyMap<string, Item>,
  { days, byName }: { days: Days; byName: string },
): Promise<ProcessSeries[]> {
  const products = new Map([...items.values()].map(({ product, productId }) => [product, productId]))
  const byCode = new Map([...items.values()].map(({ code, id }) => [code, id]))
  const made: ProcessSeries[] = []
  for (const line of processCatalogue.trim().split('\n')) {
    const [product = '', name = '', englishName = '', figures = '', list = '', change = ''] = line.split('|')
    const productId = products.get(product)
    const terms = list.split(';').flatMap((text) => readTerm(text, items) ?? [])
    if (productId === undefined || terms.length < list.split(';').length) continue
    const own = { productId, englishName, ...figuresOf(figures) }
    const [processId = ''] = await insertRows(tx, processes, [{ ...own, name }])
    const [, ago, changed = ''] = /^(\d+) (.+)$/.exec(change) ?? []
    const later = readTerm(changed, items)
    const versions = [
      { validFrom: SINCE_EVER, terms },
      ...(ago && later
        ? [
            {
              validFrom: days.day(-Number(ago)),
              terms: terms.map((term) => (term.side === 'fixed' && term.name === later.name ? later : term)),
            },
          ]
        : []),
    ]
    for (const version of versions) {
      const [versionId = ''] = await insertRows(tx, processVersions, [
        { processId, validFrom: version.validFrom, byName },
      ])
      await insertRows(
        tx,
        processTerms,
        version.terms.map(({ code, ...term }, at) => ({
          ...term,
          versionId,
          place: at + 1,
          quoteItemId: code === null ? null : (byCode.get(code) ?? null),
        })),
      )
    }
    for (const kind of ['profit', 'cost'] as const) {
      const formulas = versions.map(({ validFrom, terms: of }) => ({ validFrom, formula: processFormulas(of)[kind] }))
      const english = `${englishName}, ${kind}`
      made.push({ ...own, processId, kind, formulas, name: `${name} ${suffixes[kind]}`, englishName: english })
    }
  }
  return made
}
