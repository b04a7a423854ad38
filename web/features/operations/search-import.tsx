// Import of the reports of all sources.
import { searchImport } from '#contract/operations/search-sheets.ts'
import { analyseSearchWords, countSearchWords, querySearchWords } from '#contract/operations/search-words.ts'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { accountReads } from './search-marketing-pages.ts'

const reads = [...accountReads, querySearchWords, countSearchWords, analyseSearchWords]

export const SearchImport = () => <ImportButton calls={searchImport} invalidates={reads} />
