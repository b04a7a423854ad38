// Formulas: what is accepted, and what is refused at which position.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFormula } from './formulas.ts'
import { orderSeries } from './series-order.ts'

const isKnown = (code: string) => !code.endsWith('404')
const parse = (text: string) => parseFormula(text, isKnown)

describe('a formula', () => {
  it('§1 is a tree of numbers as they are written and of codes, with what it needs', () => {
    expect(parse('q1 * 1.10 - S2')).toEqual({
      formula: {
        tree: {
          kind: 'arithmetic',
          operator: '-',
          left: {
            kind: 'arithmetic',
            operator: '*',
            left: { kind: 'name', name: 'Q1' },
            right: { kind: 'number', text: '1.10' },
          },
          right: { kind: 'name', name: 'S2' },
        },
        names: ['Q1', 'S2'],
      },
    })
  })

  it.each([
    'Q1',
    '-Q1 + (Q2 - +3) / .5',
    'AVG(Q1, Q2, S3)',
    'ma (Q1 - Q2, 20)',
    'lag(Q1, 1)',
    'yoy(Q1) - mom(Q1)',
    'round(max(Q1, min(Q2, 0)) / 3, 2) + round(abs(Q1))',
    'if(Q1 >= Q2 * 2, Q1, if(Q2 != 0, Q1 / Q2, 0))',
    '（Ｑ１＋Ｑ２）×２÷３－ａｖｇ（Ｑ１，Ｑ２）',
  ])('§1 may be %s', (text) => expect(parse(text)).toHaveProperty('formula'))

  it.each([
    ['', '请填写公式', 0, 0],
    ['1 + 2', '公式里没有报价项或系列', 0, 5],
    ['Q1 + 螺纹钢', '不认识“螺纹钢”：报价项写作 Q 加编号，系列写作 S 加编号', 5, 3],
    ['Q1 + Q404 * 2', '没有编号为 Q404 的报价项', 5, 4],
    ['Q1 - S404', '没有编号为 S404 的系列', 5, 4],
    ['Q1 + sum(Q2)', '没有名为“sum”的函数', 5, 3],
    ['Q1 + constructor(Q2)', '没有名为“constructor”的函数', 5, 11],
    ['Q1 + avg', 'avg(a, b, …)：缺少括号', 5, 3],
    ['1 + ma(Q1)', 'ma 应写作 ma(a, 期数)', 4, 6],
    ['ma(Q1, 0)', '期数应为 1–750 的整数', 7, 1],
    ['ma(Q1, Q2)', '期数应为 1–750 的整数', 7, 2],
    ['ma(Q1, 700) + ma(Q2, 700)', '一个公式的期数合计最多 1000', 21, 3],
    ['lag(lag(lag(lag(Q1, 1), 1), 1), 1)', 'ma、lag、yoy、mom 最多套 3 层', 16, 2],
    ['round(Q1, 11)', '小数位应为 0–10 的整数', 10, 2],
    ['if(Q1, 1, 2)', 'if 的第一项应为比较，如 Q1 > Q2', 3, 2],
    ['Q1 > Q2', '比较只能写在 if 的第一项', 3, 1],
    ['if(Q1 = 2, 1, 2)', '相等请写 ==', 6, 1],
    ['Q1 * 17%', '不支持百分号，请写成小数，如 0.17', 7, 1],
    ['Q1 ? 1 : 2', '公式中不能有“?”', 3, 1],
    ['Q1 ** 2', '不支持“**”', 3, 2],
    ['!Q1', '不支持“!”', 1, 2],
    ['Q1 Q2', '“Q2”前面缺少运算符或逗号', 3, 2],
    ['2(Q1)', '前面缺少运算符', 2, 2],
    ['(Q1)(Q2)', '“Q1”的后面缺少运算符', 1, 2],
    ['Q1 + ', '“+”的后面缺少内容', 5, 1],
    ['(Q1 + Q2', '括号没有闭合', 8, 1],
    ['avg(Q1, Q2', '括号没有闭合', 10, 1],
    ['Q1)', '这里不应有“)”', 2, 1],
    ['avg(Q1,, Q2)', '逗号的前后要有内容', 6, 1],
    ['Q1,', '逗号的前后要有内容', 2, 1],
    ['Q1 + 1e5', '数字请写成普通小数，整数和小数各最多 18 位', 5, 3],
    ['Q1.x', '写法不对', 0, 4],
    [`${'('.repeat(21)}Q1${')'.repeat(21)}`, '括号最多 20 层', 20, 1],
    [`Q1${'+1'.repeat(600)}`, '公式最长 1000 个字符', 1_000, 202],
  ])('§1 is refused at its place: %j says %s', (text, message, at, length) =>
    expect(parse(text)).toEqual({ problem: { message, at, length } }),
  )

  it('§1 any text is read or refused, with a position inside it', () => {
    const parts = fc.constantFrom(...'Q1|S2|+|-|*|/|(|)|,|ma(|if(|>|=|.|1.5|e|[|]|"|this|铜| |yoy('.split('|'))
    const texts = fc.oneof(
      fc.array(parts, { maxLength: 20 }).map((list) => list.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const read = parse(text)
        if ('formula' in read) return
        expect(read.problem.message).toMatch(/\p{Script=Han}/u)
        expect(read.problem.at).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the order of series', () => {
  it('§1 follows what they need', () => {
    const needs = new Map([
      ['S1', ['S2', 'Q1']],
      ['S2', ['S3', 'Q1']],
      ['S3', ['Q2']],
    ])
    expect(orderSeries(needs)).toEqual({ order: ['S3', 'S2', 'S1'] })
  })

  it('§1 names the cycle', () => {
    const needs = new Map([
      ['S9', ['S1']],
      ['S1', ['Q1', 'S2']],
      ['S2', ['S3']],
      ['S3', ['S1']],
    ])
    expect(orderSeries(needs)).toEqual({ circle: ['S1', 'S2', 'S3', 'S1'] })
    expect(orderSeries(new Map([['S1', ['S1']]]))).toEqual({ circle: ['S1', 'S1'] })
  })

  it('§1 takes a chain of any length', () => {
    const chain = new Map(Array.from({ length: 20_000 }, (_, at) => [`S${at}`, [`S${at + 1}`]]))
    expect(orderSeries(chain)).toMatchObject({ order: { length: 20_000 } })
  })
})
