// Formatted texts: sanitised to the set of contract/rich-text.ts on saving, and again on reading, so that neither input nor
// stored text ever runs script.
import {
  RICH_TEXT_COLUMN,
  RICH_TEXT_IMAGES_MAX,
  RICH_TEXT_MAX,
  richTextAligns,
  richTextClass,
  richTextColours,
  richTextHeadings,
  richTextSchemes,
  richTextWidths,
} from '#contract/rich-text.ts'
import type { Core } from '../core.ts'
import { refuse } from '../http/refusal.ts'
import { linkTo } from './files.ts'
import { type IOptions, sanitizeHtml } from './sanitize-html.ts'

const aligns = richTextAligns.map(richTextClass)
const colours = richTextColours.map(richTextClass)
const widths = richTextWidths.map(richTextClass)
const headings = richTextHeadings.map((level) => `h${level}`)
const aligned = ['p', ...headings, 'td', 'th']

/** Tags of other editors, and the ones they become. */
const renamed: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
}

const fileId = /^[1-9][0-9]{0,18}$/
const span = /^(?:[1-9]|[1-9][0-9])$/

type Attributes = Record<string, string>
type Picture = (id: string) => Attributes

const keep = (attributes: Attributes, name: string, pattern: RegExp): Attributes =>
  pattern.test(attributes[name] ?? '') ? { [name]: attributes[name] ?? '' } : {}

/** A whole number of px within bounds, and nothing that only begins like one. */
function columnWidth({ width = '' }: Attributes): Attributes {
  const px = /^[0-9]{2,4}$/.test(width) ? Number(width) : 0
  return px >= RICH_TEXT_COLUMN.least && px <= RICH_TEXT_COLUMN.most ? { width: String(px) } : {}
}

const cell = (tagName: string, attributes: Attributes) => ({
  tagName,
  attribs: {
    ...keep(attributes, 'class', /./),
    ...keep(attributes, 'colspan', span),
    ...keep(attributes, 'rowspan', span),
    ...columnWidth(attributes),
  },
})

/**
 * With a scheme, which the options judge, or a relative one: in that, a colon would only disguise something, and a leading
 * slash would lead into whichever site shows the text.
 */
const isAddress = (href: string) => /^[a-z][a-z0-9+.-]*:/i.test(href.trim()) || /^(?![/\\])[^:]*$/.test(href.trim())

function optionsWith(picture: Picture): IOptions {
  return {
    allowedTags: [
      ...['p', 'br', 'hr', 'strong', 'em', 'u', 's', 'sup', 'sub', 'span', 'a', 'ul', 'ol', 'li', 'blockquote', 'img'],
      ...['figure', 'figcaption', 'table', 'caption', 'tbody', 'tr', 'td', 'th'],
      ...headings,
    ],
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['data-file-id', 'alt', 'src', 'loading'],
      ol: ['start'],
      td: ['colspan', 'rowspan', 'width'],
      th: ['colspan', 'rowspan', 'width'],
    },
    allowedClasses: { span: colours, img: widths, ...Object.fromEntries(aligned.map((tag) => [tag, aligns])) },
    allowedSchemes: [...richTextSchemes],
    // a picture's only source is the link that we make ourselves, which has no scheme
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    // their text is no text of the article
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'title',
      'svg',
      'math',
      'iframe',
      'object',
    ],
    transformTags: {
      ...Object.fromEntries(
        Object.entries(renamed).map(([from, tagName]) => [
          from,
          (_: string, attribs: Attributes) => ({ tagName, attribs }),
        ]),
      ),
      a: (_tag, { href = '' }) => ({
        tagName: 'a',
        attribs: { href: isAddress(href) ? href : '', target: '_blank', rel: 'noopener noreferrer nofollow' },
      }),
      img: (_tag, { 'data-file-id': id = '', alt = '', class: size = '' }) => ({
        tagName: 'img',
        attribs: fileId.test(id)
          ? { ...(size && { class: size }), 'data-file-id': id, alt: alt.slice(0, 200), ...picture(id) }
          : {},
      }),
      ol: (_tag, attributes) => ({ tagName: 'ol', attribs: keep(attributes, 'start', /^[0-9]{1,4}$/) }),
      td: cell,
      th: cell,
    },
    // pictures from elsewhere, links to nowhere
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['data-file-id'],
    nestingLimit: 40,
  }
}

/** Twice: misplaced tags move when HTML is parsed again, and what is stored must not change then. */
const settle = (html: string, options: IOptions) => sanitizeHtml(sanitizeHtml(html, options), options)

export type CleanText = {
  html: string
  /** Of the pictures in it, each once. */
  fileIds: string[]
  /** The words alone, for searching and for previews. */
  text: string
}

const plain = (html: string) =>
  sanitizeHtml(html.replace(/<(?:br|\/p|\/h\d|\/li|\/tr|\/t[dh]|\/(?:fig)?caption)\b[^>]*>/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  })
    .replace(/\s+/g, ' ')
    .trim()

/** Before saving. 413 where it is longer than RICH_TEXT_MAX, 400 where there are more pictures than RICH_TEXT_IMAGES_MAX. */
export function cleanRichText(html: string): CleanText {
  if (html.length > RICH_TEXT_MAX) throw refuse('tooLarge', { msg: '正文过长，请删减后再保存' })
  const ids = new Set<string>()
  const clean = settle(
    html,
    optionsWith((id) => {
      ids.add(id)
      return {}
    }),
  )
  if (ids.size > RICH_TEXT_IMAGES_MAX) throw refuse('invalid', { msg: `图片最多 ${RICH_TEXT_IMAGES_MAX} 张` })
  return { html: clean, fileIds: [...ids], text: plain(clean) }
}

/** For anybody to read, without an account: `link` answers for the pictures, which are fetched as they come into view. */
export const showPublicText = (html: string, link: (fileId: string) => string): string =>
  sanitizeHtml(
    html,
    optionsWith((id) => ({ src: link(id), loading: 'lazy' })),
  )

const drawnIn = /(<img [^<>]*data-file-id="(\d+)"[^<>]* src=")[^"<>]*(")/g

/**
 * For this person to read: pictures get links for 12 h. The caller must have checked that they may read the text.
 * @param drawn PNGs that are no files, by the ids under which the text names them
 */
export function showRichText(
  core: Pick<Core, 'config'>,
  html: string,
  actor: { id: string },
  drawn: ReadonlyMap<string, Buffer> = new Map(),
): string {
  const shown = sanitizeHtml(
    html,
    optionsWith((id) => ({ src: linkTo(core, id, actor) })),
  )
  if (drawn.size === 0) return shown
  return shown.replace(drawnIn, (whole, before: string, id: string, after: string) => {
    const png = drawn.get(id)
    return png ? `${before}data:image/png;base64,${png.toString('base64')}${after}` : whole
  })
}
