// Decisions on shares, without the database: what of an article is free, which trial its page offers, which reports count.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isbot } from 'isbot'
import type { FreePart } from '#contract/articles/article-labels.ts'
import { nodesIn } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'

/** Too many to guess: 10 of 54 characters. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

export const isCode = (text: string) =>
  text.length === CODE_LENGTH && [...text].every((letter) => CODE_LETTERS.includes(letter))

/** The opening ends with the block that reaches so many characters. */
const OPENING_LENGTH = 300
/** What is sold: only in articles that are free as a whole. */
const sold = new Set(['table', 'priceTable', 'priceChart'])
const lists = new Set(['bulletList', 'orderedList'])
/** Items that a list in the opening keeps. */
const LIST_ITEMS = 3

const holds = (node: BodyNode, is: (node: BodyNode) => boolean) => [...nodesIn(node)].some(is)
const isSold = (node: BodyNode) => holds(node, ({ type }) => sold.has(type))
const isEmpty = (node: BodyNode) => !holds(node, ({ type, text = '' }) => type === 'picture' || text.trim() !== '')
const lengthOf = (node: BodyNode) => [...nodesIn(node)].reduce((sum, { text = '' }) => sum + [...text.trim()].length, 0)

/** Blocks up to the one with which 300 characters are reached, without what is sold; a list keeps its first three items. */
function openingOf(body: BodyNode): { body: BodyNode; isCut: boolean } {
  const all = (body.content ?? []).filter((block) => !isEmpty(block) || isSold(block))
  const open = all.filter((block) => !isSold(block))
  const free: BodyNode[] = []
  for (let length = 0; free.length < open.length && length < OPENING_LENGTH; ) {
    const block = open[free.length] as BodyNode
    free.push(lists.has(block.type) ? { ...block, content: (block.content ?? []).slice(0, LIST_ITEMS) } : block)
    length += lengthOf(block)
  }
  // a heading without what it heads says nothing
  while (free.length > 1 && free.length < open.length && free.at(-1)?.type === 'heading') free.pop()
  const isShort = free.some((block, at) => block.content?.length !== open[at]?.content?.length)
  return { body: { type: body.type, content: free }, isCut: isShort || free.length < all.length }
}

/** The part of an article that a share shows, as its category says; of a summary nothing of the body. */
export function freePart(body: BodyNode, part: FreePart): { body: BodyNode; isCut: boolean } {
  if (part === 'whole') return { body, isCut: false }
  return part === 'opening' ? openingOf(body) : { body: { type: body.type, content: [] }, isCut: true }
}

/** File ids of the pictures in a body. */
export const picturesIn = (body: BodyNode): string[] =>
  [...nodesIn(body)].flatMap(({ type, attrs }) =>
    type === 'picture' && typeof attrs?.fileId === 'string' ? [attrs.fileId] : [],
  )

/** Where an article is on no sub-product's channel. */
const USUAL_TRIAL: SubProductKey = 'officialWebsite'

/** What the page's form applies for: the first of the sub-products, in their usual order, that show the article. */
export const trialOf = (channels: readonly string[]): SubProductKey =>
  subProducts.find(({ key }) => channels.includes(key))?.key ?? USUAL_TRIAL

/** Programs that fetch pages, by what they call themselves; an empty name is one too. */
export const isMachine = (agent: string): boolean => agent.trim() === '' || isbot(agent)

/** One reader of one share on one day: cannot be traced to an address once the day's salt is deleted. */
export const visitorOf = (salt: string, shareId: string, address: string, agent: string): string =>
  createHmac('sha256', salt)
    .update(JSON.stringify([shareId, address, agent]))
    .digest('base64url')
    .slice(0, 16)

const VISIT_BYTES = 12
/** A page that was opened longer ago reports in vain: figures of its day are closed. */
const VIEW_LIFE_MS = 86_400_000
/** Format of a view: `visit.milliseconds.signature`. */
const viewPattern = /^([A-Za-z0-9_-]{16})\.(\d{13})\.([A-Za-z0-9_-]{43})$/

const signView = (secretKey: string, code: string, visit: string, at: string) =>
  createHmac('sha256', secretKey)
    .update(`share view:${JSON.stringify([code, visit, at])}`)
    .digest('base64url')

/** Stands in a page that was sent, and lets it report one opening. */
export function newView(secretKey: string, code: string, now: number): string {
  const visit = randomBytes(VISIT_BYTES).toString('base64url')
  return `${visit}.${now}.${signView(secretKey, code, visit, String(now))}`
}

/** The opening that a view stands for, and when the page was sent, ms; undefined for forged ones and those of yesterday. */
export function readView(
  secretKey: string,
  code: string,
  view: string,
  now: number,
): { visit: string; at: number } | undefined {
  const [, visit = '', at = '', signature = ''] = viewPattern.exec(view) ?? []
  if (visit === '') return
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signView(secretKey, code, visit, at)))
  const age = now - Number(at)
  return isOurs && age >= 0 && age <= VIEW_LIFE_MS ? { visit, at: Number(at) } : undefined
}
