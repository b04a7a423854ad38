// Every quarter of an hour: flags accounts that are used from too many places, and notifies each owner once.
import { Fields } from '#contract/fields.ts'
import { signalKinds } from '#contract/members/members.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { storePush } from '#server/core/live/pushes.ts'
import { type FoundSignal, findOwners, findSignals } from './account-signals.queries.ts'
import { noticesOf } from './account-signals.rules.ts'

const EVERY_MIN = 15
/** Minutes past the quarter hour, at which people's own work tends to start. */
const OFFSET_MIN = 4

export const signalsJob = job({
  name: 'accountSignals.find',
  input: Fields({}),
  title: () => '查找异常账号',
  schedule: { every: EVERY_MIN, offset: OFFSET_MIN },
  run: ({ core, finish }) =>
    transact(core, async (tx, announce) => {
      const found: FoundSignal[] = []
      for (const kind of signalKinds) found.push(...(await findSignals(tx, kind)))
      const fresh = found.filter(({ isNew }) => isNew)
      const owners = await findOwners(
        tx,
        fresh.map(({ accountId }) => accountId),
      )
      for (const { userId, title, content } of noticesOf(fresh, owners)) {
        await storePush(tx, announce, { userIds: [userId], type: 'notice', data: { title, content } })
      }
      return finish(tx, { done: found.length, message: `新发现 ${fresh.length} 条，未处理 ${found.length} 条仍在发生` })
    }),
})
