// Blocks of cells as spreadsheets copy them: tab-separated cells, one row per line, quotes around cells with tabs or
// lines.

/** A trailing line break ends the last row. Cells are trimmed. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/y
  while (cell.lastIndex < text.length) {
    const [, raw = '', end = ''] = cell.exec(text) ?? []
    const value = raw.length > 1 && raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw
    rows.at(-1)?.push(value.trim())
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('')
    if (end !== '\t' && end !== '' && cell.lastIndex < text.length) rows.push([])
  }
  return text === '' ? [] : rows
}

const quoted = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const writeBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
