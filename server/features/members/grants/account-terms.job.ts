// At midnight in Shanghai: updates the accounts in which the next grant takes over.
import { Fields } from '#contract/fields.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { turnTerms } from './grants.queries.ts'

const DAY_MIN = 24 * 60

export const accountTermsJob = job({
  name: 'members.accountTerms',
  input: Fields({}),
  title: () => '更新账号的生效授权',
  schedule: { every: DAY_MIN },
  run: ({ core, finish }) =>
    transact(core, async (tx) => {
      const done = await turnTerms(tx)
      return finish(tx, { done, message: `${done} 个账号换了生效的授权` })
    }),
})
