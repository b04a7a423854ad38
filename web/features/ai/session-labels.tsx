// Addresses and marks of sessions, and the reads that show them.
import { type Feedback, feedbackLabels, type SessionFlag, sessionFlagLabels } from '#contract/ai/ai-labels.ts'
import { getAiSession, getAiSessionFigures, queryAiSessions } from '#contract/ai/sessions.ts'
import { Status } from '#web/kit/table/status.tsx'

export const SESSIONS = '/application/aiWeb/session'
export const SESSION_DETAILS = `${SESSIONS}/details`

/** Reads that a deleted session leaves stale. */
export const sessionReads = [queryAiSessions, getAiSession, getAiSessionFigures]

const feedbackTones = { up: 'good', down: 'bad' } as const
export const FeedbackMark = ({ feedback }: { feedback: Feedback }) => (
  <Status tone={feedbackTones[feedback]}>{feedbackLabels[feedback]}</Status>
)

export const FlagMark = ({ flag }: { flag: SessionFlag }) => <Status tone="warning">{sessionFlagLabels[flag]}</Status>
