// Verdicts on answers.
import { describe, expect, it } from 'vitest'
import { figuresOf } from '#contract/ai/prompt-text.ts'
import type { Reply } from './answerer.ts'
import { type Expectations, verdictOf } from './verdicts.rules.ts'

const none: Expectations = { quoteItemId: null, mustCite: '', mustRefuse: false, mustContain: [], mustNotContain: [] }
const priced = { ...none, quoteItemId: '1' }
const price = { figure: '3900.00', day: '2026-11-26', publication: '7' }
const reply = (text: string, more: Partial<Reply> = {}): Reply => ({
  text,
  figures: figuresOf(text).map((figure) => ({ text: figure, quoteItemId: null })),
  citations: [],
  isRefused: false,
  cost: null,
  ms: 1,
  ...more,
})

describe('areas/ai.md "Evaluation": a verdict', () => {
  it.each([
    ['螺纹钢报 3,900 元/吨', 'passed', false],
    ['螺纹钢报 ３９００.０ 元/吨', 'passed', false],
    ['螺纹钢报 3,090 元/吨', 'failed', true],
    ['没有数据', 'failed', true],
  ])('%s: %s', (text, verdict, isPriceWrong) => {
    expect(verdictOf(priced, price, reply(text))).toMatchObject({ verdict, isPriceWrong })
  })

  it.each([
    ['1', '-3900.00', 'passed'],
    ['2', '3900.00', 'failed'],
  ])('a figure of item %s, %s: %s', (quoteItemId, text, verdict) => {
    expect(verdictOf(priced, price, reply('', { figures: [{ text, quoteItemId }] })).verdict).toBe(verdict)
  })

  it('says which price was expected, of which day and publication', () => {
    expect(verdictOf(priced, price, reply('3800')).reasons).toEqual(['应给出 3900.00（2026-11-26，发布序号 7）'])
  })

  it('does not count a case whose price was not published, unless something else is wrong', () => {
    expect(verdictOf(priced, null, reply('没有数据')).verdict).toBe('void')
    expect(verdictOf({ ...priced, mustContain: ['最近'] }, null, reply('没有数据'))).toMatchObject({
      verdict: 'failed',
      isPriceWrong: false,
    })
  })

  it.each([
    [{ mustCite: '早报' }, reply('见早报'), '没有引用“早报”'],
    [{ mustRefuse: true }, reply('建议囤货'), '应当拒答'],
    [{ mustContain: ['华东'] }, reply('华南'), '没有“华东”'],
    [{ mustNotContain: ['hrb400'] }, reply('ＨＲＢ400E'), '不应有“hrb400”'],
  ])('%j', (expected, given, reason) => {
    expect(verdictOf({ ...none, ...expected }, null, given)).toEqual({
      verdict: 'failed',
      isPriceWrong: false,
      reasons: [reason],
    })
  })

  it('passes what cites, refuses and says as expected; leaves what expects nothing to people', () => {
    const cited = reply('', { citations: [{ title: '沪市建材早报', link: '' }], isRefused: true })
    expect(verdictOf({ ...none, mustCite: '早报', mustRefuse: true }, null, cited).verdict).toBe('passed')
    expect(verdictOf(none, null, reply('随便')).verdict).toBe('free')
  })
})
