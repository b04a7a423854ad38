// The editor's schema: what contract/rich-text.ts allows. Nothing here writes a style attribute, which the pages'
// Content-Security-Policy would block: colours and alignment are classes.
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import {
  RICH_TEXT_COLUMN,
  type RichTextAlign,
  type RichTextColour,
  type RichTextWidth,
  richTextAligns,
  richTextClass,
  richTextColours,
  richTextHeadings,
  richTextWidths,
} from '#contract/rich-text.ts'
import { ColumnWidths, columnPx } from './rich-text-columns.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    richText: {
      setAlign: (align: RichTextAlign | null) => ReturnType
      setColour: (colour: RichTextColour | null) => ReturnType
    }
  }
}

const alignable = ['paragraph', 'heading'] as const

const classIn = <T extends RichTextAlign | RichTextColour | RichTextWidth>(
  element: HTMLElement,
  names: readonly T[],
): T | null => names.find((name) => element.classList.contains(richTextClass(name))) ?? null

const classFor = (name: RichTextAlign | RichTextColour | RichTextWidth | null) =>
  name ? { class: richTextClass(name) } : {}

const Align = Extension.create({
  name: 'align',
  addGlobalAttributes: () => [
    {
      types: [...alignable],
      attributes: {
        align: {
          default: null,
          parseHTML: (element) => classIn(element, richTextAligns),
          renderHTML: ({ align }) => classFor(align as RichTextAlign | null),
        },
      },
    },
  ],
  addCommands: () => ({
    setAlign:
      (align) =>
      ({ commands }) =>
        alignable.map((type) => commands.updateAttributes(type, { align })).some(Boolean),
  }),
  addKeyboardShortcuts() {
    const set = (align: RichTextAlign | null) => () => this.editor.commands.setAlign(align)
    return {
      'Mod-Shift-l': set(null),
      'Mod-Shift-e': set('center'),
      'Mod-Shift-r': set('right'),
      'Mod-Shift-j': set('justify'),
    }
  },
})

const Colour = Mark.create({
  name: 'colour',
  addAttributes: () => ({
    colour: {
      default: null,
      parseHTML: (element: HTMLElement) => classIn(element, richTextColours),
      renderHTML: ({ colour }: Record<string, unknown>) => classFor(colour as RichTextColour | null),
    },
  }),
  parseHTML: () => [{ tag: 'span', getAttrs: (element) => classIn(element, richTextColours) !== null && null }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  addCommands() {
    return {
      setColour:
        (colour) =>
        ({ commands }) =>
          colour ? commands.setMark(this.name, { colour }) : commands.unsetMark(this.name),
    }
  },
})

/** Pasted ones stay; chemistry and footnotes need them. */
const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
})
const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
})

/** Longest caption that the server accepts, characters. */
export const CAPTION_MAX = 200
const captionIn = (element: HTMLElement, tag: 'caption' | 'figcaption') =>
  element.querySelector(tag)?.textContent?.trim().slice(0, CAPTION_MAX) || null

/** A picture with a caption is inside a figure. */
const pictureIn = (element: HTMLElement) =>
  element.tagName === 'IMG' ? element : element.querySelector<HTMLElement>('img[data-file-id]')

/** `src` is a temporary link: the server stores only the file's id. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    fileId: {
      default: null,
      parseHTML: (element: HTMLElement) => pictureIn(element)?.dataset.fileId,
      renderHTML: ({ fileId }: Record<string, unknown>) => ({ 'data-file-id': fileId }),
    },
    src: { default: null, parseHTML: (element: HTMLElement) => pictureIn(element)?.getAttribute('src') },
    alt: { default: '', parseHTML: (element: HTMLElement) => pictureIn(element)?.getAttribute('alt') ?? '' },
    width: {
      default: null,
      parseHTML: (element: HTMLElement) => classIn(pictureIn(element) ?? element, richTextWidths),
      renderHTML: ({ width }: Record<string, unknown>) => classFor(width as RichTextWidth | null),
    },
    caption: {
      default: null,
      parseHTML: (element: HTMLElement) => captionIn(element, 'figcaption'),
      rendered: false,
    },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: (element) => pictureIn(element) !== null && null },
    { tag: 'img[data-file-id]' },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const image = ['img', mergeAttributes(HTMLAttributes)] as const
    const { caption } = node.attrs as { caption: string | null }
    return caption ? ['figure', image, ['figcaption', caption]] : image
  },
})

class CaptionedTable extends TableView {
  constructor(...args: ConstructorParameters<typeof TableView>) {
    super(...args)
    const { caption } = args[0].attrs as { caption: string | null }
    if (caption) this.table.createCaption().textContent = caption
  }
}

/** Tiptap's own table writes widths as style attributes, and has no caption. */
const PlainTable = Table.extend({
  addAttributes: () => ({
    caption: {
      default: null,
      parseHTML: (element: HTMLElement) => captionIn(element, 'caption'),
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: ({ node }) => {
    const { caption } = node.attrs as { caption: string | null }
    return caption ? ['table', ['caption', caption], ['tbody', 0]] : ['table', ['tbody', 0]]
  },
})

/** A cell that spans several columns has no width of its own; the columns' other cells have them. */
const spans = {
  colspan: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('colspan')) || 1 },
  rowspan: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('rowspan')) || 1 },
  colwidth: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const px = Number(element.getAttribute('width'))
      return px > 0 && !(Number(element.getAttribute('colspan')) > 1) ? [columnPx(px)] : null
    },
    renderHTML: ({ colspan, colwidth }: Record<string, unknown>) => {
      const [px] = (colwidth as number[] | null) ?? []
      return px && colspan === 1 ? { width: columnPx(px) } : {}
    },
  },
}

export const extensionsWith = (placeholder: string) => [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [...richTextHeadings] },
    link: {
      openOnClick: false,
      // no `protocols`: linkify knows those of richTextSchemes, and warns when a second editor registers them again
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
    dropcursor: { color: false, class: 'rich-dropcursor' },
  }),
  Align,
  Colour,
  Superscript,
  Subscript,
  Picture,
  // resized by `ColumnWidths`, which also works if the editor becomes editable later
  PlainTable.configure({ resizable: false, View: CaptionedTable, cellMinWidth: RICH_TEXT_COLUMN.least }),
  ColumnWidths,
  TableRow,
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
  Placeholder.configure({ placeholder }),
]
