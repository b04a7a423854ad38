// What the operations area registers with the application.
import { routes as openSem } from './imports/open-sem.routes.ts'
import { searchReportImport } from './imports/search-sheets.ts'
import {
  registrationDetailsExport,
  registrationFiguresExport,
  routes as registrationStatistics,
} from './registrations/registration-statistics.routes.ts'
import { routes as searchAccounts } from './search-accounts.routes.ts'
import { routes as searchCells } from './search-cells.routes.ts'
import { routes as searchDetail, searchDetailExport } from './search-detail.routes.ts'
import { routes as searchMarketing, searchMarketingExport } from './search-marketing.routes.ts'
import { routes as searchMerges } from './search-merges.routes.ts'
import { routes as searchNotes } from './search-notes.routes.ts'
import { routes as searchWords, searchWordsExport } from './words/search-words.routes.ts'

export const operations = {
  routes: [
    ...registrationStatistics,
    ...openSem,
    ...searchAccounts,
    ...searchMarketing,
    ...searchCells,
    ...searchMerges,
    ...searchNotes,
    ...searchWords,
    ...searchDetail,
  ],
  sheets: [
    registrationDetailsExport,
    registrationFiguresExport,
    searchMarketingExport,
    searchWordsExport,
    searchDetailExport,
    searchReportImport,
  ],
}
