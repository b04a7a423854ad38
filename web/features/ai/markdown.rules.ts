// Which Markdown is drawn as it is written: parsing some texts takes seconds, or a call stack for each level. Members write
// whatever they like, so that limits are asked before parsing. Measured: what passes is parsed within 0.2 s.

/** Containers (quotes, lists) in one another, and what indents them. */
const DEPTH_MAX = 20
const INDENT_MAX = 100
const LINES_MAX = 6_000
const CELLS_MAX = 200
/** Marks of a paragraph are compared with one another: the sum of their squares over all paragraphs. */
const PAIRS_MAX = 4_000_000

const containers = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))+/
const marks = /[*_~[\]`<&$]/g
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

function isDeep(line: string): boolean {
  const indent = line.length - line.trimStart().length
  const depth = countOf(containers.exec(line)?.[0] ?? '', />|[-+*]|\d{1,9}[.)]/g)
  return indent > INDENT_MAX || depth > DEPTH_MAX || countOf(line, /\|/g) > CELLS_MAX
}

/** Whether a text is shown as plain text. */
export function isHeavy(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > LINES_MAX || lines.some(isDeep)) return true
  const pairs = text.split(/\n\s*\n/).reduce((sum, paragraph) => sum + countOf(paragraph, marks) ** 2, 0)
  return pairs > PAIRS_MAX
}

/** What a link of a record leads to: an address of ours, the name of another host, which is told and not linked; null: neither. */
export type LinkTarget = { address: string } | { host: string }

/** @param origin of the console */
export function linkTarget(link: string | undefined, origin: string): LinkTarget | null {
  if (link === undefined || !/^https?:\/\//i.test(link) || !URL.canParse(link)) return null
  const url = new URL(link)
  return url.origin === origin ? { address: url.href } : { host: url.host }
}

/** Longer ones are no formulas, and would take long to draw. */
const FORMULA_MAX = 1_000

const code = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const ownLines = /^([ \t]*)\\\[([^$`]{1,1000}?)\\\][ \t]*$/gm
const within = /\\\[([^$`\n]{1,1000}?)\\\]|\\\(([^$`\n]{1,1000}?)\\\)/g

/** `\(…\)` and `\[…\]` as `$$…$$`, which is what the parser knows; code stays. A single `$` is of a price. */
export function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text
  const written = (part: string) =>
    part
      .replace(ownLines, (_, indent: string, tex: string) => {
        const lines = tex.trim().split('\n')
        return ['$$', ...lines, '$$'].map((line) => `${indent}${line}`).join('\n')
      })
      .replace(within, (_, first: string | undefined, second: string | undefined) => `$$${first ?? second}$$`)
  let from = 0
  let joined = ''
  for (const { 0: kept, index } of text.matchAll(code)) {
    joined += written(text.slice(from, index)) + kept
    from = index + kept.length
  }
  return joined + written(text.slice(from))
}

export const isFormula = (tex: string): boolean => tex.trim() !== '' && tex.length <= FORMULA_MAX
