// Converts HTML pasted from other programs for the editor: Word's list paragraphs become lists, meaningful styles
// (bold, italic, alignment, colour) become tags and classes, other Office markup is removed. Tables stay. No visible
// character is lost in silence.
import {
  RICH_TEXT_COLUMN,
  type RichTextColour,
  richTextAligns,
  richTextClass,
  richTextSchemes,
} from '#contract/rich-text.ts'

/** The last three are Word's comments and tracked deletions. */
const DROPPED =
  'style, script, noscript, meta, link, title, xml, col, colgroup, object, iframe, svg, template, .msocomanchor, .MsoCommentReference, .msoDel'

/** Styles of content that was invisible in its own document. */
const HIDDEN = /mso-hide:\s*all|display:\s*none|mso-element:\s*comment-list/i

/** HTML comments hold Office's conditional markup and the fragment's markers. */
function dropComments(root: Node): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) child.remove()
    else dropComments(child)
  }
}

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

/** Excel styles cells by classes such as `.xl65{…}`: their declarations by class name. */
function sheetStyles(html: string): ReadonlyMap<string, string> {
  const [, css = ''] = /<style\b[^>]*>([\s\S]*?)<\/style>/i.exec(html) ?? []
  const rules = css.matchAll(/\.(xl\d+)\s*\{([^{}]*)\}/g)
  return new Map([...rules].map(([, name = '', declarations = '']) => [name, declarations.replace(/\s+/g, ' ')]))
}

function styleCells(body: HTMLElement, styles: ReadonlyMap<string, string>): void {
  if (styles.size === 0) return
  for (const cell of body.querySelectorAll('td, th')) {
    const own = [...cell.classList].flatMap((name) => styles.get(name) ?? [])
    if (own.length > 0) cell.setAttribute('data-style', [styleOf(cell), ...own].join(';'))
  }
}

/** Replaces the spaces that Office uses for layout: tabs, and the padding of number cells. WPS calls every run a spacerun. */
function dropSpaces(body: HTMLElement): void {
  for (const span of body.querySelectorAll('span')) {
    const isBlank = (span.textContent ?? '').trim() === '' && span.querySelector('img, br') === null
    if (isBlank && /mso-(?:spacerun|tab-count)/i.test(styleOf(span))) span.replaceWith(' ')
  }
  for (const cell of body.querySelectorAll('td, th')) {
    if (cell.childElementCount === 0) cell.textContent = (cell.textContent ?? '').replace(/\u00a0/g, ' ').trim()
  }
}

const scheme = new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i')

/** Links without an allowed scheme, such as anchors within the source document, become plain text. */
function unwrapAnchors(body: HTMLElement): void {
  for (const anchor of body.querySelectorAll('a')) {
    if (!scheme.test(anchor.getAttribute('href') ?? '')) anchor.replaceWith(...anchor.childNodes)
  }
}

/**
 * The page's Content-Security-Policy applies even to a document that is only parsed: styles and handlers become
 * `data-…`.
 */
const inert = (html: string) =>
  html
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))

const declared = (element: Element, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(styleOf(element))?.[1]?.trim().toLowerCase() ?? ''

const levelOf = (element: Element) => Number(/mso-list:\s*l\d+\s+level(\d)/i.exec(styleOf(element))?.[1] ?? 0)

/** The number or bullet that Word writes before a list paragraph. */
const markerOf = (element: Element) =>
  [...element.querySelectorAll('span')].find((span) => /mso-list:\s*Ignore/i.test(styleOf(span)))

const isNumber = (marker: string) => /^\s*(?:\d+|[a-z]{1,4}|[一二三四五六七八九十]+)\s*[.)、）．]/i.test(marker)

/** Consecutive paragraphs of Word's lists become nested lists. */
function makeLists(body: HTMLElement): void {
  let open: { list: HTMLElement; level: number }[] = []
  let last: Element | null = null
  for (const paragraph of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const level = levelOf(paragraph)
    if (level === 0) continue
    if (last === null || paragraph.previousElementSibling !== last) open = []
    const marker = markerOf(paragraph)
    const tag = isNumber(marker?.textContent ?? '') ? 'ol' : 'ul'
    marker?.remove()
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    // a list of another kind at the same level is another list
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== tag) open.pop()
    let place = open.at(-1)
    if (!place || place.level < level) {
      const list = body.ownerDocument.createElement(tag)
      const parent = place?.list.lastElementChild
      if (parent) parent.append(list)
      else paragraph.before(list)
      place = { list, level }
      open.push(place)
    }
    const item = body.ownerDocument.createElement('li')
    const text = body.ownerDocument.createElement('p')
    text.append(...paragraph.childNodes)
    item.append(text)
    place.list.append(item)
    paragraph.remove()
    last = open[0]?.list ?? null
  }
}

function wrap(element: HTMLElement, tag: string): HTMLElement {
  const around = element.ownerDocument.createElement(tag)
  around.append(...element.childNodes)
  element.append(around)
  return around
}

const named: Readonly<Record<string, string>> = {
  red: '#ff0000',
  darkred: '#8b0000',
  orange: '#ffa500',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  purple: '#800080',
  gray: '#808080',
  grey: '#808080',
}

function channelsOf(colour: string): number[] | null {
  const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.exec(named[colour] ?? colour)?.[0].slice(1)
  if (hex)
    return (hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])).map((part) =>
      Number.parseInt(part, 16),
    )
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(colour)
  return parts ? parts.slice(1).map(Number) : null
}

/** Where each colour of the house ends on the wheel of hues, in degrees. */
const hues: readonly (readonly [end: number, colour: RichTextColour])[] = [
  [15, 'red'],
  [70, 'orange'],
  [170, 'green'],
  [255, 'blue'],
  [345, 'purple'],
  [360, 'red'],
]

/** The colour of the house that is nearest; null for the colour of text, for white and for what is no colour. */
export function houseColour(css: string): RichTextColour | null {
  const channels = channelsOf(css.trim().toLowerCase())
  if (!channels) return null
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => channel / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [spread, light] = [most - least, (most + least) / 2]
  if (light < 0.12 || light > 0.92) return null
  // neutral: dark greys are what programs call black
  if (spread < 0.12) return light > 0.35 && light < 0.8 ? 'grey' : null
  const turned =
    most === red
      ? ((green - blue) / spread) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  const hue = (turned * 60 + 360) % 360
  return hues.find(([end]) => hue < end)?.[1] ?? null
}

const BLOCKS = 'p, div, section, table, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote, hr, img'

/** Colours the text of an element without blocks in it; a link keeps the colour of links. */
function colour(element: HTMLElement): void {
  const found = houseColour(declared(element, 'color') || (element.getAttribute('color') ?? ''))
  if (!found || element.closest('a') || element.querySelector(BLOCKS)) return
  wrap(element, 'span').className = richTextClass(found)
}

/** A cell's width in px (Word uses points), if a column may have it. */
function widthOf(element: Element): number | undefined {
  const [, figure, unit] =
    /^(\d+(?:\.\d+)?)(px|pt)?$/.exec(declared(element, 'width') || (element.getAttribute('width') ?? '')) ?? []
  const px = Math.round(Number(figure) * (unit === 'pt' ? 4 / 3 : 1))
  const isCell = /^T[DH]$/.test(element.tagName)
  return isCell && px >= RICH_TEXT_COLUMN.least && px <= RICH_TEXT_COLUMN.most ? px : undefined
}

/** Turns meaningful styles into the editor's tags and classes, then removes all attributes that it does not read. */
function readStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const isInline = /^(?:SPAN|FONT)$/.test(element.tagName)
    const weight = declared(element, 'font-weight')
    const line = declared(element, 'text-decoration') || declared(element, 'text-decoration-line')
    const isCell = /^T[DH]$/.test(element.tagName)
    if ((isInline || isCell) && (weight === 'bold' || Number(weight) >= 600)) wrap(element, 'strong')
    if (isInline && declared(element, 'font-style') === 'italic') wrap(element, 'em')
    if (isInline && line.includes('underline')) wrap(element, 'u')
    if (isInline && line.includes('line-through')) wrap(element, 's')
    const raised = isInline ? declared(element, 'vertical-align') : ''
    if (raised === 'super' || raised === 'sub') wrap(element, raised === 'super' ? 'sup' : 'sub')
    colour(element)
    const align = richTextAligns.find(
      (each) => each === (declared(element, 'text-align') || element.getAttribute('align')?.toLowerCase()),
    )
    const width = widthOf(element)
    const kept = [...element.classList].filter((name) => name.startsWith('rt-'))
    for (const { name } of [...element.attributes]) {
      if (!/^(?:href|colspan|rowspan|start|data-file-id|data-bound|src|alt)$/.test(name)) element.removeAttribute(name)
    }
    if (width) element.setAttribute('width', String(width))
    if (kept.length > 0) element.className = kept.join(' ')
    if (align) alignIn(element, richTextClass(align))
  }
}

/** A cell's alignment is set on its paragraphs. */
function alignIn(element: HTMLElement, name: string): void {
  if (!/^T[DH]$/.test(element.tagName)) {
    element.classList.add(name)
    return
  }
  if (!element.querySelector('p')) wrap(element, 'p')
  for (const paragraph of element.querySelectorAll('p')) paragraph.classList.add(name)
}

/** h1 becomes h2, as the page's own title is the h1; h5 and h6 become h4, the lowest that the editor has. */
function moveHeadings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1, h5, h6')) {
    const moved = body.ownerDocument.createElement(heading.tagName === 'H1' ? 'h2' : 'h4')
    moved.className = heading.className
    moved.append(...heading.childNodes)
    heading.replaceWith(moved)
  }
}

/** A picture embedded in the HTML as a data URL, of a type that can be uploaded. */
const EMBEDDED = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i

const embeddedIn = (picture: Element) => EMBEDDED.exec(picture.getAttribute('src')?.trim() ?? '')

/** Placeholder of the n-th embedded picture until it is uploaded, in characters that no text has. */
export const placeOfPicture = (n: number): string => `\ue000${n}\ue001`

/** Word ends paragraphs with an empty `o:p`; one with text in it is text. */
function unwrapEnds(body: HTMLElement): void {
  for (const end of body.querySelectorAll('o\\:p')) end.replaceWith(...end.childNodes)
}

/** The pasted document without its invisible parts. */
function parsed(html: string): HTMLElement {
  // tolerates Word's `<o:p>` and `<![if …]>`; a parsed document runs no scripts and loads nothing
  const { body } = new DOMParser().parseFromString(inert(html), 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  for (const element of body.querySelectorAll('[data-style]')) if (HIDDEN.test(styleOf(element))) element.remove()
  dropComments(body)
  unwrapEnds(body)
  return body
}

/** Characters that are seen: without white space, soft hyphens and the like, and the places of pictures. */
export const lettersOf = (text: string): string =>
  text.replace(/\ue000\d+\ue001/g, '').replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '')

/** The letters of `before` that `after` lacks, in their order: `after` has the others in the same order. */
export function lostLetters(before: string, after: string): string {
  let at = 0
  let lost = ''
  for (const letter of before) {
    if (after.startsWith(letter, at)) at += letter.length
    else lost += letter
  }
  return lost
}

/** The visible letters of the document; the markers of Word's lists become lists. */
function visibleLetters(body: HTMLElement): string {
  const copy = body.cloneNode(true) as HTMLElement
  for (const span of copy.querySelectorAll('span')) if (/mso-list:\s*Ignore/i.test(styleOf(span))) span.remove()
  return lettersOf(copy.textContent ?? '')
}

/** @returns the HTML for the editor, and the letters that must be found in what it makes of it */
export function readPasted(html: string): { html: string; letters: string } {
  const body = parsed(html)
  // bound prices hold their text as data
  const letters = /\bdata-bound=/.test(html) ? '' : visibleLetters(body)
  return { html: cleaned(body, html), letters }
}

function cleaned(body: HTMLElement, html: string): string {
  styleCells(body, sheetStyles(html))
  dropSpaces(body)
  unwrapAnchors(body)
  makeLists(body)
  let embedded = 0
  for (const picture of body.querySelectorAll('img:not([data-file-id])')) {
    if (embeddedIn(picture)) picture.replaceWith(placeOfPicture(embedded++))
    else picture.remove()
  }
  readStyles(body)
  moveHeadings(body)
  return body.innerHTML
}

function fileOf(picture: Element, n: number): File | null {
  const [, type = '', content = ''] = embeddedIn(picture) ?? []
  try {
    const bytes = Uint8Array.from(atob(content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new File([bytes], `粘贴的图片 ${n + 1}.${type.slice('image/'.length)}`, { type })
  } catch {
    return null
  }
}

/** The embedded pictures in the order of their placeholders; null if the content cannot be decoded. */
export const embeddedPictures = (html: string): (File | null)[] =>
  html.includes('base64,')
    ? [...parsed(html).querySelectorAll('img:not([data-file-id])')].filter(embeddedIn).map(fileOf)
    : []

/** Longest clipboard HTML that is cleaned without freezing the page, characters. */
const PASTE_MAX = 5_000_000

/** Why the HTML is refused, or null. */
export const whyNotPasted = (html: string): string | null =>
  html.length > PASTE_MAX ? '粘贴的内容超过 5 MB，请分几次粘贴，图片请单独插入' : null

/** How many pictures cannot be pasted, such as local files of the source program. */
export const picturesLeftOut = (html: string): number =>
  (html.replace(/<!--[\s\S]*?-->/g, '').match(/<img\b(?![^>]*\bdata-file-id=)[^>]*>/gi) ?? []).filter(
    (tag) => !/src\s*=\s*["']?\s*data:image\/(?:png|jpeg|gif|webp);base64,/i.test(tag),
  ).length

/** What of Word's review is left out, said for people: comments and deleted passages; empty if there is none. */
export function reviewLeftOut(html: string): string {
  const comments =
    html.match(/mso-element:\s*comment(?!-)/gi)?.length ?? html.match(/class=["']?msocomanchor/gi)?.length ?? 0
  const deletions = html.match(/class=["']?msoDel\b/gi)?.length ?? 0
  const parts = [comments > 0 && `批注 ${comments} 条`, deletions > 0 && `修订中已删除的文字 ${deletions} 处`]
  return parts.filter((part) => part !== false).join('、')
}
