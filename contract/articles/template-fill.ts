// Fills a template with verified figures: a pure function, so that preview, draft and batch agree. A field without a
// verified price becomes 【待补：…】 in the text, which the standards refuse on submission.
import { compareDecimals } from '#contract/prices/decimals.ts'
import type { Edition } from './article-labels.ts'
import { type FieldBinding, fieldOfNodes } from './bound-fields.ts'
import {
  type CourseEntry,
  chartNode,
  type EntryFigures,
  figureMark,
  moveMark,
  openMark,
  readChart,
  readTable,
  type TableItem,
  tableNode,
  tableRow,
} from './bound-figures.ts'
import { dateInEnglish, directionsInEnglish, inEnglish } from './english.ts'
import type { BodyNode } from './nodes.ts'
import {
  type ChartDays,
  type DateForm,
  directionName,
  directionOf,
  type ItemRef,
  openPlace,
  type PricePart,
} from './template-fields.ts'
import { fieldsIn, type Piece, type Template, type TemplateProblem, type TemplateTree } from './template-text.ts'

/** A quote item with its verified entry of the day; null if it has none. */
export type ItemFigures = {
  id: string
  code: string
  name: string
  /** Empty if it has none: then it cannot be used in an English text. */
  englishName: string
  market: string
  unit: string
  entry: EntryFigures | null
}
export type FillSource = {
  edition: Edition
  productId: string
  /** In the edition's language; empty if it has no English name. */
  product: string
  /** `YYYY-MM-DD` */
  day: string
  items: ReadonlyMap<string, ItemFigures>
  /** Codes of the product's own items in order: `#1`, `#2`. */
  own: readonly string[]
  /** By code, for charts: the published entries up to the day, oldest first, and since when they are in this unit. */
  courses: ReadonlyMap<string, { points: readonly CourseEntry[]; since: string | null }>
}

export type Filled = {
  title: string
  summary: string
  /** Figures of title and summary. */
  bindings: readonly FieldBinding[]
  body: BodyNode
  /** Fields that were left open, with place and reason. */
  missing: readonly TemplateProblem[]
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

function dateText(day: string, form: DateForm, edition: Edition = 'zh'): string {
  if (edition === 'en') return dateInEnglish(day, form)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (form === 'day') return `${year}年${month}月${date}日`
  if (form === 'month') return `${month}月份`
  if (form === 'weekday') return `星期${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}`
  return `${month}月${date}日`
}

type Named = Pick<ItemFigures, 'name' | 'market' | 'unit'>

/** Text of one part of an entry; null if the entry has no such figure. */
export function partText(item: Named, entry: EntryFigures, part: PricePart, edition: Edition = 'zh'): string | null {
  if (part === 'unit' || part === 'name' || part === 'market') return item[part]
  if (part === 'range') return compareDecimals(entry.low, entry.high) === 0 ? entry.low : `${entry.low}-${entry.high}`
  if (part === 'direction') {
    const direction = entry.change && directionOf(compareDecimals(entry.change, '0'))
    return direction && (edition === 'zh' ? directionName(direction) : directionsInEnglish[direction])
  }
  if (part === 'percent') return entry.percent && `${entry.percent}%`
  return entry[part]
}

/** The items with a chart in the template, and the longest chart in days. */
export function chartsNamed(template: Template): { refs: ReadonlySet<ItemRef>; days: number } {
  const charts = [...fieldsIn(template)].filter((field) => field.kind === 'chart')
  return { refs: new Set(charts.map(({ item }) => item)), days: Math.max(0, ...charts.map(({ days }) => days)) }
}

/** The codes that a template names; `own`: whether it also uses the product's own items. */
export function itemsNamed(template: Template): { codes: readonly string[]; own: boolean } {
  const refs = new Set<ItemRef>()
  let own = false
  for (const field of fieldsIn(template)) {
    if (field.kind === 'price' || field.kind === 'chart' || field.kind === 'condition') refs.add(field.item)
    if (field.kind !== 'table') continue
    own ||= field.items.length === 0
    for (const item of field.items) refs.add(item)
  }
  const codes = [...refs].filter((ref) => !ref.startsWith('#'))
  return { codes, own: own || codes.length < refs.size }
}

type Found = { item: ItemFigures; entry: EntryFigures }
type Open = Exclude<Piece, { kind: 'node' }>
const isBlock = ({ type }: BodyNode) => type === 'priceTable' || type === 'priceChart'

export class Filler {
  readonly missing: TemplateProblem[] = []
  private readonly source: FillSource

  constructor(source: FillSource) {
    this.source = source
  }

  /** A placeholder that remembers the source, to be filled once there is a price. */
  private open({ paragraph, source, raw, marks = [] }: Open, message: string): BodyNode {
    this.missing.push({ paragraph, source, message })
    const { day, productId } = this.source
    const kept = marks.filter(({ type }) => type !== 'openField')
    return { type: 'text', text: openPlace(message), marks: [...kept, openMark({ source: raw, day, productId })] }
  }

  private item(ref: ItemRef): ItemFigures | string {
    const { own, items, edition } = this.source
    const isOwn = ref.startsWith('#')
    const item = items.get(isOwn ? (own[Number(ref.slice(1)) - 1] ?? '') : ref)
    if (!item) return isOwn ? `本产品没有第 ${ref.slice(1)} 个报价项` : `没有报价项 ${ref}`
    if (edition === 'zh') return item
    return item.englishName === '' ? `${item.name}：没有英文名称` : inEnglish(item)
  }

  /** The item with its verified entry, or the reason there is none. */
  private find(ref: ItemRef): Found | string {
    const item = this.item(ref)
    if (typeof item === 'string') return item
    if (!item.entry) return `${item.name}：${dateText(this.source.day, 'monthDay')}没有已发布的价格`
    return { item, entry: item.entry }
  }

  private price(ref: ItemRef, part: PricePart, piece: Piece & { kind: 'field' }): BodyNode {
    const plain = (text: string): BodyNode => ({ type: 'text', text, ...(piece.marks && { marks: piece.marks }) })
    const item = this.item(ref)
    if (typeof item === 'string') return this.open(piece, item)
    if (part === 'market' && item.market === '') return this.open(piece, `${item.name}：没有英文市场名称`)
    if (part === 'unit' || part === 'name' || part === 'market') return plain(item[part])
    const found = this.find(ref)
    if (typeof found === 'string') return this.open(piece, found)
    const text = partText(item, found.entry, part, this.source.edition)
    if (text === null) return this.open(piece, `${item.name}：没有上一期价格`)
    const mark = figureMark({
      code: item.code,
      part,
      day: this.source.day,
      priceId: found.entry.id,
      publication: found.entry.publication,
    })
    return { type: 'text', text, marks: [...(piece.marks ?? []), mark] }
  }

  private table(refs: readonly ItemRef[], piece: Piece & { kind: 'field' }): BodyNode {
    const { own, day, edition, productId } = this.source
    const wanted = refs.length > 0 ? refs : own
    const items: TableItem[] = []
    const reasons: string[] = []
    for (const ref of wanted) {
      const found = this.find(ref)
      if (typeof found === 'string') reasons.push(found)
      else items.push({ ...found.item, entry: found.entry })
    }
    const { paragraph, source } = piece
    this.missing.push(...reasons.map((message) => ({ paragraph, source, message })))
    if (items.length === 0) return this.open(piece, '价格表没有可用的价格')
    const codes = wanted.map((ref) => (ref.startsWith('#') ? (own[Number(ref.slice(1)) - 1] ?? '') : ref))
    return tableNode(
      day,
      items,
      edition,
      reasons.length > 0 ? { wanted: codes.filter((code) => code !== ''), productId } : {},
    )
  }

  /** The words of a condition that holds: they depend on the move. */
  private condition(piece: Piece & { kind: 'condition' }): BodyNode[] {
    const { item, when } = piece.condition
    const found = this.find(item)
    if (typeof found === 'string') return [this.open(piece, found)]
    const { change, id: priceId, publication } = found.entry
    if (change === null) return [this.open(piece, `${found.item.name}：没有上一期价格`)]
    if (directionOf(compareDecimals(change, '0')) !== when) return []
    const mark = moveMark({ code: found.item.code, when, day: this.source.day, priceId, publication })
    return this.pieces(piece.pieces).map((node) =>
      node.type === 'text' ? { ...node, marks: [mark, ...(node.marks ?? [])] } : node,
    )
  }

  private piece(piece: Piece): BodyNode[] {
    if (piece.kind === 'node') return [piece.node]
    if (piece.kind === 'condition') return this.condition(piece)
    const plain = (text: string): BodyNode[] => [{ type: 'text', text, ...(piece.marks && { marks: piece.marks }) }]
    const { field } = piece
    const { product, day, edition } = this.source
    if (field.kind === 'product') return product ? plain(product) : [this.open(piece, '产品的报价项没有英文名称')]
    if (field.kind === 'date') return plain(dateText(day, field.form, edition))
    if (field.kind === 'price') return [this.price(field.item, field.part, piece)]
    if (field.kind === 'table') return [this.table(field.items, piece)]
    return [this.chart(field.item, field.days, piece)]
  }

  private chart(ref: ItemRef, days: ChartDays, piece: Piece & { kind: 'field' }): BodyNode {
    const item = this.item(ref)
    if (typeof item === 'string') return this.open(piece, item)
    const { day, courses, edition } = this.source
    const course = courses.get(item.code)
    const chart = chartNode(day, days, { ...item, since: course?.since }, course?.points ?? [], edition)
    return readChart(chart.attrs)?.points.length === 0
      ? this.open(piece, `${item.name}：近 ${days} 天没有已发布的价格`)
      : chart
  }

  /** A table that had no price for some rows, with those that it has now. */
  rowsOf(table: BodyNode): BodyNode {
    const read = readTable(table.attrs)
    const { day, edition } = this.source
    if (!read?.wanted || read.day !== day || (read.edition ?? 'zh') !== edition) return table
    const reasons: string[] = []
    const rows = read.wanted.flatMap((code) => {
      const before = read.rows.find((row) => row.code === code)
      if (before) return [before]
      const found = this.find(code)
      if (typeof found !== 'string') return [tableRow({ ...found.item, entry: found.entry })]
      reasons.push(found)
      return []
    })
    this.missing.push(...reasons.map((message) => ({ paragraph: 0, source: '', message })))
    // rows that an author took out of the table's list stay as they are
    const others = read.rows.filter(({ code }) => !read.wanted?.includes(code))
    const { wanted, productId, ...attrs } = table.attrs ?? {}
    const lacking = reasons.length > 0 ? { wanted, productId } : {}
    return { ...table, attrs: { ...attrs, rows: [...rows, ...others], ...lacking } }
  }

  pieces(pieces: readonly Piece[]): BodyNode[] {
    return pieces.flatMap((piece) => this.piece(piece)).filter(({ type, text }) => type !== 'text' || text !== '')
  }

  /** Tables and charts split a paragraph into several; parts that the filling left empty are dropped. */
  tree({ node, pieces, children }: TemplateTree): BodyNode[] {
    if (children) return [{ ...node, content: children.flatMap((child) => this.tree(child)) }]
    if (!pieces) return [node]
    const blocks: BodyNode[] = []
    let line: BodyNode[] = []
    const end = () => {
      if (line.some(({ text }) => (text ?? 'x').trim() !== '')) blocks.push({ ...node, content: line })
      line = []
    }
    for (const each of this.pieces(pieces)) {
      if (!isBlock(each)) line.push(each)
      else {
        end()
        blocks.push(each)
      }
    }
    end()
    const wasEmpty = pieces.every((piece) => piece.kind === 'node' && (piece.node.text ?? '').trim() === '')
    return blocks.length === 0 && wasEmpty ? [node] : blocks
  }
}

const paragraph: BodyNode = { type: 'paragraph' }
const holders: ReadonlySet<string> = new Set(['doc', 'tableCell', 'tableHeader', 'listItem', 'blockquote'])

/** Containers that lost all paragraphs get an empty one, as the editor's schema requires. */
export const settled = (node: BodyNode): BodyNode =>
  node.content
    ? {
        ...node,
        content: node.content.length === 0 && holders.has(node.type) ? [paragraph] : node.content.map(settled),
      }
    : node

export function fillTemplate(template: Template, source: FillSource): Filled {
  const filler = new Filler(source)
  const title = fieldOfNodes('title', filler.pieces(template.title))
  const summary = fieldOfNodes('summary', filler.pieces(template.summary))
  const [body = { type: 'doc', content: [paragraph] }] = filler.tree(template.tree)
  return {
    title: title.text,
    summary: summary.text,
    bindings: [...title.bindings, ...summary.bindings],
    body: settled(body),
    missing: filler.missing,
  }
}
