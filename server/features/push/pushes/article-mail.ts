// An article as blocks of a mail: HTML with the inline styles that mail clients need, with its charts and pictures.
import { htmlOf } from '#contract/articles/body.ts'
import { textOf } from '#contract/articles/body-blocks.ts'
import { nodesIn, readChart, readTable, shownTable } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { sanitizeHtml } from '#server/core/files/sanitize-html.ts'
import { CHART_HEIGHT, CHART_WIDTH, drawChart } from '#server/core/mail/chart-picture.ts'
import type { MailBlock, MailCell } from '#server/core/mail/mail-layout.ts'
import type { ShownArticle } from '#server/features/articles/published.queries.ts'

const INK = '#1f2937'
const text = `margin:0 0 12px;font-size:15px;line-height:1.7;color:${INK};word-break:break-word`
const border = 'border:1px solid #e5e7eb'
const tags: Readonly<Record<string, { class?: string; style: string }>> = {
  p: { class: 'ink', style: text },
  h2: { class: 'ink', style: 'margin:20px 0 8px;font-size:17px;line-height:1.4;color:#111827' },
  h3: { class: 'ink', style: 'margin:16px 0 8px;font-size:16px;line-height:1.4;color:#111827' },
  h4: { class: 'ink', style: 'margin:12px 0 8px;font-size:15px;line-height:1.4;color:#111827' },
  ul: { class: 'ink', style: `${text};padding-left:24px` },
  ol: { class: 'ink', style: `${text};padding-left:24px` },
  li: { style: 'margin:0 0 4px' },
  blockquote: { class: 'rule', style: 'margin:0 0 12px;padding:0 0 0 12px;border-left:3px solid #e5e7eb' },
  hr: { class: 'rule', style: 'margin:16px 0;border:0;border-top:1px solid #e5e7eb' },
  table: { class: 'rule', style: 'width:100%;border-collapse:collapse;margin:0 0 12px' },
  th: { class: 'head rule', style: `padding:6px 8px;font-size:13px;text-align:left;background:#f3f4f6;${border}` },
  td: { class: 'rule', style: `padding:6px 8px;font-size:13px;${border}` },
  a: { style: 'color:#2f54eb' },
}
/** Blocks in a table cell have no margins. */
const CELL_TEXT = `margin:0;font-size:13px;line-height:1.5;color:${INK}`

const marks: Readonly<Record<string, string>> = {
  'rt-center': 'text-align:center',
  'rt-right': 'text-align:right',
  'rt-justify': 'text-align:justify',
  'rt-red': 'color:#c8102e',
  'rt-orange': 'color:#c2410c',
  'rt-green': 'color:#16794a',
  'rt-blue': 'color:#2f54eb',
  'rt-purple': 'color:#7c3aed',
  'rt-grey': 'color:#6b7280',
  'rt-w25': 'width:25%',
  'rt-w50': 'width:50%',
  'rt-w75': 'width:75%',
  'rt-w100': 'width:100%',
}

/** Braces in an article are text, not fields of the push. */
const plain = (words: string) => words.replaceAll('{{', '{\u200b{')

const cidOf = (fileId: string) => `file-${fileId}`

function styled(html: string, isInTable: boolean): string {
  const dress = (tagName: string, attribs: Record<string, string>) => {
    const own = tags[tagName] ?? { style: '' }
    const style = isInTable && tagName === 'p' ? CELL_TEXT : own.style
    const { class: mark = '', 'data-file-id': fileId, ...rest } = attribs
    const whole = [style, marks[mark] ?? ''].filter(Boolean).join(';')
    if (tagName === 'img') {
      const size = `display:block;margin:0 0 12px;max-width:100%;height:auto;${marks[mark] ?? ''}`
      return { tagName, attribs: { src: `cid:${cidOf(fileId ?? '')}`, alt: rest.alt ?? '', style: size } }
    }
    return { tagName, attribs: { ...rest, ...(own.class && { class: own.class }), ...(whole && { style: whole }) } }
  }
  return sanitizeHtml(html, {
    allowedTags: [...Object.keys(tags), 'img', 'br', 'strong', 'em', 'u', 's', 'sup', 'sub', 'span', 'tbody', 'tr'],
    allowedAttributes: {
      '*': ['class', 'style'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt'],
      td: ['colspan', 'rowspan', 'width'],
      th: ['colspan', 'rowspan', 'width'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['cid'] },
    transformTags: { '*': dress },
  })
}

const toneOf = (move: string) => (move.startsWith('+') ? 'rise' : move.startsWith('-') ? 'fall' : 'quiet')

export type ArticleParts = {
  blocks: MailBlock[]
  /** Charts drawn for this mail. */
  charts: ReadonlyMap<string, Buffer>
  /** File ids of the article's pictures, by the names under which the mail shows them. */
  pictures: ReadonlyMap<string, string>
}

function blocksOf(node: BodyNode, cid: string, charts: Map<string, Buffer>): MailBlock[] {
  const table = node.type === 'priceTable' ? readTable(node.attrs) : null
  if (table) {
    const { head, rows, isFigure, isMove, isMinor } = shownTable(table)
    const title = table.edition === 'en' ? `Prices (${table.day})` : `价格（${table.day}）`
    const columns = head.map((label, at) => ({
      label,
      isMinor: isMinor(at),
      ...(isFigure(at) && { align: 'right' as const }),
    }))
    const cell = (text: string, at: number): MailCell => ({
      text: plain(text),
      ...(isMove(at) && { tone: toneOf(text) }),
    })
    return [{ kind: 'table', title, columns, rows: rows.map((cells) => cells.map(cell)) }]
  }
  const chart = node.type === 'priceChart' ? readChart(node.attrs) : null
  if (chart && chart.points.length > 1) {
    const points = chart.points.map(({ day, value }) => ({ day, value: Number(value) }))
    charts.set(cid, drawChart(points.map(({ day, value }) => ({ day, low: value, high: value, average: value }))))
    const [first, last] = [chart.points[0], chart.points.at(-1)]
    const picture: MailBlock = {
      kind: 'picture',
      cid,
      title: plain(chart.unit ? `${chart.title}（${chart.unit}）` : chart.title),
      alt: `${first?.day} ${first?.value}，${last?.day} ${last?.value}`,
      width: CHART_WIDTH,
      height: CHART_HEIGHT,
    }
    return chart.note === '' ? [picture] : [picture, { kind: 'note', text: plain(chart.note) }]
  }
  return [{ kind: 'rich', html: plain(styled(htmlOf(node), node.type === 'table')), text: plain(textOf(node)) }]
}

/** Pure: the same version gives the same blocks. */
export function articleParts(article: ShownArticle): ArticleParts {
  const { id, title, summary, author, source, day, body } = article
  const charts = new Map<string, Buffer>()
  const nodes = body.content ?? []
  const fileIds = [...nodesIn(body)].flatMap(({ type, attrs }) =>
    type === 'picture' && typeof attrs?.fileId === 'string' ? [attrs.fileId] : [],
  )
  const facts = [day, author, source && `来源：${source}`].filter(Boolean).join(' · ')
  return {
    blocks: [
      { kind: 'heading', text: plain(title) },
      { kind: 'note', text: plain(facts) },
      // left out where the body begins with it, as summaries often are the first paragraph
      ...(summary === '' || textOf(body).trimStart().startsWith(summary.trim())
        ? []
        : [{ kind: 'text' as const, text: plain(summary) }]),
      ...nodes
        .flatMap((node, at) => blocksOf(node, `article-${id}-${at}`, charts))
        .filter(
          (block) =>
            block.kind !== 'rich' || block.text !== '' || block.html.includes('<img') || block.html.includes('<hr'),
        ),
    ],
    charts,
    pictures: new Map(fileIds.map((fileId) => [cidOf(fileId), fileId])),
  }
}
