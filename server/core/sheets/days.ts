// Days as spreadsheets write them, which depends on their language and on what a cell was made to look like.

/** Of `2026-11-16`, `2026/11/6`, `2026.11.16`, `2026年11月6日` or `20261116`; what it is no day of stays undefined. */
export function parseDay(text: string): string | undefined {
  const [, year, month = '', day = ''] =
    /^(\d{4})(?:[-/.年])(\d{1,2})(?:[-/.月])(\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
