// Parses a template's paragraphs into pieces: literal nodes, fields, and conditions with their content. One pass, no
// evaluation. A condition must end in the paragraph in which it begins.
import type { BodyNode } from './nodes.ts'
import { readField, type TemplateCondition, type TemplateField } from './template-fields.ts'

type Marks = BodyNode['marks']
/** Place of a field: its paragraph, from 1 (0: title or summary), and its source text. */
export type Placed = { paragraph: number; source: string }
export type TemplateProblem = Placed & { message: string }

/** `raw` is the whole source, of a condition with its content. */
type Written = Placed & { raw: string; marks: Marks }
export type Piece =
  | { kind: 'node'; node: BodyNode }
  | (Written & { kind: 'field'; field: TemplateField })
  | (Written & { kind: 'condition'; condition: TemplateCondition; pieces: readonly Piece[] })

/** Maximum of fields and conditions in a template. */
const TEMPLATE_FIELDS_MAX = 400
const NESTING_MAX = 5
const SOURCE_SHOWN = 60
const TOKEN = /\{\{|\}\}/g

const shown = (source: string) => (source.length > SOURCE_SHOWN ? `${source.slice(0, SOURCE_SHOWN)}…` : source)
const textNode = (text: string, marks: Marks): BodyNode => ({ type: 'text', text, ...(marks?.length && { marks }) })

type Open = Written & { at: number; condition: TemplateCondition; pieces: Piece[] }
type Run = { at: number; end: number; node: BodyNode }

class Reader {
  readonly problems: TemplateProblem[] = []
  private readonly root: Piece[] = []
  private readonly open: Open[] = []
  private readonly text: string
  private readonly runs: readonly Run[]
  private readonly paragraph: number

  constructor(content: readonly BodyNode[], paragraph: number) {
    this.paragraph = paragraph
    const runs: Run[] = []
    let at = 0
    for (const node of content) {
      // a node without text counts as one character that no field contains
      const end = at + (node.text ?? '\ufffc').length
      runs.push({ at, end, node })
      at = end
    }
    this.runs = runs
    this.text = content.map(({ text }) => text ?? '\ufffc').join('')
  }

  private say(message: string, source: string): void {
    this.problems.push({ paragraph: this.paragraph, source: shown(source), message })
  }

  private push(piece: Piece): void {
    const pieces = this.open.at(-1)?.pieces ?? this.root
    pieces.push(piece)
  }

  private marksAt(at: number): Marks {
    return this.runs.find((run) => run.at <= at && at < run.end)?.node.marks
  }

  /** Keeps the literal content of a range, with its marks. */
  private keep(from: number, to: number): void {
    for (const { at, end, node } of this.runs) {
      if (end <= from || at >= to) continue
      if (node.text === undefined) this.push({ kind: 'node', node })
      else this.push({ kind: 'node', node: textNode(node.text.slice(Math.max(0, from - at), to - at), node.marks) })
    }
  }

  private field(at: number, end: number) {
    const source = this.text.slice(at, end)
    const read = readField(source.slice(2, -2))
    if ('problem' in read) return this.say(read.problem, source)
    const place = { paragraph: this.paragraph, source: shown(source), raw: source, marks: this.marksAt(at) }
    if (read.field.kind === 'condition') {
      if (this.open.length >= NESTING_MAX) return this.say(`条件最多 ${NESTING_MAX} 层`, source)
      this.open.push({ ...place, at, condition: read.field, pieces: [] })
    } else if (read.field.kind === 'end') {
      const last = this.open.at(-1)
      if (last?.condition.when !== read.field.when) return this.say('没有与它对应的条件', source)
      this.open.pop()
      this.close(last, end)
    } else this.push({ kind: 'field', field: read.field, ...place })
  }

  private close({ at, ...condition }: Open, end: number): void {
    this.push({ kind: 'condition', ...condition, raw: this.text.slice(at, end) })
  }

  read(): readonly Piece[] {
    let at = 0
    let start: number | undefined
    for (const { 0: token, index } of this.text.matchAll(TOKEN)) {
      if (token === '{{') {
        if (start !== undefined) this.say('字段没有结束，缺少“}}”', this.text.slice(start, index))
        this.keep(at, index)
        start = index
        at = index
      } else if (start === undefined) {
        this.say('多余的“}}”', this.text.slice(Math.max(0, index - 10), index + 2))
      } else {
        this.field(start, index + 2)
        start = undefined
        at = index + 2
      }
    }
    if (start !== undefined) this.say('字段没有结束，缺少“}}”', this.text.slice(start))
    this.keep(at, this.text.length)
    for (let last = this.open.pop(); last; last = this.open.pop()) {
      this.say('条件没有在同一段内结束', last.source)
      this.close(last, this.text.length)
    }
    return this.root
  }
}

/** Pieces of a paragraph, or of a part of one. */
export function readParagraph(content: readonly BodyNode[], paragraph: number) {
  const reader = new Reader(content, paragraph)
  const pieces = reader.read()
  return { pieces, problems: reader.problems }
}

/** A body with its paragraphs parsed; other nodes are kept as they are. */
export type TemplateTree = { node: BodyNode; pieces?: readonly Piece[]; children?: readonly TemplateTree[] }
export type Template = {
  tree: TemplateTree
  title: readonly Piece[]
  summary: readonly Piece[]
  problems: TemplateProblem[]
}
export type TemplateTexts = { title: string; summary: string; body: BodyNode }

const asText = (text: string): BodyNode[] => (text === '' ? [] : [{ type: 'text', text }])

export function readTemplate({ title, summary, body }: TemplateTexts): Template {
  const problems: TemplateProblem[] = []
  let paragraph = 0
  const read = (content: readonly BodyNode[], number: number) => {
    const found = readParagraph(content, number)
    problems.push(...found.problems)
    return found.pieces
  }
  const walk = (node: BodyNode): TemplateTree => {
    if (node.type === 'paragraph' || node.type === 'heading') {
      paragraph += 1
      return { node, pieces: read(node.content ?? [], paragraph) }
    }
    return node.content ? { node, children: node.content.map(walk) } : { node }
  }
  const heads = { title: read(asText(title), 0), summary: read(asText(summary), 0) }
  for (const { kind, ...piece } of [...heads.title, ...heads.summary]) {
    const isBlock =
      kind === 'field' && 'field' in piece && (piece.field.kind === 'table' || piece.field.kind === 'chart')
    if (isBlock) problems.push({ paragraph: 0, source: piece.source, message: '标题和摘要中不能有价格表和走势图' })
  }
  const tree = walk(body)
  const count = [...fieldsIn({ tree, ...heads })].length
  if (count > TEMPLATE_FIELDS_MAX) {
    problems.push({ paragraph: 0, source: '', message: `字段最多 ${TEMPLATE_FIELDS_MAX} 个，现有 ${count} 个` })
  }
  return { tree, ...heads, problems }
}

function* inPieces(pieces: readonly Piece[]): Generator<TemplateField | TemplateCondition> {
  for (const piece of pieces) {
    if (piece.kind === 'field') yield piece.field
    if (piece.kind !== 'condition') continue
    yield piece.condition
    yield* inPieces(piece.pieces)
  }
}

function* inTree({ pieces = [], children = [] }: TemplateTree): Generator<TemplateField | TemplateCondition> {
  yield* inPieces(pieces)
  for (const child of children) yield* inTree(child)
}

export function* fieldsIn({ tree, title, summary }: Omit<Template, 'problems'>) {
  yield* inPieces(title)
  yield* inPieces(summary)
  yield* inTree(tree)
}
