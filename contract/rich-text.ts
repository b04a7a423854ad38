// What a formatted text may contain: written by the editor, held to by the server. No style attributes (the pages'
// Content-Security-Policy blocks them): colours, alignment and sizes of pictures are classes of a fixed set. Pictures name a
// file's id.

/** Classes `rt-red` …; the pages give them their colours in both modes. */
export const richTextColours = ['red', 'orange', 'green', 'blue', 'purple', 'grey'] as const
export type RichTextColour = (typeof richTextColours)[number]

/** Classes `rt-center` …; left is none. */
export const richTextAligns = ['center', 'right', 'justify'] as const
export type RichTextAlign = (typeof richTextAligns)[number]

/** The page itself has the first. */
export const richTextHeadings = [2, 3, 4] as const

/** Classes `rt-w25` …: how much of the text's width a picture takes, %. Without one it has its own size. */
export const richTextWidths = ['w25', 'w50', 'w75', 'w100'] as const
export type RichTextWidth = (typeof richTextWidths)[number]

/** The attribute `width` of a table's cells, whole px. */
export const RICH_TEXT_COLUMN = { least: 48, most: 1_200 } as const

export const richTextClass = (name: RichTextColour | RichTextAlign | RichTextWidth) => `rt-${name}`

/** Addresses that a link may have (spec §5, and whom to write to or call). */
export const richTextSchemes = ['http', 'https', 'ftp', 'mailto', 'tel'] as const

/** Pictures of a text at most. */
export const RICH_TEXT_IMAGES_MAX = 300

/** The HTML as the editor gives it at most, characters: a body declares `Text('正文', RICH_TEXT_MAX)`. */
export const RICH_TEXT_MAX = 500_000

const words = /\p{Script=Han}|[\p{Script=Latin}\p{N}]+(?:[.,'’-][\p{Script=Latin}\p{N}]+)*/gu

/** Each Chinese character counts as a word, as does each run of letters and digits. */
export const countWords = (text: string): number => text.match(words)?.length ?? 0
