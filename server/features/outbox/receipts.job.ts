// Each minute: polls the provider of short messages for receipts.
import { Fields } from '#contract/fields.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { smsProviderOf } from '#server/core/outbox/providers/providers.ts'
import { pollReceipts } from '#server/core/outbox/receipts.ts'

export const receiptsJob = job({
  name: 'outbox.receipts',
  input: Fields({}),
  title: () => '查询短信回执',
  schedule: { every: 1 },
  // the next minute polls again
  retries: 0,
  run: async ({ core, signal }) => {
    const provider = smsProviderOf(core)
    if (!provider) return { done: 0, message: '没有设置短信服务商' }
    const { polled, changed } = await pollReceipts(core.db, provider, { signal })
    return { done: polled, message: `查询 ${polled} 条，${changed} 条状态有变化` }
  },
})
