// What the outbox adds to the application.
import { noticeCause } from '../../core/outbox/causes.ts'
import { routes } from './messages.routes.ts'

export const outbox = {
  causes: [noticeCause('registration'), noticeCause('expiring'), noticeCause('jobEnded'), noticeCause('monitoring')],
  routes,
}
