// Short messages into and out of spreadsheets.
import { pushStateLabels } from '../../../../contract/push/push-labels.ts'
import {
  exportSmsLoads,
  type SmsLoadExportKey,
  type SmsLoadRow,
  type SmsOptOutKey,
  smsOptOutImport,
} from '../../../../contract/push/sms-loads.ts'
import { exportSmsPushes, type SmsPushExportKey, type SmsPushRow } from '../../../../contract/push/sms-pushes.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { declareImport } from '../../../core/sheets/imports.ts'
import { whole } from '../../../core/sheets/imports-check.ts'
import { minute } from '../../../core/sheets/sheet-cells.ts'
import { eachSmsLoad } from './sms-loads.queries.ts'
import { insertOptOuts, optedOutOf } from './sms-opt-outs.queries.ts'
import { eachSmsPush } from './sms-pushes.queries.ts'

const count = (n: number | null | undefined) => String(n ?? 0)
const number = { width: 10, isNumber: true } as const

export const smsPushesExport = declareExport<SmsPushExportKey, SmsPushRow>(exportSmsPushes, {
  target: 'push',
  list: { each: eachSmsPush },
  scope: ({ id }) => ({ id: String(id) }),
  columns: {
    title: { width: 30, cell: ({ title }) => title },
    className: { width: 20, cell: ({ className }) => className },
    state: { width: 10, cell: ({ state }) => pushStateLabels[state] },
    sent: { ...number, cell: ({ counts }) => count(counts?.sent) },
    failed: { ...number, cell: ({ counts }) => count(counts && counts.failed + counts.undelivered + counts.unsure) },
    withheld: { ...number, cell: ({ counts }) => count(counts?.withheld) },
    parts: { ...number, cell: ({ parts }) => count(parts) },
    cost: { ...number, cell: ({ cost }) => cost },
    authorName: { width: 12, cell: ({ authorName }) => authorName },
    startedAt: { width: 18, cell: ({ startedAt }) => (startedAt === null ? '' : minute(startedAt)) },
  },
})

export const smsLoadsExport = declareExport<SmsLoadExportKey, SmsLoadRow>(exportSmsLoads, {
  target: 'smsClass',
  list: { each: eachSmsLoad },
  columns: {
    day: { width: 12, cell: ({ day }) => day },
    className: { width: 20, cell: ({ className }) => className },
    total: { ...number, cell: ({ total }) => count(total) },
    sent: { ...number, cell: ({ sent }) => count(sent) },
    failed: { ...number, cell: ({ failed }) => count(failed) },
    undelivered: { ...number, cell: ({ undelivered }) => count(undelivered) },
    unsure: { ...number, cell: ({ unsure }) => count(unsure) },
    parts: { ...number, cell: ({ parts }) => count(parts) },
    cost: { ...number, cell: ({ cost }) => cost },
  },
})

export const smsOptOutsImport = declareImport<SmsOptOutKey, string>(smsOptOutImport, {
  target: 'smsOptOut',
  check: whole(async ({ db, rows, report }) => {
    const known = await optedOutOf(
      db,
      rows.map(({ values }) => values.mobile),
    )
    const firstWith = new Map<string, number>()
    for (const row of rows) {
      const { mobile } = row.values
      if (known.has(mobile)) report(row, 'mobile', '已经退订')
      const first = firstWith.get(mobile)
      if (first === undefined) firstWith.set(mobile, row.number)
      else report(row, 'mobile', `与第 ${first} 行重复`)
    }
    return ({ values }) => values.mobile
  }),
  save: async ({ tx, rows }) => {
    await insertOptOuts(
      tx,
      rows.map(({ value: mobile }) => ({ mobile, reason: '导入' })),
    )
    return rows.map(({ value }) => ({ id: value, name: value }))
  },
})
