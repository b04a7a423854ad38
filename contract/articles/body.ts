// The body of an article: Tiptap's JSON, reduced to the nodes and marks that the editor supports, and its HTML. One
// table defines the attributes and the HTML of each, for saving, previews and comparison alike.
import { Type } from 'typebox'
import { naming, PICTURES_MISSING } from '#contract/files.ts'
import {
  RICH_TEXT_COLUMN,
  richTextAligns,
  richTextClass,
  richTextColours,
  richTextHeadings,
  richTextSchemes,
  richTextWidths,
} from '#contract/rich-text.ts'
import { blocks, boundMarks, captionOf } from './blocks.ts'
import { isShortText } from './bound-figures.ts'
import {
  type Attributes,
  among,
  attribute,
  type BlockRule,
  type BodyMark,
  type BodyNode,
  type Check,
  escapeHtml,
  textUpTo,
  whole,
} from './nodes.ts'

/** In characters of JSON text. */
export const BODY_MAX = 900_000
const DEPTH_MAX = 40

/** `cleanBody` validates the nodes: a recursive schema would be slow and check less. */
export const Body = Type.Unsafe<BodyNode>({
  type: 'object',
  title: '正文',
  ...naming('image', PICTURES_MISSING),
  properties: { type: { type: 'string', enum: ['doc'] } },
  required: ['type'],
  additionalProperties: true,
})

/** @public */
export const emptyBody: BodyNode = { type: 'doc', content: [{ type: 'paragraph' }] }

/** The body holds something that our editor never produces. */
export class BodyError extends Error {}

const classOf = (name: unknown) => attribute('class', name ? richTextClass(name as never) : null)
const within = (tag: string) => (_: Attributes, inner: string) => `<${tag}>${inner}</${tag}>`

const isAddress: Check = (href) =>
  typeof href === 'string' &&
  href.length <= 2_000 &&
  new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i').test(href) &&
  // browsers drop white space and control characters from an address, which could hide another scheme
  /^[^\s\p{Cc}]+$/u.test(href)

const align = { align: among(richTextAligns) }
const cellAttrs = {
  colspan: whole(1, 99),
  rowspan: whole(1, 99),
  colwidth: ((value) =>
    Array.isArray(value) &&
    value.length === 1 &&
    value.every(whole(RICH_TEXT_COLUMN.least, RICH_TEXT_COLUMN.most))) as Check,
}
const cell = (tag: string): BlockRule => ({
  attrs: cellAttrs,
  html: ({ colspan, rowspan, colwidth }, inner) => {
    const spans = [
      colspan === 1 ? '' : attribute('colspan', colspan),
      rowspan === 1 ? '' : attribute('rowspan', rowspan),
    ]
    const width = (colspan ?? 1) === 1 ? attribute('width', (colwidth as number[] | undefined)?.[0]) : ''
    return `<${tag}${spans.join('')}${width}>${inner}</${tag}>`
  },
})

const nodes: Readonly<Record<string, BlockRule>> = {
  doc: { html: (_, inner) => inner },
  paragraph: { attrs: align, html: (attrs, inner) => `<p${classOf(attrs.align)}>${inner}</p>` },
  heading: {
    attrs: { ...align, level: among(richTextHeadings) },
    html: ({ level = richTextHeadings[0], align: side }, inner) => `<h${level}${classOf(side)}>${inner}</h${level}>`,
  },
  bulletList: { html: within('ul') },
  orderedList: {
    attrs: { start: whole(1, 9_999) },
    html: ({ start }, inner) => `<ol${attribute('start', start === 1 ? null : start)}>${inner}</ol>`,
  },
  listItem: { html: within('li') },
  blockquote: { html: within('blockquote') },
  horizontalRule: { html: () => '<hr />' },
  hardBreak: { html: () => '<br />' },
  picture: {
    attrs: {
      fileId: (value) => typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value),
      alt: textUpTo(200),
      width: among(richTextWidths),
      caption: isShortText,
    },
    html: ({ fileId, alt, width, caption }) => {
      if (!fileId) return ''
      const image = `<img${classOf(width)}${attribute('data-file-id', fileId)} alt="${escapeHtml(String(alt ?? ''))}" />`
      return caption ? `<figure>${image}<figcaption>${escapeHtml(String(caption))}</figcaption></figure>` : image
    },
  },
  table: {
    attrs: { caption: isShortText },
    html: ({ caption }, inner) => `<table>${captionOf(caption)}<tbody>${inner}</tbody></table>`,
  },
  tableRow: { html: within('tr') },
  tableCell: cell('td'),
  tableHeader: cell('th'),
}

const marks: Readonly<Record<string, BlockRule>> = {
  bold: { html: within('strong') },
  italic: { html: within('em') },
  underline: { html: within('u') },
  strike: { html: within('s') },
  superscript: { html: within('sup') },
  subscript: { html: within('sub') },
  colour: {
    attrs: { colour: among(richTextColours) },
    html: ({ colour }, inner) => `<span${classOf(colour)}>${inner}</span>`,
  },
  link: {
    attrs: { href: isAddress },
    html: ({ href }, inner) =>
      href ? `<a${attribute('href', href)} target="_blank" rel="noopener noreferrer nofollow">${inner}</a>` : inner,
  },
  ...boundMarks,
}

const rule = (rules: Readonly<Record<string, BlockRule>>, type: unknown): BlockRule | undefined =>
  typeof type === 'string' && Object.hasOwn(rules, type) ? rules[type] : undefined
const ruleOf = (type: unknown) => rule(nodes, type) ?? rule(blocks, type)

/** The valid ones of the attributes that the rule names. */
function keptOf({ attrs: checks = {} }: BlockRule, attrs: unknown): Attributes | undefined {
  if (typeof attrs !== 'object' || attrs === null) return undefined
  const kept = Object.entries(checks).flatMap(([name, isRight]) => {
    const value = Object.hasOwn(attrs, name) ? (attrs as Attributes)[name] : undefined
    return isRight(value) ? [[name, value] as const] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

function cleanMarks(given: unknown): BodyMark[] {
  if (!Array.isArray(given)) return []
  return given.flatMap((mark: { type?: unknown; attrs?: unknown } | null) => {
    const known = rule(marks, mark?.type)
    if (!known) throw new BodyError(`正文含有不支持的格式：${String(mark?.type).slice(0, 30)}`)
    const attrs = keptOf(known, mark?.attrs)
    return [{ type: String(mark?.type), ...(attrs && { attrs }) }]
  })
}

/** The body to store: only nodes, marks and attributes of the table. Throws a BodyError for any other node or mark. */
export function cleanBody(given: unknown, depth = 0): BodyNode {
  const { type, attrs, content, marks: own, text } = (given ?? {}) as Record<string, unknown>
  if (depth > DEPTH_MAX) throw new BodyError('正文的层级过深')
  if (type === 'text') {
    if (typeof text !== 'string') throw new BodyError('正文的格式不正确')
    const kept = cleanMarks(own)
    return { type, text: text.replaceAll('\u0000', ''), ...(kept.length > 0 && { marks: kept }) }
  }
  const known = ruleOf(type)
  if (!known || (type === 'doc') !== (depth === 0)) {
    throw new BodyError(`正文含有不支持的内容：${String(type).slice(0, 30)}`)
  }
  if (content !== undefined && !Array.isArray(content)) throw new BodyError('正文的格式不正确')
  const kept = keptOf(known, attrs)
  return {
    type: type as string,
    ...(kept && { attrs: kept }),
    ...(content && { content: content.map((child) => cleanBody(child, depth + 1)) }),
  }
}

/** HTML of a clean body; node types that are not in the table are left out. */
export function htmlOf({ type, attrs = {}, content = [], marks: own = [], text = '' }: BodyNode): string {
  if (type === 'text') {
    return own.reduce((inner, mark) => rule(marks, mark.type)?.html(mark.attrs ?? {}, inner) ?? inner, escapeHtml(text))
  }
  return ruleOf(type)?.html(attrs, content.map(htmlOf).join('')) ?? ''
}

/** Maps every node through `change`, parents first. */
export function mapBody(node: BodyNode, change: (node: BodyNode) => BodyNode): BodyNode {
  const { content, ...rest } = change(node)
  return content ? { ...rest, content: content.map((child) => mapBody(child, change)) } : rest
}
