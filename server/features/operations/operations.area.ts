// What the operations area registers with the application.
import { registrationDetailsExport, routes as registrationStatistics } from './registration-statistics.routes.ts'
import { routes as searchDetail, searchDetailExport } from './search-detail.routes.ts'
import { routes as searchMarketing, searchMarketingExport } from './search-marketing.routes.ts'
import { searchImportsOf } from './search-sheets.ts'
import { routes as searchWords, searchWordsExport } from './search-words.routes.ts'

export const operations = {
  routes: [...registrationStatistics, ...searchMarketing, ...searchWords, ...searchDetail],
  sheets: [registrationDetailsExport, searchMarketingExport, searchWordsExport, searchDetailExport, ...searchImportsOf],
}
