// What a meeting should have before it is published: the form shows it as a list that turns green, publishing asks about the rest.
import type { MeetingKind } from './meeting-labels.ts'

/** Of a form, a stored meeting, or a row. */
export type Prepared = {
  kind: MeetingKind
  sessions: number
  hasCover: boolean
  hasText: boolean
  contacts: number
  seats: number
  venue: string
  signUpFrom: string | null
  signUpUntil: string | null
  channels: number
}

type Item = { label: string; isDone: (meeting: Prepared) => boolean }

const items: readonly Item[] = [
  { label: '议程', isDone: ({ sessions }) => sessions > 0 },
  { label: '封面', isDone: ({ hasCover }) => hasCover },
  { label: '页面正文', isDone: ({ hasText }) => hasText },
  { label: '会场地址', isDone: ({ kind, venue }) => kind === 'online' || venue.trim() !== '' },
  { label: '联系人', isDone: ({ contacts }) => contacts > 0 },
  { label: '名额', isDone: ({ seats }) => seats > 0 },
  { label: '报名时间', isDone: ({ signUpFrom, signUpUntil }) => signUpFrom !== null && signUpUntil !== null },
  { label: '发布渠道', isDone: ({ channels }) => channels > 0 },
]

export const readinessOf = (meeting: Prepared) => items.map(({ label, isDone }) => ({ label, isDone: isDone(meeting) }))

export const missingOf = (meeting: Prepared): string[] =>
  items.flatMap(({ label, isDone }) => (isDone(meeting) ? [] : [label]))
