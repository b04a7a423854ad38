/** As the server takes a figure: full-width digits become plain ones, and thousands separators are left out. */
export const plainFigure = (typed: string): string =>
  typed.normalize('NFKC').replace(/[。｡]/g, '.').replaceAll(',', '').trimStart()
