// Lines of a sheet that add the others up: they are none of its rows.

const sumWord =
  /^[（(【[]?(合计|总计|小计|汇总|共计|总和|total|subtotal|sub-total|overalltotal|grandtotal)[-–—:：,，\d共条项个家行（）()【】[\]]*$/i

/** `合计`, `小计：`, `Grand Total`, `总计（共 12 行）`. */
export const isSumWord = (cell: string): boolean => sumWord.test(cell.replace(/\s/g, ''))

/** A number as sheets write it, with what may stand around it; nothing, or a dash for it. */
const figure = /^[-–—+¥￥$]?(\d[\d,，]*(\.\d+)?|\.\d+)?(%|元|吨|条|家|个|行|人)?$/
const isFigure = (cell: string) => figure.test(cell.replace(/\s/g, ''))

/** Cells among which the word may stand: groups and their subtotals have names before it. */
const FIRST = 3

/** The word of a line that is a sum: behind it are figures alone. Undefined for any other line, such as that of a company named Total. */
export function sumWordOf(cells: readonly string[]): string | undefined {
  const filled = cells.filter((cell) => cell !== '')
  const at = filled.slice(0, FIRST).findIndex(isSumWord)
  const word = filled[at]
  if (word === undefined) return undefined
  const behind = filled.slice(at + 1)
  // behind a name the word alone may be that name's value
  return behind.every(isFigure) && (at === 0 || behind.length > 0) ? word : undefined
}
