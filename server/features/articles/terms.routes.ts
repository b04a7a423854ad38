// Terms of the dictionary over HTTP, for whoever writes articles.
import { listTerms } from '../../../contract/articles/terms.ts'
import { serve } from '../../core/http/serve.ts'
import { termsOf } from '../system/dictionary.queries.ts'

export const routes = [serve(listTerms, ({ db }) => termsOf(db))]
