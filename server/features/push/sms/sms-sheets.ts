import { exportSmsLoads, type SmsOptOutKey, smsOptOutImport } from '#contract/push/sms-loads.ts'
import { exportSmsPushes } from '#contract/push/sms-pushes.ts'
import { insertOptOuts } from '#server/core/outbox/opt-outs.queries.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { whole } from '#server/core/sheets/imports-check.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { eachSmsLoad } from './sms-loads.queries.ts'
import { optOutOf, optOutsOf } from './sms-opt-outs.queries.ts'
import { eachSmsPush } from './sms-pushes.queries.ts'

export const smsPushesExport = declareExport(exportSmsPushes, {
  target: 'push',
  list: { each: eachSmsPush },
  scope: ({ id }) => ({ id: String(id) }),
  cells: {
    sent: ({ counts }) => counts?.sent ?? 0,
    failed: ({ counts }) => (counts ? counts.failed + counts.undelivered + counts.unsure : 0),
    withheld: ({ counts }) => counts?.withheld ?? 0,
    parts: ({ parts }) => parts ?? 0,
  },
})

export const smsLoadsExport = declareExport(exportSmsLoads, {
  target: 'smsClass',
  list: { each: eachSmsLoad },
})

export const smsOptOutsImport = declareImport<SmsOptOutKey, string>(smsOptOutImport, {
  target: 'smsOptOut',
  check: whole(async ({ db, rows, report }) => {
    const known = await optOutsOf(
      db,
      rows.map(({ values }) => values.mobile),
    )
    const firstWith = new Map<string, number>()
    for (const row of rows) {
      const { mobile, repliedOn } = row.values
      const { restoredAt } = known.get(mobile) ?? { restoredAt: undefined }
      if (restoredAt === null) report(row, 'mobile', '已经退订')
      if (restoredAt && !(repliedOn >= restoredAt.slice(0, 10)))
        report(row, 'repliedOn', `${restoredAt.slice(0, 10)} 已恢复接收，再次退订请填写之后的回复日期`)
      const first = firstWith.get(mobile)
      if (first === undefined) firstWith.set(mobile, row.number)
      else report(row, 'mobile', `与第 ${first} 行重复`)
    }
    return ({ values }) => values.mobile
  }),
  save: async ({ tx, rows, step }) => {
    for (const some of inSets(rows, step))
      await insertOptOuts(
        tx,
        some.map(({ value: mobile }) => ({ ...optOutOf(mobile), reason: '导入' })),
      )
    return rows.map(({ value }) => ({ id: value, name: value }))
  },
})
