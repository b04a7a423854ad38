// Each night: removes content and addresses of old messages.
import { Fields } from '#contract/fields.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { clearBodies, clearMessages } from '#server/core/outbox/clearing.queries.ts'

const DAY_MIN = 24 * 60
/** 03:40, when little is sent. */
const OFFSET_MIN = 3 * 60 + 40
/** Rows in one statement. */
const BATCH = 5_000

export const clearingJob = job({
  name: 'outbox.clear',
  input: Fields({}),
  title: () => '清理过期消息的内容和地址',
  schedule: { every: DAY_MIN, offset: OFFSET_MIN },
  run: async ({ core, by, signal, finish }) => {
    const { messageMonths: months } = core.config
    let rows = 0
    for (;;) {
      signal.throwIfAborted()
      const cleared = await clearMessages(core.db, months, BATCH)
      rows += cleared
      if (cleared < BATCH) break
    }
    return await transact(core, async (tx) => {
      const bodies = await clearBodies(tx, months)
      if (rows + bodies > 0)
        await audit(tx, by, {
          action: 'message.clear',
          targetType: 'message',
          targetId: '',
          after: { rows, bodies, months },
        })
      return finish(tx, { done: rows, message: `清理 ${rows} 条消息、${bodies} 份正文` })
    })
  },
})
