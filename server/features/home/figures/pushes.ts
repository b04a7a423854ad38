// Figures of those who send mails and short messages.
import { pushCalls } from '#contract/push/push-calls.ts'
import { pushPages } from '#contract/push/push-labels.ts'
import type { PushRow } from '#contract/push/pushes.ts'
import { smsPushCalls } from '#contract/push/sms-pushes.ts'
import { pushListOf } from '#server/features/push/pushes/pushes.queries.ts'
import { listSmsPushes } from '#server/features/push/sms/sms-pushes.queries.ts'
import { type Figure, some, work } from './figure.ts'

const pushLine = ({
  title,
  note,
  authorName,
  updatedAt,
}: Pick<PushRow, 'title' | 'note' | 'authorName' | 'updatedAt'>) => ({
  title,
  note: note || authorName,
  since: updatedAt,
})

export const pushFigures: Readonly<Record<string, Figure>> = {
  smsReviewing: {
    label: '待审短信推送',
    menu: 'smsListPush',
    access: smsPushCalls.pass.access,
    query: 'state=reviewing',
    count: (db, actor) => work(listSmsPushes(db, { ...some, state: 'reviewing' }, actor.id), pushLine),
    isSilentAtZero: true,
  },
  smsStopped: {
    label: '已暂停的短信推送',
    menu: 'smsListPush',
    access: smsPushCalls.launch.access,
    query: 'state=stopped',
    count: (db, actor) => work(listSmsPushes(db, { ...some, state: 'stopped' }, actor.id), pushLine),
    isSilentAtZero: true,
  },
  reportsStopped: {
    label: '已暂停的邮件推送',
    menu: pushPages.report.menu,
    access: pushCalls.report.launch.access,
    query: 'state=stopped',
    count: (db) => work(pushListOf.report(db, { ...some, state: 'stopped' }), pushLine),
    isSilentAtZero: true,
  },
}
