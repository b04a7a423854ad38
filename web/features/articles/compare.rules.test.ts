// Comparing and merging bodies: by block, word and cell.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOf } from '#contract/articles/body-blocks.ts'
import { figureMark } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { diffWords } from '#web/lib/text-diff.ts'
import { compareBodies, mergeBodies, mergedBody } from './compare.rules.ts'
import { skeletonOf } from './editor/translation.rules.ts'
import { alignPair, figuresBetween } from './pair.rules.ts'

const line = (text: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...texts: string[]): BodyNode => ({ type: 'doc', content: texts.map(line) })
const cell = (text: string): BodyNode => ({ type: 'tableCell', content: [line(text)] })
const table = (...rows: string[][]): BodyNode => ({
  type: 'doc',
  content: [{ type: 'table', content: rows.map((row) => ({ type: 'tableRow', content: row.map(cell) })) }],
})
const short = (text: string) => diffWords('价格 8,450.5 元', text).map((piece) => `${piece.kind[0]}:${piece.text}`)

describe('§3 two versions', () => {
  it('differ by figure, word and character', () => {
    expect(short('价格 8,550.5 元')).toEqual(['s:价格 ', 'r:8,450.5', 'a:8,550.5', 's: 元'])
    expect(short('均价 8,450.5 元/吨')).toEqual(['a:均', 's:价', 'r:格', 's: 8,450.5 元', 'a:/吨'])
    expect(diffWords('', '')).toEqual([])
  })

  it('differ by block: changed, added, removed', () => {
    const before = doc('一段说今日价格上涨', '二段不变', '三段要删除的文字')
    const after = doc('一段说今日价格下跌', '二段不变', '新的内容完全不同')
    expect(compareBodies(before, after).map(({ kind }) => kind)).toEqual(['changed', 'same', 'removed', 'added'])
  })

  it('differ by cell; the first cell identifies a row', () => {
    const [change] = compareBodies(table(['A', '1'], ['B', '2']), table(['A', '1'], ['C', '9'], ['B', '3']))
    expect(
      change?.kind === 'table' && change.rows.map((row) => row.map((each) => `${each.before}>${each.after}`)),
    ).toEqual([
      ['A>A', '1>1'],
      ['null>C', 'null>9'],
      ['B>B', '2>3'],
    ])
  })

  it('show a pure format change as such', () => {
    const bold: BodyNode = { type: 'doc', content: [{ type: 'heading', content: [{ type: 'text', text: '一' }] }] }
    expect(compareBodies(doc('一'), bold).map(({ kind }) => kind)).toEqual(['format'])
  })

  const texts = fc.array(fc.constantFrom('甲', '乙', '价格上涨 50 元', '价格下跌 50 元', '价格持平'), { maxLength: 12 })

  it('reproduce both texts', () => {
    fc.assert(
      fc.property(texts, texts, (old, now) => {
        const changes = compareBodies(doc(...old), doc(...now))
        const before = changes.flatMap((each) =>
          'before' in each ? [each.before.text] : each.kind === 'added' ? [] : [each.block.text],
        )
        const after = changes.flatMap((each) =>
          'after' in each ? [each.after.text] : each.kind === 'removed' ? [] : [each.block.text],
        )
        expect([before, after]).toEqual([old, now])
      }),
    )
  })

  it('compare 150 similar paragraphs without quadratic effort', () => {
    const many = (word: string) =>
      doc(
        ...Array.from({ length: 150 }, (_, i) =>
          `今日华东市场 ${i} 号牌号主流报价 ${8_000 + i} 元/吨，${word}，成交一般`.repeat(3),
        ),
      )
    expect(compareBodies(many('上涨'), many('下跌')).every(({ kind }) => kind === 'changed')).toBe(true)
  })

  it('merge by paragraph and ask only where both sides changed', () => {
    const merged = mergeBodies(
      doc('一', '二', '三', '四'),
      doc('一改', '二', '三我', '四'),
      doc('一', '二', '三他', '四', '五'),
    )
    expect(merged.map((part) => (part.kind === 'settled' ? part.by : part.kind))).toEqual([
      ...['mine', 'both', 'conflict', 'both', 'theirs'],
    ])
    expect(textOf(mergedBody(merged, ['both']))).toBe('一改\n二\n三我\n三他\n四\n五')
    expect(textOf(mergedBody(merged, ['theirs']))).toBe('一改\n二\n三他\n四\n五')
  })

  it('lose nothing in a merge', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        // changed on one side only: the result is that side's text
        expect(mergedBody(mergeBodies(doc(...base), doc(...mine), doc(...base)), [])).toEqual(
          mine.length > 0 ? doc(...mine) : { type: 'doc', content: [{ type: 'paragraph' }] },
        )
        const merged = mergeBodies(doc(...base), doc(...mine), doc(...theirs))
        const all = textOf(
          mergedBody(
            merged,
            merged.map(() => 'both' as const),
          ),
        ).split('\n')
        for (const text of [...mine, ...theirs]) if (!base.includes(text)) expect(all).toContain(text)
      }),
    )
  })
})

describe('§3 the two languages', () => {
  it('are compared by their figures, except dates', () => {
    expect(figuresBetween('11月23日报 8,450.00 元，涨 50', 'On November 23, offers at 8450.00, up +50')).toEqual({
      onlyChinese: [],
      onlyEnglish: [],
    })
    expect(figuresBetween('低硫油持平', 'VLSFO 0.5%S was flat at 5.')).toEqual({ onlyChinese: [], onlyEnglish: ['5'] })
    expect(figuresBetween('涨 50，跌 0.5%', 'up 500, down 0.5%')).toEqual({ onlyChinese: ['50'], onlyEnglish: ['500'] })
    expect(figuresBetween('95号汽油报 8,060 元', 'Gasoline RON 95 at 8060')).toEqual({
      onlyChinese: [],
      onlyEnglish: [],
    })
    expect(figuresBetween('95号汽油持平', 'RON 95 was flat at 95, RON 92 too').onlyEnglish).toEqual(['95', '92'])
  })

  it('mark outdated paragraphs', () => {
    const rows = alignPair(doc('今日上涨', '成交好'), doc('Up', 'Good deals', 'More'), doc('今日下跌', '成交好'))
    expect(rows.map(({ isChanged }) => isChanged)).toEqual([true, false, false])
    expect(rows[2]?.chinese).toBeNull()
    const back = alignPair(doc('今日上涨', '成交好'), doc('Up', 'Good deals'), doc('Up', 'Few deals'), 'en')
    expect(back.map(({ isChanged }) => isChanged)).toEqual([false, true])
  })
  it('articles.md "Language pair": an added or omitted paragraph does not shift those that follow', () => {
    const says = (chinese: BodyNode, english: BodyNode) =>
      alignPair(chinese, english, null).map(({ chinese: own, english: other }) => [own?.text ?? '', other?.text ?? ''])
    expect(says(doc('均价 3830 元', '库存 12 万吨', '成交好'), doc('Average 3830', 'Deals were good'))).toEqual([
      ['均价 3830 元', 'Average 3830'],
      ['库存 12 万吨', ''],
      ['成交好', 'Deals were good'],
    ])
    expect(says(doc('均价 3830 元', '库存 12 万吨'), doc('A note', 'Average 3830', 'Stocks 12'))).toEqual([
      ['', 'A note'],
      ['均价 3830 元', 'Average 3830'],
      ['库存 12 万吨', 'Stocks 12'],
    ])
  })

  it('a translation starts with the blocks of the Chinese text, its tables and its bound figures', () => {
    const register = { names: new Map(), terms: [{ chinese: '行情', english: 'Market' }] }
    const mark = figureMark({ code: 'Q001', part: 'average', day: '2026-11-20', priceId: '7', publication: '3' })
    const table = { type: 'table', content: [] }
    const skeleton = skeletonOf(
      {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '行情' }] },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: '均价 ' },
              { type: 'text', text: '3830', marks: [mark] },
            ],
          },
          table,
        ],
      },
      register,
    )
    expect(skeleton.content).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Market' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '3830', marks: [mark] },
          { type: 'text', text: ' ' },
        ],
      },
      table,
    ])
  })
})
