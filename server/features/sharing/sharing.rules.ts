// Decisions on shares, without the database: what of an article is free, which trial its page offers, who is a machine.
import { createHash, randomInt } from 'node:crypto'
import { nodesIn } from '../../../contract/articles/bound-figures.ts'
import type { BodyNode } from '../../../contract/articles/nodes.ts'
import { CODE_LENGTH, CODE_LETTERS } from '../../../contract/sharing/share-codes.ts'
import { type SubProductKey, subProducts } from '../../../contract/sub-products.ts'

/** Too many to guess: 10 of 54 characters. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

export const isCode = (text: string) =>
  text.length === CODE_LENGTH && [...text].every((letter) => CODE_LETTERS.includes(letter))

const FREE_SHARE = 1 / 3
const FREE_MOST = 6
/** What is sold: never in the free part. */
const sold = new Set(['table', 'priceTable', 'priceChart'])
const lists = new Set(['bulletList', 'orderedList'])
/** Items that a list in the free part keeps. */
const LIST_ITEMS = 3

const holds = (node: BodyNode, is: (node: BodyNode) => boolean) => [...nodesIn(node)].some(is)
const isSold = (node: BodyNode) => holds(node, ({ type }) => sold.has(type))
const isEmpty = (node: BodyNode) => !holds(node, ({ type, text = '' }) => type === 'picture' || text.trim() !== '')

/**
 * The part of an article that a share shows: the first third of its paragraphs, lists and pictures, at least one and at
 * most six, with the headings before them. Blocks with tables, price tables or charts are left out, a list keeps its
 * first three items.
 */
export function freePart(body: BodyNode): { body: BodyNode; isCut: boolean } {
  const all = (body.content ?? []).filter((block) => !isEmpty(block) || isSold(block))
  const open = all.filter((block) => !isSold(block))
  const counted = open.filter(({ type }) => type !== 'heading')
  const last = counted[Math.min(FREE_MOST, Math.max(1, Math.ceil(counted.length * FREE_SHARE))) - 1]
  const free = open
    .slice(0, last ? open.indexOf(last) + 1 : 0)
    .map((block) => (lists.has(block.type) ? { ...block, content: (block.content ?? []).slice(0, LIST_ITEMS) } : block))
  const isShort = free.some((block, at) => block.content?.length !== open[at]?.content?.length)
  return { body: { type: body.type, content: free }, isCut: isShort || free.length < all.length }
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

const machines =
  /bot[/;)-]|\bbot\b|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|phantomjs|python-|curl\/|wget\/|okhttp|go-http|java\/|axios\/|node-fetch|^$/i

/** Programs that fetch pages, by what they call themselves; an empty name is one too. */
export const isMachine = (agent: string): boolean => machines.test(agent)

/** One reader of one share on one day: cannot be traced to an address once the day's salt is deleted. */
export const visitorOf = (salt: string, shareId: string, address: string, agent: string): string =>
  createHash('sha256').update(`${salt}:${shareId}:${address}:${agent}`).digest('base64url').slice(0, 16)
