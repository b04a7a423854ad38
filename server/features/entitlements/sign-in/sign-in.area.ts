// What the sign-in of members registers with the application.

import { notifyLogoutJob } from './notify-logout.job.ts'
import { routes } from './sign-in-clients.routes.ts'
import { renewKeysJob } from './sign-in-keys.ts'

export const signIn = {
  routes,
  jobs: [notifyLogoutJob, renewKeysJob],
}
