// Who did what with a sign-up, from the audit log.
import { and, desc, eq, sql } from 'drizzle-orm'
import { signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import { SIGN_UP_ACTS_MAX } from '#contract/meetings/sign-ups.ts'
import { fieldLabel } from '#contract/system/audit-labels.ts'
import type { Executor } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'

type Values = Record<string, unknown> | null

const textIn = (values: Values, key: string): string => (typeof values?.[key] === 'string' ? values[key] : '')

/** What it became, and why; of an edit what was changed. */
function historyText(action: string, before: Values, after: Values): string {
  if (action === 'meetingSignUp.edit')
    return Object.keys(after ?? {})
      .map((field) => fieldLabel(field, 'meetingSignUp'))
      .join('、')
  const state = textIn(after, 'state')
  const [from, to] = [textIn(before, 'quota'), textIn(after, 'quota')]
  const list = textIn(after, 'checkInList') || textIn(before, 'checkInList')
  return [
    Object.hasOwn(signUpStateLabels, state) ? signUpStateLabels[state as keyof typeof signUpStateLabels] : '',
    from === '' ? to : `${from} → ${to}`,
    list,
    list === '' ? '' : textIn(after, 'name') || textIn(before, 'name'),
    textIn(after, 'reason'),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The newest first. Callers check the scope. */
export async function historyOf(db: Executor, id: string) {
  const found = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorName: sql<string>`coalesce(${users.realName}, ${auditLog.actorName})`,
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.targetType, 'meetingSignUp'), eq(auditLog.targetId, id)))
    .orderBy(desc(auditLog.id))
    .limit(SIGN_UP_ACTS_MAX)
  return found.map(({ before, after, ...act }) => ({ ...act, text: historyText(act.action, before, after) }))
}
