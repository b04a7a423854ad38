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
const marks = /[*_~[\]`<&]/g
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

/** The address of a link that leads out of the console; null for all others, which are shown as text. */
export function outsideLink(link: string | undefined): string | null {
  if (link === undefined || !/^https?:\/\//i.test(link)) return null
  return URL.canParse(link) ? link : null
}
