// Whether an answer is what its case expects.
import type { Verdict } from '#contract/ai/evaluation-labels.ts'
import { plainFigure } from '#contract/ai/prompt-text.ts'
import type { Reply } from './answerer.ts'

export type Expectations = {
  quoteItemId: string | null
  mustCite: string
  mustRefuse: boolean
  mustContain: readonly string[]
  mustNotContain: readonly string[]
}

/** The published price that a case asks for. `day`: the day as asked, or the one where it was found. */
export type ExpectedPrice = { figure: string; day: string; publication: string }

export type Verdicts = { verdict: Verdict; isPriceWrong: boolean; reasons: string[] }

const isFree = ({ quoteItemId, mustCite, mustRefuse, mustContain, mustNotContain }: Expectations) =>
  quoteItemId === null && mustCite === '' && !mustRefuse && mustContain.length + mustNotContain.length === 0

/** Compares without case and width: `ＨＲＢ400` contains `hrb400`. */
const key = (text: string) => text.normalize('NFKC').toLowerCase()

/** Signs stand for rising and falling; an item's price is its own alone, whatever another item costs. */
const isSame = (shown: Reply['figures'][number], quoteItemId: string | null, { figure }: ExpectedPrice) =>
  plainFigure(shown.text.replace(/^[+-]/u, '')) === plainFigure(figure) &&
  (shown.quoteItemId === null || shown.quoteItemId === quoteItemId)

/** @param price null: the case asks for none, or none is published for that day */
export function verdictOf(expected: Expectations, price: ExpectedPrice | null, reply: Reply): Verdicts {
  if (isFree(expected)) return { verdict: 'free', isPriceWrong: false, reasons: [] }
  const reasons: string[] = []
  const text = key(reply.text)
  const isPriceWrong = price !== null && !reply.figures.some((shown) => isSame(shown, expected.quoteItemId, price))
  if (price !== null && isPriceWrong)
    reasons.push(`应给出 ${price.figure}（${price.day}，发布序号 ${price.publication}）`)
  if (expected.mustRefuse && !reply.isRefused) reasons.push('应当拒答')
  if (expected.mustCite !== '' && !reply.citations.some(({ title }) => key(title).includes(key(expected.mustCite))))
    reasons.push(`没有引用“${expected.mustCite}”`)
  for (const each of expected.mustContain) if (!text.includes(key(each))) reasons.push(`没有“${each}”`)
  for (const each of expected.mustNotContain) if (text.includes(key(each))) reasons.push(`不应有“${each}”`)
  if (reasons.length > 0) return { verdict: 'failed', isPriceWrong, reasons }
  const isVoid = expected.quoteItemId !== null && price === null
  return { verdict: isVoid ? 'void' : 'passed', isPriceWrong: false, reasons: [] }
}
