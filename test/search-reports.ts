// Lines of search-marketing reports for tests.
import type { ReportLine } from '#server/features/operations/imports/search-reports.queries.ts'

/** A line of an account's whole day, unless it says otherwise. */
export const reportLine = (changes: Partial<ReportLine>): ReportLine => ({
  level: 'account',
  part: 'all',
  day: '2026-03-10',
  account: '甲',
  campaign: '',
  group: '',
  keyword: '',
  word: '',
  providerId: '',
  matchType: '',
  device: '',
  region: '',
  hour: null,
  shows: 0,
  clicks: 0,
  cost: '0',
  position: null,
  reported: 0,
  ...changes,
})
