// Column widths of tables: dragged at the edge, or changed in the table menu. They are stored as the cells' `width`;
// styles that the editor sets on elements are not part of the HTML.
import { Extension } from '@tiptap/core'
import { columnResizing, isInTable, selectedRect } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { RICH_TEXT_COLUMN } from '#contract/rich-text.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    columnWidths: {
      /** Changes the selected columns by so many px; null: as wide as their content. */
      changeColumnWidth: (by: number | null) => ReturnType
    }
  }
}

const { least, most } = RICH_TEXT_COLUMN
export const columnPx = (px: number) => Math.min(most, Math.max(least, Math.round(px)))

/** The rendered width, for a column without a stored one. */
const shownPx = (view: EditorView, at: number, colspan: number) => {
  const cell = view.nodeDOM(at)
  return cell instanceof HTMLElement ? cell.offsetWidth / colspan : least
}

const EDGE_PX = 6

export const ColumnWidths = Extension.create({
  name: 'columnWidths',
  // before the tables' own plugin, which takes all mouse events in cells
  priority: 200,
  addProseMirrorPlugins: () => [columnResizing({ handleWidth: EDGE_PX, cellMinWidth: least, View: null })],
  addCommands: () => ({
    changeColumnWidth:
      (by) =>
      ({ state, tr, view, dispatch }) => {
        if (!isInTable(state)) return false
        if (!dispatch) return true
        const { left, right, map, table, tableStart } = selectedRect(state)
        for (let column = left; column < right; column++) {
          let px = 0
          for (let row = 0; row < map.height; row++) {
            const at = map.map[row * map.width + column] ?? 0
            const { colspan, colwidth } = (tr.doc.nodeAt(tableStart + at) ?? table).attrs
            const widths: number[] = colwidth ? [...colwidth] : Array.from({ length: colspan }, () => 0)
            const place = column - map.colCount(at)
            if (by !== null) px ||= columnPx((widths[place] || shownPx(view, tableStart + at, colspan)) + by)
            widths[place] = px
            tr.setNodeAttribute(tableStart + at, 'colwidth', widths.some(Boolean) ? widths : null)
          }
        }
        return true
      },
  }),
})
