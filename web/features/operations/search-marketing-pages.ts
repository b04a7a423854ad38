// Page and reads that screens of search marketing share.
import { querySemAccounts, querySemActs, querySemStrip } from '#contract/operations/search-accounts.ts'
import {
  getSearchMarketing,
  pivotSearchMarketing,
  querySearchAccounts,
  querySearchMarketing,
} from '#contract/operations/search-marketing.ts'

/** The page of all figures; `accountId` and `days` may stand in its address. */
export const FIGURES = '/operate/SemDeta'

/** The page of one campaign; `source`, `accountId`, `campaign` and `keyword` or `word` stand in its address. */
export const DETAIL = '/operate/SemDetail'

/** What shows accounts, their figures and days. */
export const accountReads = [
  querySemAccounts,
  querySemStrip,
  querySemActs,
  querySearchAccounts,
  getSearchMarketing,
  querySearchMarketing,
  pivotSearchMarketing,
]
