// What the entitlements register with the application.
import { routes as check } from './check.routes.ts'
import { pruneJob } from './entitlements.jobs.ts'
import { routes as feed } from './feed.routes.ts'
import { routes as integration } from './integration.routes.ts'
import { routes as verify } from './verify.routes.ts'
import { routes as webhooks } from './webhooks/webhooks.routes.ts'
import { webhookCause } from './webhooks/webhooks-queue.ts'

export const entitlements = {
  routes: [...check, ...feed, ...verify, ...webhooks, ...integration],
  jobs: [pruneJob],
  causes: [webhookCause],
}
