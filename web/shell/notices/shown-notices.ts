// Unread notices come again with each load: which of them this tab has shown already.
import { readEntry, writeEntry } from '#web/lib/storage.ts'

const SHOWN = 'shown-notices'
const SHOWN_MOST = 200

const isIds = (content: unknown): content is string[] =>
  Array.isArray(content) && content.every((each) => typeof each === 'string')

/** True once for each message. */
export function isFirstShown(id: string): boolean {
  const shown = readEntry('session', SHOWN, isIds) ?? []
  if (shown.includes(id)) return false
  writeEntry('session', SHOWN, [...shown, id].slice(-SHOWN_MOST))
  return true
}
