// What the areas declare to hang on a person, in the order in which it is locked and shown.
import type { HeldWork } from '#server/core/access/held-work.ts'
import { assignedReviews, openArticles } from '#server/features/articles/held-work.queries.ts'
import { keptSignUps, openMeetings } from '#server/features/meetings/held-work.queries.ts'
import { salesWork } from '#server/features/members/held-work.queries.ts'
import { ownRules } from '#server/features/monitoring/held-work.queries.ts'
import { ownSearchAccounts, ownSearchNodes } from '#server/features/operations/held-work.queries.ts'
import { ownItems } from '#server/features/prices/held-work.queries.ts'
import { openPushes, openReports } from '#server/features/push/held-work.queries.ts'
import { openComplaints, openReminders } from '#server/features/service/held-work.queries.ts'
import { openVisitSteps, openVisits, ownSites } from '#server/features/visits/held-work.queries.ts'

export const heldWork: readonly HeldWork[] = [
  ...salesWork,
  openReminders,
  openComplaints,
  ownSites,
  openVisits,
  openVisitSteps,
  keptSignUps,
  ownItems,
  ownRules,
  openArticles,
  assignedReviews,
  openPushes,
  openReports,
  openMeetings,
  ownSearchAccounts,
  ownSearchNodes,
]
