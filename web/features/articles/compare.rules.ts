// Compares two bodies: aligns blocks first, then compares changed texts by word and tables by cell.
import { type Block, blocksOf } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { align, diffWords, type Piece, wordsOf } from '#web/lib/text-diff.ts'

export type CellChange = { before: string | null; after: string | null }
export type Difference =
  | { kind: 'same' | 'added' | 'removed'; block: Block }
  /** `format`: the text is equal. */
  | { kind: 'changed' | 'format'; before: Block; after: Block; pieces: readonly Piece[] }
  | { kind: 'table'; before: Block; after: Block; rows: readonly (readonly CellChange[])[] }
  | { kind: 'chart'; before: Block; after: Block }

function bagOf(text: string): Map<string, number> {
  const bag = new Map<string, number>()
  for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

/** Share of common words in two blocks, 0 to 1. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0
  let all = 0
  for (const [word, count] of a) {
    shared += 2 * Math.min(count, b.get(word) ?? 0)
    all += count
  }
  for (const count of b.values()) all += count
  return all === 0 ? 1 : shared / all
}

const ALIKE = 0.4
/** How many blocks ahead a removed block looks for its counterpart. */
const REACH = 8

/** Tables and charts are never paired with text. */
const drawnAs = ({ kind }: Block) => (kind === 'table' || kind === 'chart' ? kind : 'text')

/** Pairs the blocks of a replaced run, in order and within reach, so that long runs stay linear. */
function pair(before: readonly Block[], after: readonly Block[]): [Block | null, Block | null][] {
  const bags = after.map(({ text }) => bagOf(text))
  const pairs: [Block | null, Block | null][] = []
  let next = 0
  for (const block of before) {
    const bag = bagOf(block.text)
    let best = { at: -1, score: ALIKE }
    for (let at = next; at < Math.min(after.length, next + REACH); at++) {
      const other = after[at]
      if (!other || drawnAs(other) !== drawnAs(block)) continue
      const score =
        drawnAs(block) !== 'text'
          ? Math.max(ALIKE + 0.01, likeness(bag, bags[at] ?? bag))
          : likeness(bag, bags[at] ?? bag)
      if (score > best.score) best = { at, score }
    }
    if (best.at < 0) {
      pairs.push([block, null])
      continue
    }
    for (; next < best.at; next++) pairs.push([null, after[next] ?? null])
    pairs.push([block, after[next] ?? null])
    next += 1
  }
  for (; next < after.length; next++) pairs.push([null, after[next] ?? null])
  return pairs
}

function diffRows(before: readonly (readonly string[])[], after: readonly (readonly string[])[]): CellChange[][] {
  const rows: CellChange[][] = []
  const add = (old: readonly string[] | undefined, now: readonly string[] | undefined) => {
    const width = Math.max(old?.length ?? 0, now?.length ?? 0)
    rows.push(Array.from({ length: width }, (_, i) => ({ before: old?.[i] ?? null, after: now?.[i] ?? null })))
  }
  // the first cell identifies a row
  for (const run of align(before, after, ([first = '']) => first)) {
    if (run.isSame) for (const [i, row] of run.before.entries()) add(row, run.after[i])
    else {
      for (const row of run.before) add(row, undefined)
      for (const row of run.after) add(undefined, row)
    }
  }
  return rows
}

function compareBlocks(before: Block, after: Block): Difference {
  if (before.rows && after.rows) return { kind: 'table', before, after, rows: diffRows(before.rows, after.rows) }
  if (before.kind === 'chart' && after.kind === 'chart') return { kind: 'chart', before, after }
  if (before.text === after.text) return { kind: 'format', before, after, pieces: [{ kind: 'same', text: after.text }] }
  return { kind: 'changed', before, after, pieces: diffWords(before.text, after.text) }
}

/** Attributes without effect on the comparison: defaults, and temporary links. */
const isUsual = (key: string, value: unknown) =>
  value === null || value === undefined || key === 'src' || (/^(?:colspan|rowspan|start)$/.test(key) && value === 1)

/** A canonical form for equal content, whatever the key order in the database. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([key, each]) => !isUsual(key, each))
    .map(([key, each]) => [key, canonical(each)] as const)
    .filter(([key, each]) => !(key === 'attrs' && Object.keys(each as object).length === 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

export const blockKey = ({ node }: Block) => JSON.stringify(canonical(node))

export function compareBodies(before: BodyNode, after: BodyNode): Difference[] {
  return align(blocksOf(before), blocksOf(after), blockKey).flatMap((run): Difference[] => {
    if (run.isSame) return run.after.map((block) => ({ kind: 'same', block }))
    return pair(run.before, run.after).flatMap(([old, now]): Difference[] => {
      if (old && now) return [compareBlocks(old, now)]
      return old ? [{ kind: 'removed', block: old }] : now ? [{ kind: 'added', block: now }] : []
    })
  })
}

/** A section of a merge: settled, or a conflict to choose from. */
export type Merged =
  | { kind: 'settled'; by: 'both' | 'mine' | 'theirs'; blocks: readonly Block[] }
  | { kind: 'conflict'; base: readonly Block[]; mine: readonly Block[]; theirs: readonly Block[] }

/** The index of each base block in the other text if it is unchanged there, else -1. */
function placesIn(base: readonly Block[], other: readonly Block[]): number[] {
  const places: number[] = []
  let at = 0
  for (const run of align(base, other, blockKey)) {
    for (const [i] of run.before.entries()) places.push(run.isSame ? at + i : -1)
    at += run.after.length
  }
  return places
}

const isSame = (a: readonly Block[], b: readonly Block[]) =>
  a.length === b.length && a.every((block, i) => blockKey(block) === blockKey(b[i] as Block))

/** Three-way merge by paragraph: what only one side changed is settled. */
export function mergeBodies(base: BodyNode, mine: BodyNode, theirs: BodyNode): Merged[] {
  const [old, own, other] = [blocksOf(base), blocksOf(mine), blocksOf(theirs)]
  const [inOwn, inOther] = [placesIn(old, own), placesIn(old, other)]
  const merged: Merged[] = []
  let [i, j, k] = [0, 0, 0]
  const settle = (to: number, toOwn: number, toOther: number) => {
    const parts = { base: old.slice(i, to), mine: own.slice(j, toOwn), theirs: other.slice(k, toOther) }
    if (parts.base.length + parts.mine.length + parts.theirs.length > 0) {
      if (isSame(parts.mine, parts.theirs)) merged.push({ kind: 'settled', by: 'both', blocks: parts.mine })
      else if (isSame(parts.base, parts.theirs)) merged.push({ kind: 'settled', by: 'mine', blocks: parts.mine })
      else if (isSame(parts.base, parts.mine)) merged.push({ kind: 'settled', by: 'theirs', blocks: parts.theirs })
      else merged.push({ kind: 'conflict', ...parts })
    }
    ;[i, j, k] = [to, toOwn, toOther]
  }
  for (let at = 0; at < old.length; at++) {
    const [ownAt = -1, otherAt = -1] = [inOwn[at], inOther[at]]
    if (ownAt < j || otherAt < k) continue
    settle(at, ownAt, otherAt)
    settle(at + 1, ownAt + 1, otherAt + 1)
  }
  settle(old.length, own.length, other.length)
  return merged
}

export type Choice = 'mine' | 'theirs' | 'both'

/** @param choices one per conflict, in order; default: mine */
export function mergedBody(parts: readonly Merged[], choices: readonly Choice[]): BodyNode {
  let conflicts = 0
  const content = parts.flatMap((part) => {
    if (part.kind === 'settled') return part.blocks
    const choice = choices[conflicts++] ?? 'mine'
    return [...(choice === 'theirs' ? [] : part.mine), ...(choice === 'mine' ? [] : part.theirs)]
  })
  return { type: 'doc', content: content.length > 0 ? content.map(({ node }) => node) : [{ type: 'paragraph' }] }
}
