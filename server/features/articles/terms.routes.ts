// Route for the dictionary's trade terms, for writers of articles.
import { listTerms } from '#contract/articles/terms.ts'
import { serve } from '#server/core/http/serve.ts'
import { termsOf } from '#server/features/system/dictionary.queries.ts'

export const routes = [serve(listTerms, ({ db }) => termsOf(db))]
