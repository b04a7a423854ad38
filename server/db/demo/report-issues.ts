// Issues of the demo's customised reports: those of the past were sent and received, the newest are under way, a few are late.
import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#contract/days.ts'
import type { IssueState } from '#contract/push/report-labels.ts'
import type { Config } from '#server/config.ts'
import { keepFile, type StagedFile, stageFile } from '#server/core/files/files.ts'
import { writeSheet } from '#server/core/sheets/sheets.ts'
import { dueDays } from '#server/features/push/reports/due.rules.ts'
import { queueIssue } from '#server/features/push/reports/issue-mail.queries.ts'
import { isEmpty, type Tx } from '../connection.ts'
import { fileUses } from '../schema/core/files.ts'
import { messages } from '../schema/core/outbox.ts'
import { enterprises } from '../schema/members/members.ts'
import { users } from '../schema/organisation.ts'
import { reportIssues, reportOrders } from '../schema/push.ts'
import { type Chance, createChance } from './random.ts'

const SEED = 20_261_124
const TEXT = '您好：\n本期报告见附件，请查收。'
const measures = [
  ['均价', '元/吨'],
  ['加工费', '元/吨'],
  ['开工率', '%'],
  ['社会库存', '万吨'],
  ['周度产量', '万吨'],
  ['表观消费量', '万吨'],
] as const
const columns = [
  { header: '指标', width: 16 },
  { header: '单位', width: 10 },
  { header: '本期', width: 12, isNumber: true },
  { header: '上期', width: 12, isNumber: true },
]
/** What became of an order's newest issue, by turns; null: it was not written, and is late. */
const newest: readonly (IssueState | null)[] = ['received', 'sent', 'passed', 'reviewing', 'draft', null]

/** A workbook for each title: its content is kept once, however many issues have it. */
function stageWorkbook(tx: Tx, config: Config, title: string, chance: Chance): Promise<StagedFile> {
  const rows = measures.map(([name, unit]) => {
    const before = chance.between(40, 4_000)
    return [name, unit, before + chance.between(-20, 20), before]
  })
  const source = writeSheet('xlsx', { name: title, columns, rows })
  return stageFile(tx, { core: { config }, name: `${title}.xlsx`, source, purpose: 'attachment', ownerId: null })
}

/** Adds nothing where it has been before. @param config where the files go */
export async function addReportIssues(tx: Tx, today: Date, config: Config): Promise<void> {
  if (!(await isEmpty(tx, reportIssues))) return
  const chance = createChance(SEED)
  const orders = await tx
    .select({ order: reportOrders, authorId: users.id })
    .from(reportOrders)
    .innerJoin(enterprises, eq(enterprises.id, reportOrders.enterpriseId))
    .innerJoin(users, eq(users.id, enterprises.ownerId))
    .orderBy(reportOrders.id)
  const [reviewer] = await tx.select({ id: users.id }).from(users).where(eq(users.userName, 'sjgly'))
  const workbooks = new Map<string, StagedFile>()
  for (const [place, { order, authorId }] of orders.entries()) {
    const workbook = workbooks.get(order.title) ?? (await stageWorkbook(tx, config, order.title, chance))
    workbooks.set(order.title, workbook)
    const days = dueDays(order, order.startsOn, addDays(dayOf(today.getTime()), -1))
    for (const [at, dueOn] of days.entries()) {
      const state = at === days.length - 1 ? newest[place % newest.length] : 'received'
      if (!state) continue
      const title = `${order.title}（${dueOn}）`
      const file = await keepFile(tx, { ...workbook, name: `${title}.xlsx`, ownerId: authorId })
      const reviewerId = state === 'draft' || state === 'reviewing' ? null : (reviewer?.id ?? null)
      const [issue] = await tx
        .insert(reportIssues)
        .values({
          orderId: order.id,
          dueOn,
          number: at + 1,
          title,
          text: TEXT,
          fileId: file.id,
          state,
          authorId,
          reviewerId,
          ...(state === 'received' && {
            receivedOn: addDays(dueOn, chance.between(0, 1)),
            receivedBy: order.contactName,
          }),
        })
        .returning()
      if (!issue) throw new Error('no issue was stored')
      await tx.insert(fileUses).values({ fileId: file.id, targetType: 'reportIssue', targetId: issue.id })
      if (state !== 'sent' && state !== 'received') continue
      const bodyId = await queueIssue(tx, { issue, order })
      const sentAt = `${dueOn}T10:30:00+08:00`
      await tx.update(reportIssues).set({ bodyId, sentAt }).where(eq(reportIssues.id, issue.id))
      const times = { notBefore: sentAt, createdAt: sentAt, handedAt: sentAt, endedAt: sentAt }
      await tx
        .update(messages)
        .set({ state: 'sent', attempts: 1, ...times })
        .where(eq(messages.key, `report:${issue.id}`))
    }
  }
}
