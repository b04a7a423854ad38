// One article of the demo company, as it is planned: what it says of a product on a day, and how far it has come.
import type { ArticleKind, ArticleState, Edition } from '../../../../contract/articles/article-labels.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import type { Chance } from '../random.ts'
import { demands, flashTitles, type Mood, openings, outlooks, supplies, titles, type Words } from './articles-texts.ts'

export type Quoted = {
  productId: string
  productName: string
  itemName: string
  englishName: string
  quoteItemId: string
  unit: string
  priceId: string
  revisionId: string
  publication: string
  day: string
  low: string
  high: string
  average: string
  change: string | null
}

const text = (words: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
const heading = (words: string): BodyNode => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [{ type: 'text', text: words }],
})
const cells = (type: 'tableHeader' | 'tableCell', words: readonly string[]): BodyNode => ({
  type: 'tableRow',
  content: words.map((each) => ({ type, content: [text(each)] })),
})

const moodOf = (change: string | null): Mood =>
  change === null || Number(change) === 0 ? 'flat' : Number(change) > 0 ? 'up' : 'down'

type Planned = {
  edition: Edition
  kind: ArticleKind
  of: Quoted
  title: string
  summary: string
  body: BodyNode
  words: string
  figures: boolean
}

export const plainOf = (node: BodyNode): string =>
  node.text ?? (node.content ?? []).map(plainOf).join(node.type === 'doc' ? '\n' : ' ')

type Place = { edition: Edition; kind: ArticleKind; category: string }

export function plan(chance: Chance, { edition, kind, category }: Place, of: Quoted, day: string): Planned {
  const say = ({ zh, en }: Words) =>
    (edition === 'zh' ? zh : en)
      .replaceAll(
        '{p}',
        edition === 'zh' ? of.productName : of.englishName.split(/[（(,]/)[0]?.trim() || of.englishName,
      )
      .replaceAll('{d}', edition === 'zh' ? `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日` : day)
      .replaceAll('{m}', edition === 'zh' ? `${Number(day.slice(5, 7))}月` : day.slice(0, 7))
  // what is quoted with figures is the last published price: only articles of its day quote it
  const figures = kind === 'daily' && day === of.day
  const mood = figures ? moodOf(of.change) : chance.pick(['up', 'down', 'flat'] as const)
  const opening = say(chance.pick(openings[mood]))
  const heads =
    edition === 'zh' ? ['报价项', '低价', '高价', '均价', '单位'] : ['Item', 'Low', 'High', 'Average', 'Unit']
  const item = edition === 'zh' ? of.itemName : of.englishName
  const table: BodyNode[] = figures
    ? [
        {
          type: 'table',
          content: [cells('tableHeader', heads), cells('tableCell', [item, of.low, of.high, of.average, of.unit])],
        },
      ]
    : []
  const parts = edition === 'zh' ? ['行情回顾', '供需分析', '后市展望'] : ['Market', 'Supply and demand', 'Outlook']
  const isShort = kind === 'flash' || kind === 'notice'
  const body: BodyNode = {
    type: 'doc',
    content: isShort
      ? [text(opening), text(say(chance.pick(supplies)))]
      : [
          ...[heading(parts[0] ?? ''), text(opening), ...table],
          ...[heading(parts[1] ?? ''), text(say(chance.pick(supplies))), text(say(chance.pick(demands)))],
          ...[heading(parts[2] ?? ''), text(say(chance.pick(outlooks[mood])))],
        ],
  }
  return {
    edition,
    kind,
    of,
    title: say((kind === 'flash' && flashTitles[category]) || titles[kind]),
    summary: opening,
    body,
    words: plainOf(body),
    figures,
  }
}

/** How many of a hundred are in which state; the rest is published. */
const shares: readonly (readonly [ArticleState, number])[] = [
  ['draft', 4],
  ['pending', 3],
  ['overruled', 2],
  ['scheduled', 1],
  ['takenDown', 3],
]

export function stateAt(chance: Chance, daysAgo: number): ArticleState {
  // what is still on its way was begun in the last days
  let drawn = chance.between(1, 100)
  for (const [state, share] of shares) {
    const own = state === 'takenDown' ? share : daysAgo < 8 ? share * 5 : 0
    if (drawn <= own) return state
    drawn -= own
  }
  return 'published'
}

export const kinds: readonly ArticleKind[] = [
  'daily',
  'daily',
  'daily',
  'daily',
  'flash',
  'flash',
  'morning',
  'weekly',
  'monthly',
  'analysis',
  'notice',
]
export const channels = { zh: ['officialWebsite', 'app', 'bigData'], en: ['englishOfficialWebsite', 'bigDataEnglish'] }
