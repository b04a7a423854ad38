// What an article needs before it is submitted: the same rules for the server and for the checklist in the editor.
import { findWords } from '#contract/text.ts'
import { type PlacedText, textsIn } from './article-texts.ts'
import { blocksOf, picturesIn, wordsInBody } from './body-blocks.ts'
import type { FieldBinding } from './bound-fields.ts'
import { moveClashes } from './move-words.ts'
import type { BodyNode } from './nodes.ts'
import { openPlacesIn, untranslatedIn } from './template-fields.ts'

/** Fields that a standard may require. */
export const demandable = {
  subtitle: '副标题',
  summary: '摘要',
  keywords: '关键词',
  source: '来源',
  author: '作者',
  coverId: '封面',
  productIds: '产品',
  tags: '标签',
} as const
export type Demandable = keyof typeof demandable
export const demandableKeys = Object.keys(demandable) as [Demandable, ...Demandable[]]

export type Standard = {
  /** Words of the body, characters of the summary; null: no limit. */
  leastWords: number | null
  mostWords: number | null
  leastPictures: number
  leastSummary: number
  mostSummary: number | null
  requiredFields: readonly string[]
  /** Allowed sources; empty: any. */
  sources: readonly string[]
  forbiddenWords: readonly string[]
}

export type Checked = {
  title: string
  body: BodyNode
  bindings?: readonly FieldBinding[]
} & Partial<Record<Demandable, string | readonly string[] | null>>

export type Demand = { key: string; label: string; isMet: boolean; detail: string }

const isEmpty = (value: Checked[Demandable]) =>
  value === undefined || value === null || (typeof value === 'string' ? value.trim() === '' : value.length === 0)

/** Cached by text object, as the list beside the editor asks again after each pause. */
const sought = new WeakMap<PlacedText, { words: readonly string[]; found: readonly string[] }>()

function foundIn(placed: PlacedText, words: readonly string[]): readonly string[] {
  const before = sought.get(placed)
  if (before?.words === words) return before.found
  const found = findWords(placed.text, words).map(({ word }) => `${placed.place}“${word}”`)
  sought.set(placed, { words, found })
  return found
}

/** The words that occur, each with the place where it stands: `标题“绝密”`. */
const wordsFound = (texts: readonly PlacedText[], words: readonly string[]): string[] => [
  ...new Set(texts.flatMap((placed) => foundIn(placed, words))),
]

/** Places listed of one demand. */
const NAMED = 5

const bounds = (least: number, most: number | null, unit: string) =>
  most === null ? `至少 ${least} ${unit}` : least > 0 ? `${least} 至 ${most} ${unit}` : `最多 ${most} ${unit}`

const isWithin = (count: number, least: number, most: number | null) =>
  count >= least && (most === null || count <= most)

/** Every demand in the order of the form, met or not. Without a standard only those that hold for every article. */
export function demandsOf(article: Checked, standard: Standard | null): Demand[] {
  const texts = textsIn(article)
  const demands: Demand[] = []
  const demand = (key: string, label: string, isMet: boolean, detail: string) =>
    demands.push({ key, label, isMet, detail })

  demand('title', '标题', article.title.trim() !== '', article.title.trim() ? '' : '请输入标题')
  const blocks = blocksOf(article.body)
  const words = wordsInBody(article.body)
  const hasBody = blocks.some(({ kind, text: own }) => own.trim() !== '' || kind === 'picture')
  demand('body', '正文', hasBody, hasBody ? '' : '请输入正文')
  const all = texts.map(({ text }) => text).join('\n')
  const open = openPlacesIn(all)
  demand(
    'fields',
    '模板字段已填好',
    open.length === 0,
    open.length > 0 ? `还有 ${open.length} 处：${(open[0] ?? '').slice(0, 40)}` : '',
  )
  const untranslated = untranslatedIn(all)
  if (untranslated.length > 0) {
    const [first = ''] = untranslated
    demand('translated', '没有待译的内容', false, `还有 ${untranslated.length} 处：${first.slice(0, 40)}`)
  }
  const clashes = moveClashes(article)
  if (clashes.length > 0) {
    const named = clashes
      .slice(0, NAMED)
      .map(({ place, words: word, figure }) => `${place}中“${word}”与 ${figure} 不符`)
    demand('moves', '用词与涨跌一致', false, named.join('、'))
  }
  if (!standard) return demands

  const { mostWords, leastPictures, leastSummary, mostSummary } = standard
  const leastWords = standard.leastWords ?? 0
  if (leastWords > 0 || mostWords !== null) {
    demand(
      'words',
      `正文 ${bounds(leastWords, mostWords, '字')}`,
      isWithin(words, leastWords, mostWords),
      `现有 ${words} 字`,
    )
  }
  for (const key of demandableKeys.filter((each) => standard.requiredFields.includes(each))) {
    const isMet = !isEmpty(article[key])
    demand(key, demandable[key], isMet, isMet ? '' : `请填写${demandable[key]}`)
  }
  const pictures = picturesIn(article.body)
  if (leastPictures > 0) {
    demand('pictures', `图片至少 ${leastPictures} 张`, pictures >= leastPictures, `现有 ${pictures} 张`)
  }
  const summary = String(article.summary ?? '').trim().length
  if (leastSummary > 0 || mostSummary !== null) {
    const isMet = isWithin(summary, leastSummary, mostSummary)
    demand('summaryLength', `摘要 ${bounds(leastSummary, mostSummary, '字')}`, isMet, `现有 ${summary} 字`)
  }
  if (standard.sources.length > 0) {
    const isMet = standard.sources.includes(String(article.source ?? '').trim())
    demand('sources', '来源在允许之列', isMet, isMet ? '' : `应为 ${standard.sources.slice(0, 5).join('、')}`)
  }
  if (standard.forbiddenWords.length > 0) {
    const found = wordsFound(texts, standard.forbiddenWords)
    const rest = found.length > NAMED ? `等 ${found.length} 处` : ''
    const detail = found.length > 0 ? `含有 ${found.slice(0, NAMED).join('、')}${rest}` : ''
    demand('forbidden', '没有禁用词', found.length === 0, detail)
  }
  return demands
}
