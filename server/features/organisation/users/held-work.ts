// What the areas declare to hang on a person, in the order in which it is locked and shown.
import type { HeldWork } from '../../../core/access/held-work.ts'
import { assignedReviews, openArticles } from '../../articles/held-work.queries.ts'
import { keptSignUps, openMeetings } from '../../meetings/held-work.queries.ts'
import { ownRules } from '../../monitoring/held-work.queries.ts'
import { ownSearchAccounts, ownSearchNodes } from '../../operations/held-work.queries.ts'
import { openPushes, openReports } from '../../push/held-work.queries.ts'
import { openComplaints, openReminders } from '../../service/held-work.queries.ts'
import { openVisitSteps, openVisits, ownSites } from '../../visits/held-work.queries.ts'

export const heldWork: readonly HeldWork[] = [
  openReminders,
  openComplaints,
  ownSites,
  openVisits,
  openVisitSteps,
  keptSignUps,
  ownRules,
  openArticles,
  assignedReviews,
  openPushes,
  openReports,
  openMeetings,
  ownSearchAccounts,
  ownSearchNodes,
]
