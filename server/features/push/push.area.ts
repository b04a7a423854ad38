// What the push area registers with the application.

import { routes as articlePreviews } from './pushes/article-previews.routes.ts'
import { routes as chosen } from './pushes/chosen.routes.ts'
import { routes as mailOptOuts } from './pushes/mail-opt-outs.routes.ts'
import { routes as previews } from './pushes/previews.routes.ts'
import { advertCause, pushCause, pushTestCause } from './pushes/pushes.cause.ts'
import { sendPush, settleJob, verifiedJob } from './pushes/pushes.jobs.ts'
import { routes as pushes } from './pushes/pushes.routes.ts'
import { routes as tracking } from './pushes/tracking.routes.ts'
import { routes as unsubscribe } from './pushes/unsubscribe.routes.ts'

import { reportCause } from './reports/issue-mail.queries.ts'
import { routes as reports } from './reports/reports.routes.ts'
import { smsAdvertCause, smsCause, smsTestCause } from './sms/sms.cause.ts'
import { routes as smsClasses } from './sms/sms-classes.routes.ts'
import { routes as smsLoads } from './sms/sms-loads.routes.ts'
import { routes as smsPushes } from './sms/sms-pushes.routes.ts'
import { routes as smsReplies } from './sms/sms-replies.routes.ts'
import { smsLoadsExport, smsOptOutsImport, smsPushesExport } from './sms/sms-sheets.ts'

export const push = {
  routes: [
    ...pushes,
    ...previews,
    ...articlePreviews,
    ...chosen,
    ...tracking,
    ...unsubscribe,
    ...mailOptOuts,
    ...reports,
    ...smsClasses,
    ...smsPushes,
    ...smsLoads,
    ...smsReplies,
  ],
  sheets: [smsPushesExport, smsLoadsExport, smsOptOutsImport],
  jobs: [sendPush, settleJob, verifiedJob],
  causes: [pushCause, advertCause, pushTestCause, reportCause, smsCause, smsAdvertCause, smsTestCause],
}
