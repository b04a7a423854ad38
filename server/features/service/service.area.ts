// What the customer-service area registers with the application.
import { routes as complaints, complaintsExport } from './complaints.routes.ts'
import { routes as contactFollows } from './contact-follows.routes.ts'
import { routes as contactRanking, rankingExport } from './contact-ranking.routes.ts'
import { routes as customerStream } from './customer-stream.routes.ts'
import { routes as customerValues } from './customer-values.routes.ts'
import { dueTodayJob } from './due-today.job.ts'
import { routes as followUps, followUpsExport } from './follow-ups.routes.ts'
import { silenceJob } from './silence.job.ts'

export const service = {
  routes: [...followUps, ...complaints, ...contactRanking, ...contactFollows, ...customerValues, ...customerStream],
  sheets: [followUpsExport, complaintsExport, rankingExport],
  jobs: [dueTodayJob, silenceJob],
}
