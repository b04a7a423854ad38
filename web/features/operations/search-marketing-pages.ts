/** The page of one campaign; `source`, `accountId`, `campaign` and `keyword` or `word` stand in its address. */
export const DETAIL = '/operate/SemDetail'
