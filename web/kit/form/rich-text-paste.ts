// Converts HTML pasted from other programs for the editor: Word's list paragraphs become lists, meaningful styles
// (bold, italic, alignment) become tags and classes, other Office markup is removed. Tables stay.
import { RICH_TEXT_COLUMN, richTextAligns, richTextClass, richTextSchemes } from '../../../contract/rich-text.ts'

/** The last three are Word's comments and tracked deletions. */
const DROPPED =
  'style, script, meta, link, title, xml, o\\:p, col, colgroup, object, iframe, svg, template, .msocomanchor, .MsoCommentReference, .msoDel'

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

function wrap(element: HTMLElement, tag: string): void {
  const around = element.ownerDocument.createElement(tag)
  around.append(...element.childNodes)
  element.append(around)
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

/** The pasted document without its invisible parts. */
function parsed(html: string): HTMLElement {
  // tolerates Word's `<o:p>` and `<![if …]>`; a parsed document runs no scripts and loads nothing
  const { body } = new DOMParser().parseFromString(inert(html), 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  for (const element of body.querySelectorAll('[data-style]')) if (HIDDEN.test(styleOf(element))) element.remove()
  dropComments(body)
  return body
}

export function cleanPasted(html: string): string {
  const body = parsed(html)
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
