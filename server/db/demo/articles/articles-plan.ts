// Plan of one demo article: its sentences about a product on a day, in either language, and its state.
import type { ArticleKind, ArticleState, Edition } from '#contract/articles/article-labels.ts'
import {
  type CourseEntry,
  chartNode,
  type EntryFigures,
  figureMark,
  tableNode,
} from '#contract/articles/bound-figures.ts'
import { inEnglish } from '#contract/articles/english.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { PricePart } from '#contract/articles/template-fields.ts'
import { partText } from '#contract/articles/template-fill.ts'
import type { Chance } from '../random.ts'
import {
  demands,
  flashTitles,
  type Mood,
  news,
  notice,
  openings,
  outlooks,
  supplies,
  times,
  titles,
  type Words,
} from './articles-texts.ts'

export const CHART_DAYS = 30

export type Quoted = {
  productId: string
  productName: string
  code: string
  name: string
  englishName: string
  market: string
  unit: string
  day: string
  entry: EntryFigures
  /** Of the last days, oldest first. */
  course: CourseEntry[]
}

const text = (words: string): BodyNode => ({ type: 'text', text: words })
const paragraph = (...content: BodyNode[]): BodyNode => ({ type: 'paragraph', content })
const heading = (words: string): BodyNode => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })

const moodOf = (change: string | null): Mood =>
  change === null || Number(change) === 0 ? 'flat' : Number(change) > 0 ? 'up' : 'down'

type Place = { kind: ArticleKind; category: string; day: string; of: Quoted }

/** Content of an article before it is worded in a language. */
export type Plan = Place & {
  opening: Words
  supply: Words
  demand: Words
  outlook: Words
  /** Quotes the price of its day. */
  hasFigures: boolean
}

export function planned(chance: Chance, { kind, category, day, of }: Place): Plan {
  // figures are quoted from the last published price, so only articles of its day have them
  const hasFigures = kind === 'daily' && day === of.day
  const mood = hasFigures ? moodOf(of.entry.change) : chance.pick(['up', 'down', 'flat'] as const)
  return {
    kind,
    category,
    day,
    of,
    hasFigures,
    opening: chance.pick(openings[mood]),
    supply: chance.pick(supplies),
    demand: chance.pick(demands),
    outlook: chance.pick(outlooks[mood]),
  }
}

export const plainOf = (node: BodyNode): string =>
  node.text ?? (node.content ?? []).map(plainOf).join(node.type === 'doc' ? '\n' : '')

const parts = {
  zh: ['行情回顾', '供需分析', '后市展望'],
  en: ['Market', 'Supply and demand', 'Outlook'],
} as const

/** The price of the day as a sentence and a table, and the last days as a chart. */
function quote(of: Quoted, edition: Edition): BodyNode[] {
  const item = edition === 'zh' ? of : inEnglish(of)
  const { code, day, entry } = of
  const figure = (part: PricePart): BodyNode => ({
    ...text(partText(item, entry, part, edition) ?? ''),
    marks: [figureMark({ code, part, day, priceId: entry.id, publication: entry.publication })],
  })
  const sentence =
    edition === 'zh'
      ? [text(`${item.name}报 `), figure('range'), text(` ${item.unit}，均价 `), figure('average'), text('。')]
      : [
          text(`${item.name}: `),
          figure('range'),
          text(` ${item.unit}, with an average of `),
          figure('average'),
          text('.'),
        ]
  return [paragraph(...sentence), tableNode(day, [item], edition), chartNode(day, CHART_DAYS, item, of.course, edition)]
}

const english = (of: Quoted) => of.englishName.split(/[（(,]/)[0]?.trim() || of.englishName

export function written(plan: Plan, edition: Edition) {
  const { kind, category, day, of, opening, supply, demand, outlook, hasFigures } = plan
  const time = times[kind as keyof typeof times] ?? times.daily
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const say = (words: Words) =>
    words[edition]
      .replaceAll('{p}', edition === 'zh' ? of.productName : english(of))
      .replaceAll('{d}', edition === 'zh' ? `${month}月${date}日` : day)
      .replaceAll('{m}', edition === 'zh' ? `${month}月` : day.slice(0, 7))
      .replaceAll('{t}', time.t[edition])
      .replaceAll('{b}', time.b[edition])
  const short = kind === 'notice' ? notice : kind === 'flash' ? (news[category] ?? news.价格快讯) : undefined
  const [first, second, third] = parts[edition]
  const body: BodyNode = {
    type: 'doc',
    content: short
      ? short.map((words) => paragraph(text(say(words))))
      : [
          ...[heading(first), paragraph(text(say(opening))), ...(hasFigures ? quote(of, edition) : [])],
          ...[heading(second), paragraph(text(say(supply))), paragraph(text(say(demand)))],
          ...[heading(third), paragraph(text(say(outlook)))],
        ],
  }
  return {
    title: say((kind === 'flash' && flashTitles[category]) || titles[kind]),
    summary: say(short?.[0] ?? opening),
    keyword: say({ zh: '{p}', en: '{p}' }),
    body,
  }
}

/** Share of each state in percent; the rest is published. */
const shares: readonly (readonly [ArticleState, number])[] = [
  ['draft', 4],
  ['pending', 3],
  ['overruled', 2],
  ['scheduled', 1],
  ['takenDown', 3],
]

export function stateAt(chance: Chance, daysAgo: number): ArticleState {
  // drafts and articles in review are from the last days
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
