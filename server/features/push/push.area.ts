// What the area of pushes adds to the application.

import { routes as chosen } from './pushes/chosen.routes.ts'
import { routes as previews } from './pushes/previews.routes.ts'
import { advertCause, pushCause, pushTestCause } from './pushes/pushes.cause.ts'
import { sendPush, settleJob } from './pushes/pushes.jobs.ts'
import { routes as pushes } from './pushes/pushes.routes.ts'
import { routes as unsubscribe } from './pushes/unsubscribe.routes.ts'

import { reportCause, routes as reports } from './reports/reports.routes.ts'

export const push = {
  routes: [...pushes, ...previews, ...chosen, ...unsubscribe, ...reports],
  jobs: [sendPush, settleJob],
  causes: [pushCause, advertCause, pushTestCause, reportCause],
}
