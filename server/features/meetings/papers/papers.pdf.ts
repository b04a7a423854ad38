// Draws badges, name cards and table cards as PDF on A4. Lengths are points; the sizes of cards are millimetres.
import { setImmediate } from 'node:timers/promises'
import { readPaperFont } from './paper-font.ts'

export type BadgePaper = { title: string; name: string; company: string; position: string; code: string }
export type NameCardPaper = { name: string; company: string }
export type TableCardPaper = { title: string; table: string; guests: string[] }

export type Papers =
  | { kind: 'badges'; rows: readonly BadgePaper[] }
  | { kind: 'nameCards'; rows: readonly NameCardPaper[] }
  | { kind: 'tableCards'; rows: readonly TableCardPaper[] }

type Doc = PDFKit.PDFDocument
type Box = { x: number; y: number; width: number; height: number }
/** Where pieces of one page stand, and how one is drawn. */
type Layout<Row> = { boxes: readonly Box[]; isLandscape: boolean; draw: (doc: Doc, box: Box, row: Row) => void }

const mm = (length: number) => (length * 72) / 25.4
const INK = '#111111'
const FAINT = '#555555'
const CUT = '#bbbbbb'
const FONT = 'paper'

/** Quiet zone around a code, modules: four by ISO/IEC 18004. */
const QUIET = 4

type Line = Box & { size: number; min: number; color?: string; align?: 'left' | 'center' }

/** One line, smaller where it does not fit; cut with an ellipsis where it does not fit at `min` either. */
function drawLine(doc: Doc, text: string, { x, y, width, height, size, min, color = INK, align = 'left' }: Line): void {
  if (text === '') return
  const fitting = (size * width) / doc.fontSize(size).widthOfString(text)
  const used = Math.max(min, Math.min(size, Math.floor(fitting * 10) / 10))
  doc.fontSize(used).fillColor(color)
  let shown = text
  if (fitting < min) {
    const characters = [...text]
    while (characters.length > 1 && doc.widthOfString(`${characters.join('')}…`) > width) characters.pop()
    shown = `${characters.join('')}…`
  }
  const left = align === 'center' ? x + (width - doc.widthOfString(shown)) / 2 : x
  doc.text(shown, left, y + (height - doc.currentLineHeight()) / 2, { lineBreak: false })
}

/** Below this part of its size a text goes on two lines where it is larger there. */
const TWO_LINES = 0.7
/** Of the height of a line. */
const LINE = 0.8
/** Where a text is parted best. */
const GAPS = /[ ·・-]/

/** Two lines of a text: parted at the gap next to its middle, or in the middle. */
export function halvesOf(text: string): [string, string] {
  const characters = [...text]
  const middle = Math.ceil(characters.length / 2)
  const distance = (at: number) => Math.abs(at - middle)
  const gaps = characters.flatMap((character, at) => (GAPS.test(character) ? [at + 1] : []))
  const nearest = gaps.toSorted((one, other) => distance(one) - distance(other))[0]
  const at = nearest !== undefined && distance(nearest) <= characters.length / 4 ? nearest : middle
  return [characters.slice(0, at).join('').trim(), characters.slice(at).join('').trim()]
}

function drawBlock(doc: Doc, text: string, line: Line): void {
  const fitting = (part: string, size: number) => (size * line.width) / doc.fontSize(size).widthOfString(part || ' ')
  const height = line.height / 2
  const size = Math.min(line.size, height * LINE)
  const halves = halvesOf(text)
  const halved = Math.min(size, ...halves.map((half) => fitting(half, size)))
  const single = fitting(text, line.size)
  if (single >= line.size * TWO_LINES || single >= halved) {
    drawLine(doc, text, line)
    return
  }
  // both halves alike, however small
  const both = { ...line, height, size: Math.max(line.min, halved) }
  drawLine(doc, halves[0], both)
  drawLine(doc, halves[1], { ...both, y: line.y + height })
}

/** @param modules rows of the code with its quiet zone */
function drawCode(doc: Doc, modules: readonly (readonly boolean[])[], x: number, y: number, side: number): void {
  const unit = side / modules.length
  modules.forEach((line, row) => {
    // one rectangle for each run: fewer seams, and a tenth of the file
    for (let from = line.indexOf(true); from !== -1; ) {
      const end = line.indexOf(false, from)
      const to = end === -1 ? line.length : end
      doc.rect(x + from * unit, y + row * unit, (to - from) * unit, unit)
      from = line.indexOf(true, to)
    }
  })
  doc.fill(INK)
}

const grid = (columns: number, rows: number, width: number, height: number, page: { width: number; height: number }) =>
  Array.from({ length: columns * rows }, (_, at) => ({
    x: mm((page.width - columns * width) / 2 + (at % columns) * width),
    y: mm((page.height - rows * height) / 2 + Math.floor(at / columns) * height),
    width: mm(width),
    height: mm(height),
  }))

const upright = { width: 210, height: 297 }
const landscape = { width: 297, height: 210 }

/** Grouped as on the ticket, for typing. */
const spaced = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')

async function badgeLayout(): Promise<Layout<BadgePaper>> {
  const { default: encode } = await import('qr')
  return {
    boxes: grid(2, 5, 90, 54, upright),
    isLandscape: false,
    draw(doc, { x, y, width, height }, { title, name, company, position, code }) {
      const pad = mm(5)
      const side = mm(29)
      const textWidth = width - side - 2 * pad
      doc.lineWidth(0.4).rect(x, y, width, height).stroke(CUT)
      drawLine(doc, title, {
        x: x + pad,
        y: y + mm(4),
        width: width - 2 * pad,
        height: mm(6),
        size: 10,
        min: 6,
        color: FAINT,
      })
      drawBlock(doc, name, { x: x + pad, y: y + mm(14), width: textWidth, height: mm(14), size: 28, min: 7 })
      const small = { x: x + pad, width: textWidth, size: 11, min: 6 }
      drawBlock(doc, company, { ...small, y: y + mm(29), height: mm(9) })
      drawLine(doc, position, { ...small, y: y + mm(39), height: mm(6), color: FAINT })
      const codeX = x + width - pad - side + mm(2)
      drawCode(doc, encode(code, 'raw', { ecc: 'medium', border: QUIET }), codeX, y + mm(12), side)
      drawLine(doc, spaced(code), {
        x: codeX,
        y: y + mm(41),
        width: side,
        height: mm(4),
        size: 7,
        min: 5,
        color: FAINT,
        align: 'center',
      })
    },
  }
}

/** Two to a page; each is folded in the middle, so that one face is upside down on the paper. */
const nameCardLayout: Layout<NameCardPaper> = {
  boxes: grid(1, 2, 210, 148.5, upright),
  isLandscape: false,
  draw(doc, { x, y, width, height }, { name, company }) {
    const face = (top: number) => {
      const inner = { x: x + mm(15), width: width - mm(30), align: 'center' as const }
      drawBlock(doc, name, { ...inner, y: top + mm(16), height: mm(30), size: 80, min: 16 })
      drawBlock(doc, company, { ...inner, y: top + mm(50), height: mm(14), size: 20, min: 8, color: FAINT })
    }
    const middle = y + height / 2
    face(middle)
    doc.save().rotate(180, { origin: [x + width / 2, middle] })
    face(middle)
    doc.restore()
    doc
      .lineWidth(0.4)
      .moveTo(x, middle)
      .lineTo(x + width, middle)
      .dash(3, { space: 3 })
      .stroke(CUT)
      .undash()
    doc
      .moveTo(x, y + height)
      .lineTo(x + width, y + height)
      .stroke(CUT)
  },
}

const tableCardLayout: Layout<TableCardPaper> = {
  boxes: grid(1, 1, 297, 210, landscape),
  isLandscape: true,
  draw(doc, { x, y, width, height }, { title, table, guests }) {
    const inner = { x: x + mm(20), width: width - mm(40), align: 'center' as const }
    drawLine(doc, title, { ...inner, y: y + mm(15), height: mm(12), size: 20, min: 10, color: FAINT })
    drawLine(doc, table, { ...inner, y: y + mm(35), height: mm(60), size: 120, min: 30 })
    // two columns of up to ten guests
    const columns = guests.length > 10 ? 2 : 1
    const rows = Math.max(1, Math.ceil(guests.length / columns))
    const step = Math.min(mm(10), (height - mm(115)) / rows)
    guests.forEach((guest, at) => {
      const columnWidth = inner.width / columns
      drawLine(doc, guest, {
        x: inner.x + Math.floor(at / rows) * columnWidth,
        y: y + mm(102) + (at % rows) * step,
        width: columnWidth,
        height: step,
        size: 18,
        min: 9,
        align: 'center',
      })
    })
  },
}

async function drawPages<Row>(doc: Doc, layout: Layout<Row>, rows: readonly Row[], onDrawn: (done: number) => void) {
  for (let from = 0; from < rows.length; from += layout.boxes.length) {
    doc.addPage({ size: 'A4', margin: 0, layout: layout.isLandscape ? 'landscape' : 'portrait' })
    const page = rows.slice(from, from + layout.boxes.length)
    page.forEach((row, at) => {
      const box = layout.boxes[at]
      if (box) layout.draw(doc, box, row)
    })
    onDrawn(from + page.length)
    // a page takes some 20 ms, and this process also answers calls
    await setImmediate()
  }
}

/**
 * A stream of the PDF, which ends with an error where drawing throws.
 * @param onDrawn called after each page with the rows drawn; what it throws ends the stream
 */
export async function writePapers(papers: Papers, title: string, onDrawn: (done: number) => void = () => {}) {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), readPaperFont()])
  const doc = new PDFDocument({ autoFirstPage: false, font: '', info: { Title: title }, lang: 'zh-CN' })
  doc.registerFont(FONT, font).font(FONT)
  async function draw() {
    if (papers.kind === 'badges') await drawPages(doc, await badgeLayout(), papers.rows, onDrawn)
    else if (papers.kind === 'nameCards') await drawPages(doc, nameCardLayout, papers.rows, onDrawn)
    else await drawPages(doc, tableCardLayout, papers.rows, onDrawn)
    doc.end()
  }
  draw().catch((error: Error) => doc.destroy(error))
  return doc
}
