// Each morning, where it is switched on: customers whom nobody contacts become tasks, and return to the pool.
import { Fields } from '#contract/fields.ts'
import type { Config } from '#server/config.ts'
import { databaseToday } from '#server/core/clock.ts'
import { transact } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { lookAtSilence } from './silence.acts.ts'
import { dropAllTasks } from './silence.queries.ts'

const DAY_MIN = 24 * 60
/** 08:00, before the reminders of the day. */
const OFFSET_MIN = 8 * 60

const poolOf = ({ poolReturnDays, poolWarnDays }: Config) =>
  poolReturnDays > 0 ? { returnDays: poolReturnDays, warnDays: poolWarnDays } : null

export const silenceJob = job({
  name: 'service.silence',
  input: Fields({}),
  title: () => '查找很久没有联系的客户',
  schedule: { every: DAY_MIN, offset: OFFSET_MIN },
  run: ({ core, by, finish }) =>
    transact(core, async (tx, announce) => {
      const pool = poolOf(core.config)
      if (!core.config.silentTasks && pool === null) {
        await dropAllTasks(tx)
        return finish(tx, { done: 0, message: '未启用' })
      }
      const { opened, warned, returned } = await lookAtSilence(
        { tx, announce, by },
        { today: await databaseToday(tx), pool },
      )
      const message = `新增任务 ${opened} 个，提醒将退回 ${warned} 个，退回公海 ${returned} 个`
      return finish(tx, { done: opened + warned + returned, message })
    }),
})
