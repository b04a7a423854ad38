// What the editor knows: the set of contract/rich-text.ts. Nothing here writes a style attribute, which the pages'
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
  richTextSchemes,
  richTextWidths,
} from '../../../contract/rich-text.ts'
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

/** `src` is the link of the moment: the server stores the file's id alone. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    fileId: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute('data-file-id'),
      renderHTML: ({ fileId }: Record<string, unknown>) => ({ 'data-file-id': fileId }),
    },
    src: { default: null },
    alt: { default: '' },
    width: {
      default: null,
      parseHTML: (element: HTMLElement) => classIn(element, richTextWidths),
      renderHTML: ({ width }: Record<string, unknown>) => classFor(width as RichTextWidth | null),
    },
  }),
  parseHTML: () => [{ tag: 'img[data-file-id]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** The package's own writes widths as style attributes. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
})

/** A cell over several columns leaves their widths to the others. */
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
      protocols: [...richTextSchemes],
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
    dropcursor: { color: false, class: 'rich-dropcursor' },
  }),
  Align,
  Colour,
  Picture,
  // widened by `ColumnWidths`, which also works where the text is only opened for editing later
  PlainTable.configure({ resizable: false, View: TableView, cellMinWidth: RICH_TEXT_COLUMN.least }),
  ColumnWidths,
  TableRow,
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
  Placeholder.configure({ placeholder }),
]
