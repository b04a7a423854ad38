// What the sign-in of members registers with the application.
import { routes } from './sign-in-clients.routes.ts'
import { renewKeysJob } from './sign-in-keys.ts'
import { tellLogoutJob } from './tell-logout.job.ts'

export const signIn = {
  routes,
  jobs: [tellLogoutJob, renewKeysJob],
}
