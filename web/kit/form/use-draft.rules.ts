// Drafts of forms in local storage (spec §3 "Local storage entry"): only the changed fields, never secrets, for a
// limited time, and readable by their person alone.
import { seal, unseal } from '#web/lib/sealed.ts'
import { readEntry, removeEntry, writeEntry } from '#web/lib/storage.ts'
import { isSame } from './merge-versions.ts'

/** `savedAt` is ms since 1970; `isCutOff`: the session ended while it was being typed. */
export type Draft = { changes: Record<string, unknown>; savedAt: number; isCutOff?: boolean }

/** `name` begins with the person's id; `key` is theirs (`Session.draftKey`). */
export type DraftPlace = { name: string; key: string }

/** Names of drafts that this browser keeps, with their time. */
type Kept = { name: string; at: number }

const INDEX = 'drafts'
const DRAFTS_MAX = 100
const LIFE_MS = 30 * 24 * 3_600_000

const secret = /password|passwd|secret|token|captcha/i

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isDraft = (content: unknown): content is Draft =>
  isObject(content) && isObject(content.changes) && typeof content.savedAt === 'number'
const isText = (content: unknown): content is string => typeof content === 'string'
const isKept = (content: unknown): content is Kept[] =>
  Array.isArray(content) && content.every((each) => isObject(each) && typeof each.name === 'string')

/**
 * Objects known to have no secrets. Form values are immutable, and an edited text keeps the objects of unchanged
 * blocks.
 */
const harmless = new WeakSet<object>()

function hasSecret(value: unknown): boolean {
  if (!isObject(value) || harmless.has(value)) return false
  // `toJSON` may return other keys
  if (typeof value.toJSON === 'function') return true
  for (const key in value) if (secret.test(key) || hasSecret(value[key])) return true
  harmless.add(value)
  return false
}

/** A JSON copy without secrets at any depth; a value without secrets is returned as it is. */
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

/** Whether the values differ from the initial ones, also in fields that drafts leave out. */
export const isChangedFrom = (initial: object, values: object): boolean => differences(initial, values).length > 0

/** The fields to keep that differ from the initial values; null if there are none. */
export function changesOf(initial: object, values: object): Record<string, unknown> | null {
  const changed = differences(initial, values).filter(([key, value]) => value !== undefined && !secret.test(key))
  const kept = changed.map(([key, value]) => [key, withoutSecrets(value)] as const)
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

const entryOf = (name: string) => `draft-${name}`

const keptBut = (name: string): Kept[] => (readEntry('local', INDEX, isKept) ?? []).filter((each) => each.name !== name)

export function removeDraft({ name }: DraftPlace): void {
  removeEntry('local', entryOf(name))
  writeEntry('local', INDEX, keptBut(name))
}

function unsealed({ name, key }: DraftPlace): Draft | undefined {
  const sealed = readEntry('local', entryOf(name), isText)
  const text = sealed && unseal(sealed, key, name)
  const draft: unknown = text ? JSON.parse(text) : undefined
  return isDraft(draft) ? draft : undefined
}

/** The draft at that place; undefined if there is none, or it has expired. */
export function readDraft(place: DraftPlace, now = Date.now()): Draft | undefined {
  // earlier releases stored drafts unencrypted
  const draft = unsealed(place) ?? readEntry('local', entryOf(place.name), isDraft)
  return draft && now - draft.savedAt < LIFE_MS ? draft : undefined
}

/** The drafts whose name is that one or goes on after a dash, the newest first. */
export function draftsUnder({ name, key }: DraftPlace, now = Date.now()): { place: DraftPlace; draft: Draft }[] {
  const names = keptBut('').map((kept) => kept.name)
  return names.flatMap((each) => {
    if (each !== name && !each.startsWith(`${name}-`)) return []
    const place = { name: each, key }
    const draft = readDraft(place, now)
    return draft ? { place, draft } : []
  })
}

/** Stores the changes at that place, and removes expired drafts and the oldest beyond the maximum. */
export function writeDraft(
  { name, key }: DraftPlace,
  changes: Record<string, unknown>,
  { isCutOff = false, now = Date.now() } = {},
): void {
  const all = [{ name, at: now }, ...keptBut(name)]
  const staying = all.filter(({ at }) => now - at < LIFE_MS).slice(0, DRAFTS_MAX)
  for (const each of all) if (!staying.includes(each)) removeEntry('local', entryOf(each.name))
  const draft: Draft = { changes, savedAt: now, ...(isCutOff && { isCutOff }) }
  writeEntry('local', entryOf(name), seal(JSON.stringify(draft), key, name))
  writeEntry('local', INDEX, staying)
}
