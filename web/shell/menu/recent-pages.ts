// Recently opened pages of a person in this browser, latest first (spec §3 "Local storage entry").
import { readEntry, writeEntry } from '#web/lib/storage.ts'

const MAX = 8

const isPaths = (content: unknown): content is string[] =>
  Array.isArray(content) && content.every((path) => typeof path === 'string')

const entryOf = (userId: string) => `recent-${userId}`

export const recentPages = (userId: string): string[] => readEntry('local', entryOf(userId), isPaths) ?? []

export function noteRecentPage(userId: string, path: string): void {
  const before = recentPages(userId)
  if (before[0] === path) return
  writeEntry('local', entryOf(userId), [path, ...before.filter((each) => each !== path)].slice(0, MAX))
}
