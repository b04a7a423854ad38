// A formula as MathML, which browsers draw themselves: no fonts, no styles. The library comes with the first formula.
import { useEffect, useRef } from 'react'

/** Nothing of a formula leads out of the page; macros end. */
export const formulaOptions = (isBlock: boolean) =>
  ({
    output: 'mathml',
    displayMode: isBlock,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  }) as const

type FormulaProps = { tex: string; isBlock: boolean }

/** What cannot be read as a formula, and what is too long to be one, stays as it is written. */
export function Formula({ tex, isBlock }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { default: katex } = await import('katex')
      // the element is built, never parsed from text; links, classes and pictures in it are refused
      if (!isGone && place.current) katex.render(tex, place.current, formulaOptions(isBlock))
    }
    void draw().catch(() => {})
    return () => {
      isGone = true
    }
  }, [tex, isBlock])
  return (
    <span ref={place} className={isBlock ? 'markdown-formula' : undefined}>
      {tex}
    </span>
  )
}
