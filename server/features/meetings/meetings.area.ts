// What meetings register with the application.
import { routes as checkIns } from './check-ins.routes.ts'
import { routes as dinner } from './dinner.routes.ts'
import { routes as invitations } from './invitations.routes.ts'
import { routes as images } from './meeting-images.routes.ts'
import { routes as news } from './meeting-news.routes.ts'
import { routes as kept, meetingsExport } from './meetings.routes.ts'
import { routes as openContents } from './open-contents.routes.ts'
import { routes as open } from './open-meetings.routes.ts'
import { routes as openSignUps } from './open-sign-ups.routes.ts'
import { routes as editions } from './previous-meetings.routes.ts'

import { signUpCause } from './sign-up-mails.queries.ts'
import { routes as signUps, signUpsExport } from './sign-ups.routes.ts'
import { signUpsImport } from './sign-ups-import.ts'

export const meetings = {
  routes: [
    ...kept,
    ...editions,
    ...news,
    ...images,
    ...dinner,
    ...signUps,
    ...checkIns,
    ...invitations,
    ...open,
    ...openContents,
    ...openSignUps,
  ],
  sheets: [meetingsExport, signUpsExport, signUpsImport],
  causes: [signUpCause],
}
