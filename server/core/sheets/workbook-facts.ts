// What the rows of a workbook do not tell: its sheets, hidden rows, merged cells and percentages. Read from its parts' XML by
// patterns, as the reader of rows hands on values alone. Runs in the worker thread only.
import { unpack, type ZipEntry } from './sheets-zip.ts'

/** Rows and columns count from 0. */
type Merge = { top: number; bottom: number; left: number; right: number }

export type SheetFacts = {
  hiddenRows: ReadonlySet<number>
  merges: readonly Merge[]
  /** `row,column` of cells that are shown as percentages. */
  percentages: ReadonlySet<string>
}

export type WorkbookSheet = { name: string; isHidden: boolean; part: string }

const noFacts: SheetFacts = { hiddenRows: new Set(), merges: [], percentages: new Set() }

/** More merges than any sheet of people has: a file that was made to be slow. */
const MERGES_MAX = 100_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decode = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name as string] ?? whole
    const code = hex ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`[\\s]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found ? decode(found[1] ?? found[2] ?? '') : undefined
}
const isOn = (value: string | undefined) => value === '1' || value === 'true'

const tagsIn = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>`, 'g')) ?? []

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function placeOf(ref: string): { row: number; column: number } | null {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(ref)
  return found ? { row: Number(found[2]) - 1, column: columnOf(found[1] ?? '') } : null
}

function mergesIn(xml: string): Merge[] {
  return tagsIn(xml, 'mergeCell')
    .slice(0, MERGES_MAX)
    .flatMap((tag) => {
      const [from, to] = (attribute(tag, 'ref') ?? '').split(':').map(placeOf)
      return from && to ? [{ top: from.row, bottom: to.row, left: from.column, right: to.column }] : []
    })
}

/** Those that hold something. */
function hiddenRowsIn(xml: string): Set<number> {
  const found = new Set<number>()
  for (const { 0: tag, index } of xml.matchAll(/<(?:\w+:)?row\s[^>]*>/g)) {
    if (tag.endsWith('/>') || !isOn(attribute(tag, 'hidden'))) continue
    const cells = xml.slice(index + tag.length, xml.indexOf('row>', index + tag.length))
    if (/<(?:\w+:)?[vt][\s>]/.test(cells)) found.add(Number(attribute(tag, 'r')) - 1)
  }
  return found
}

/** Built-in formats of percentages. */
const PERCENT_FORMATS = [9, 10]

/** Places in `cellXfs` of styles that show percentages. */
function percentStyles(xml: string): Set<string> {
  const own = tagsIn(xml, 'numFmt').flatMap((tag) => {
    const code = (attribute(tag, 'formatCode') ?? '').replace(/"[^"]*"|\\./g, '')
    return code.includes('%') ? [Number(attribute(tag, 'numFmtId'))] : []
  })
  const formats = new Set([...PERCENT_FORMATS, ...own])
  const cells = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml)?.[1] ?? ''
  return new Set(
    tagsIn(cells, 'xf').flatMap((tag, at) => (formats.has(Number(attribute(tag, 'numFmtId'))) ? [String(at)] : [])),
  )
}

function percentagesIn(xml: string, styles: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  if (styles.size === 0) return found
  for (const [tag] of xml.matchAll(/<(?:\w+:)?c\s[^>]*>/g)) {
    if (!styles.has(/\ss="(\d+)"/.exec(tag)?.[1] ?? '')) continue
    const place = placeOf(/\sr="(\w+)"/.exec(tag)?.[1] ?? '')
    if (place) found.add(`${place.row},${place.column}`)
  }
  return found
}

export class Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly #bytes: Buffer
  readonly #entries: readonly ZipEntry[]

  constructor(bytes: Buffer, entries: readonly ZipEntry[]) {
    this.#bytes = bytes
    this.#entries = entries
    const relations = new Map(
      tagsIn(this.#part('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
        attribute(tag, 'Id'),
        (attribute(tag, 'Target') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
      ]),
    )
    this.sheets = tagsIn(this.#part('xl/workbook.xml'), 'sheet').map((tag) => ({
      name: attribute(tag, 'name') ?? '',
      isHidden: ['hidden', 'veryHidden'].includes(attribute(tag, 'state') ?? ''),
      part: relations.get(attribute(tag, 'r:id') ?? attribute(tag, '\\w+:id')) ?? '',
    }))
  }

  #part(name: string): string {
    const entry = this.#entries.find((each) => each.name.toLowerCase() === name.toLowerCase())
    return entry ? unpack(this.#bytes, entry).toString('utf8') : ''
  }

  factsOf({ part }: WorkbookSheet): SheetFacts {
    const xml = this.#part(part)
    if (xml === '') return noFacts
    return {
      hiddenRows: hiddenRowsIn(xml),
      merges: mergesIn(xml),
      percentages: percentagesIn(xml, percentStyles(this.#part('xl/styles.xml'))),
    }
  }
}
