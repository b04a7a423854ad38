/**
 * Causes: why something leaves the house. Each kind of message is declared once by its area and listed in `causes` of
 * app.ts; when a message is claimed, its cause may withhold it.
 *
 *     export const reportPushes = cause({ name: 'push.report', label: '邮件推送报告', isCommercial: true, refuse: … })
 */
import { inArray, sql } from 'drizzle-orm'
import { type NoticeEvent, noticeEvents } from '#contract/outbox/message-labels.ts'
import type { Tx } from '#server/db/connection.ts'
import type { messages } from '#server/db/schema/core/outbox.ts'
import { users } from '#server/db/schema/organisation.ts'
import { isReachable, isSwitchedOn, noticeCauseOf } from './queue.ts'

export type Message = typeof messages.$inferSelect

/** Reasons to withhold messages, by id; messages without one are sent. */
export type Withheld = ReadonlyMap<string, string>

export type Cause = {
  /** `area.what`. Rows keep it. */
  name: string
  /** On the page 消息发送. */
  label: string
  /** Needs consent: withheld from addresses that opted out, marked 广告, and by SMS sent only from 8 to 21 h. */
  isCommercial: boolean
  /** To staff: not at night, several together. */
  isNotice: boolean
  /** Its fields are for the recipient alone: the page 消息发送 does not show them. */
  isSecret: boolean
  refuse: (tx: Tx, claimed: readonly Message[]) => Promise<Withheld>
}

const nothing: Withheld = new Map()

const labels = new Map<string, string>()

const secret = new Set<string>()

/** Names of causes whose fields are for the recipient alone. */
export const secretCauses: ReadonlySet<string> = secret

/** What causes are called, by their names. */
export const causeLabels: ReadonlyMap<string, string> = labels

export function cause(declared: Pick<Cause, 'name' | 'label'> & Partial<Cause>): Cause {
  labels.set(declared.name, declared.label)
  if (declared.isSecret) secret.add(declared.name)
  return { isCommercial: false, isNotice: false, isSecret: false, refuse: async () => nothing, ...declared }
}

/** @param refuse withholds notices whose subject (`about`) has been handled meanwhile */
export function noticeCause(event: NoticeEvent, refuse: Cause['refuse'] = async () => nothing): Cause {
  return cause({
    name: noticeCauseOf(event),
    label: noticeEvents[event].label,
    isNotice: true,
    refuse: async (tx, claimed) => {
      const ids = claimed.flatMap(({ recipientId }) => recipientId ?? [])
      const rows = await tx
        .select({ id: users.id, isReachable: sql<boolean>`${isReachable}`, isOn: sql<boolean>`${isSwitchedOn(event)}` })
        .from(users)
        .where(inArray(users.id, ids))
      const found = new Map(rows.map((row) => [row.id, row]))
      const done = await refuse(tx, claimed)
      return new Map(
        claimed.flatMap(({ id, recipientId }): [string, string][] => {
          const person = found.get(recipientId ?? '')
          if (!person?.isReachable) return [[id, '账号已禁用']]
          if (!person.isOn) return [[id, '已关闭这种提醒']]
          const why = done.get(id)
          return why === undefined ? [] : [[id, why]]
        }),
      )
    },
  })
}
