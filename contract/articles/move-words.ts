// Words of direction beside a bound change: 下跌 beside +80 is told, whoever wrote it.

import type { ArticleTexts } from './article-texts.ts'
import { boundFields, fieldParagraphs } from './bound-fields.ts'
import { markOf, nodesIn, readFigure } from './bound-figures.ts'
import type { BodyNode } from './nodes.ts'
import type { Direction } from './template-fields.ts'
import { directionOf } from './template-fields.ts'

export type MoveClash = { place: string; words: string; figure: string }

/** Say nothing about the figure beside them, though they contain words of direction. */
const neutral = /涨跌|升跌|止跌|止涨|抗跌/g
const words: readonly (readonly [Direction, RegExp])[] = [
  ['up', /上涨|上调|上行|上升|上扬|走高|回升|反弹|攀升|涨|\b(?:up|rose|rises|increased|gained)\b/i],
  ['down', /下跌|下调|下行|下降|下滑|走低|回落|跌|\b(?:down|fell|falls|dropped|decreased|declined|lost)\b/i],
  ['level', /持平|\bunchanged\b/i],
]

/** How far before a figure a word belongs to it, in characters. */
const REACH = 12

/** The end of a clause, without the words that belong to another figure. */
const clauseBefore = (text: string) => (/[^，。；！？、,;!?\n\ufffc]*$/.exec(text)?.[0] ?? '').slice(-REACH)

function clashIn(before: string, figure: string): string | null {
  const value = Number(figure.replace(/[,，%\s]/g, ''))
  if (figure.trim() === '' || Number.isNaN(value)) return null
  const clause = clauseBefore(before).replace(neutral, '')
  const found = words.flatMap(([direction, pattern]) => {
    const word = pattern.exec(clause)?.[0]
    return word === undefined ? [] : [{ direction, word }]
  })
  const [only] = found
  return found.length === 1 && only && only.direction !== directionOf(Math.sign(value)) ? only.word : null
}

/** Cached by node object. */
const known = new WeakMap<BodyNode, Omit<MoveClash, 'place'>[]>()

function clashesIn(block: BodyNode): Omit<MoveClash, 'place'>[] {
  const cached = known.get(block)
  if (cached) return cached
  const found: Omit<MoveClash, 'place'>[] = []
  for (const { content = [] } of nodesIn(block)) {
    let before = ''
    for (const node of content) {
      const part = readFigure(markOf(node, 'priceFigure')?.attrs)?.part
      const isMove = part === 'change' || part === 'percent'
      const word = isMove ? clashIn(before, node.text ?? '') : null
      if (word !== null) found.push({ words: word, figure: node.text ?? '' })
      // words before another figure do not speak of the next one
      before = part === undefined ? before + (node.text ?? '\ufffc') : '\ufffc'
    }
  }
  known.set(block, found)
  return found
}

export const moveClashes = (article: ArticleTexts): MoveClash[] => [
  ...fieldParagraphs(article).flatMap(({ field, node }) =>
    clashesIn(node).map((clash) => ({ ...clash, place: boundFields[field] })),
  ),
  ...(article.body.content ?? []).flatMap((block) => clashesIn(block).map((clash) => ({ ...clash, place: '正文' }))),
]
