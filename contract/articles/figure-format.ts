// How figures are written in tables that readers see: in articles and in pushes alike.

/** `7800.5` as `7,800.5`; each figure of a range. */
export const grouped = (figure: string): string =>
  figure.replace(/(?<![\d.])\d+/g, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** Of a change or a percentage: with its sign. */
export const signed = (figure: string): string => (/^[+-]|^0*\.?0*%?$/.test(figure) ? figure : `+${figure}`)

/** What stands where there is no figure. */
export const NO_FIGURE = '—'
