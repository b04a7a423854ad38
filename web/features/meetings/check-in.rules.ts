// What a scan or a typed text means, and what is said of a check-in.
import type { CheckInOutcome, RosterRow } from '../../../contract/meetings/check-ins.ts'
import { signUpStateLabels } from '../../../contract/meetings/sign-up-labels.ts'

const MATCHES_MAX = 20

/** `listId` too, as scans of several lists may wait for the network. */
export type Scan = { listId: string; ticket: string; at: string }
/** A scan with what is known of it; `queued`: not sent yet. */
export type Entry = Scan & {
  name: string
  people: number
  outcome: CheckInOutcome | 'queued'
  /** The first check-in, where that is another one. */
  firstAt: string | null
  byName: string
}

export const keyOf = ({ listId, ticket, at }: Scan) => `${listId} ${ticket} ${at}`

/** The ticket in a scanned or typed text; letters may be small, groups may be separated. */
export function ticketOf(text: string): string | undefined {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  return /^[2-9A-HJ-NP-Z]{8}$/.test(bare) ? bare : undefined
}

/** Rows of a roster that a typed text finds, by name, company or ticket. */
export function matchesOf(roster: readonly RosterRow[], text: string): RosterRow[] {
  const part = text.trim().toLowerCase()
  if (part === '') return []
  return roster
    .filter(({ name, company, ticket }) => `${name} ${company} ${ticket}`.toLowerCase().includes(part))
    .slice(0, MATCHES_MAX)
}

export const isScans = (content: unknown): content is Scan[] =>
  Array.isArray(content) &&
  content.every((each) => ['listId', 'ticket', 'at'].every((key) => typeof each?.[key] === 'string'))

const clock = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })
export const timeText = (at: string) => clock.format(new Date(at))

/** @param state of the sign-up, where the roster knows it */
export function saidOf(entry: Entry, state?: RosterRow['state']): string {
  const { outcome, name, people, ticket, firstAt, byName } = entry
  switch (outcome) {
    case 'in':
      return `${name} 签到成功，共 ${people} 人`
    case 'queued':
      return `${name || ticket} 已记录，联网后自动提交`
    case 'already':
      return `${name} 已于 ${firstAt ? timeText(firstAt) : ''} 由 ${byName} 签到`
    case 'notConfirmed':
      return `${name} ${state ? signUpStateLabels[state] : '没有确认'}，不能签到`
    case 'unknown':
      return `没有票号 ${ticket}`
  }
}
