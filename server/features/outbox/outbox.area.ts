// What the outbox adds to the application.
import type { Route } from '../../core/http/serve.ts'
import { noticeCause } from '../../core/outbox/causes.ts'

export const outbox = {
  causes: [noticeCause('registration'), noticeCause('expiring'), noticeCause('jobEnded'), noticeCause('monitoring')],
  routes: [] as Route[],
}
