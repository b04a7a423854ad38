// What meetings register with the application.

import { routes as images } from './contents/meeting-images.routes.ts'
import { routes as news } from './contents/meeting-news.routes.ts'
import { routes as openContents } from './contents/open-contents.routes.ts'
import { routes as dinner, dinnerExport } from './dinner/dinner.routes.ts'
import { routes as checkIns } from './door/check-ins.routes.ts'
import { routes as door } from './door/door.routes.ts'
import { routes as funnel } from './funnel/funnel.routes.ts'
import { invitationCause } from './invitations/invitation-mails.queries.ts'
import { routes as invitations } from './invitations/invitations.routes.ts'
import { cancelledCause, movedCause, reminderCause, restoredCause } from './meeting-messages.queries.ts'
import { routes as kept, meetingsExport } from './meetings.routes.ts'
import { routes as open } from './open-meetings.routes.ts'
import { routes as apply } from './pages/apply.routes.ts'
import { routes as tickets } from './pages/tickets.routes.ts'
import { routes as papers, papersJob } from './papers/papers.routes.ts'
import { routes as editions } from './previous-meetings.routes.ts'
import { remindersJob } from './reminders.jobs.ts'
import { offersJob } from './sign-ups/offers.jobs.ts'
import { routes as openSignUps } from './sign-ups/open-sign-ups.routes.ts'
import { signUpCause } from './sign-ups/sign-up-mails.queries.ts'
import { routes as signUps, signUpsExport } from './sign-ups/sign-ups.routes.ts'
import { signUpsImport } from './sign-ups/sign-ups-import.ts'

export const meetings = {
  routes: [
    ...kept,
    ...editions,
    ...news,
    ...images,
    ...dinner,
    ...signUps,
    ...checkIns,
    ...door,
    ...papers,
    ...invitations,
    ...open,
    ...openContents,
    ...openSignUps,
    ...tickets,
    ...apply,
    ...funnel,
  ],
  sheets: [meetingsExport, signUpsExport, dinnerExport, signUpsImport],
  jobs: [offersJob, papersJob, remindersJob],
  causes: [signUpCause, invitationCause, movedCause, cancelledCause, restoredCause, reminderCause],
}
