// What of a form's input is kept in local storage until it is saved (spec §3 "Local storage entry"): only what was changed,
// never a password, and not for long.
import { readEntry, removeEntry, writeEntry } from '../../lib/storage.ts'
import { isSame } from './merge-versions.ts'

/** `savedAt` is ms since 1970. */
export type Draft = { changes: Record<string, unknown>; savedAt: number }

/** Names of drafts that this browser keeps, with their time. */
type Kept = { name: string; at: number }

const INDEX = 'drafts'
const DRAFTS_MAX = 20
const LIFE_MS = 7 * 24 * 3_600_000

const secret = /password|passwd|secret|token|captcha/i

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isDraft = (content: unknown): content is Draft =>
  isObject(content) && isObject(content.changes) && typeof content.savedAt === 'number'
const isKept = (content: unknown): content is Kept[] =>
  Array.isArray(content) && content.every((each) => isObject(each) && typeof each.name === 'string')

/** Objects that hold nothing secret: values of a form are never changed, and a text keeps the blocks in which nobody writes. */
const harmless = new WeakSet<object>()

function hasSecret(value: unknown): boolean {
  if (!isObject(value) || harmless.has(value)) return false
  // what writes its own JSON may show other keys there
  if (typeof value.toJSON === 'function') return true
  for (const key in value) if (secret.test(key) || hasSecret(value[key])) return true
  harmless.add(value)
  return false
}

/** As JSON carries it, without what is secret, however deep it stands. A value without secrets comes back as it is. */
const withoutSecrets = (value: unknown): unknown =>
  hasSecret(value)
    ? JSON.parse(JSON.stringify(value, (key, each: unknown) => (secret.test(key) ? undefined : each)) ?? 'null')
    : value

function differences(initial: object, values: object): [string, unknown][] {
  const before = new Map<string, unknown>(Object.entries(initial))
  return Object.entries(values).filter(([key, value]) => {
    const isEmptyBoth = (value ?? '') === '' && (before.get(key) ?? '') === ''
    return !isEmptyBoth && !isSame(value, before.get(key))
  })
}

/** Whether the values differ from what the form began with, also in what is never kept. */
export const isChangedFrom = (initial: object, values: object): boolean => differences(initial, values).length > 0

/** The fields in which the values differ from what the form began with; null where there are none to keep. */
export function changesOf(initial: object, values: object): Record<string, unknown> | null {
  const changed = differences(initial, values).filter(([key, value]) => value !== undefined && !secret.test(key))
  const kept = changed.map(([key, value]) => [key, withoutSecrets(value)] as const)
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

const entryOf = (name: string) => `draft-${name}`

const keptBut = (name: string): Kept[] => (readEntry('local', INDEX, isKept) ?? []).filter((each) => each.name !== name)

export function removeDraft(name: string): void {
  removeEntry('local', entryOf(name))
  writeEntry('local', INDEX, keptBut(name))
}

/** The draft of that name, or undefined where there is none, or an old one. */
export function readDraft(name: string, now = Date.now()): Draft | undefined {
  const draft = readEntry('local', entryOf(name), isDraft)
  return draft && now - draft.savedAt < LIFE_MS ? draft : undefined
}

/** Keeps the changes under that name, and drops what is old or too many of all drafts. */
export function writeDraft(name: string, changes: Record<string, unknown>, now = Date.now()): void {
  const all = [{ name, at: now }, ...keptBut(name)]
  const staying = all.filter(({ at }) => now - at < LIFE_MS).slice(0, DRAFTS_MAX)
  for (const each of all) if (!staying.includes(each)) removeEntry('local', entryOf(each.name))
  writeEntry('local', entryOf(name), { changes, savedAt: now } satisfies Draft)
  writeEntry('local', INDEX, staying)
}
