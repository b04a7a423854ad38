// What people type and paste as a figure.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from './typed-figures.ts'

const rules = { decimals: 2, allowsNegative: false }
const read = (text: string, changed: Partial<typeof rules> = {}, isPasted = false) =>
  readText(text, { ...rules, ...changed }, isPasted)

describe('a typed figure', () => {
  it.each([
    ['8500', '8500.00'],
    [' 8,500.5 ', '8500.50'],
    ['８，５００．５', '8500.50'],
    ['8500。5', '8500.50'],
    ['8500。', '8500.00'],
    ['.5', '0.50'],
    ['0012', '12.00'],
    ['8,500.0000', '8500.00'],
    ['123456789012', '123456789012.00'],
  ])('§1 %j is %s', (text, value) => expect(read(text)).toEqual({ kind: 'figure', value }))

  it.each([
    ['8,500-8,600', '8500.00', '8600.00'],
    ['8500~8600', '8500.00', '8600.00'],
    ['８５００～８６００', '8500.00', '8600.00'],
    ['8500 — 8600.5', '8500.00', '8600.50'],
    ['8500至8600', '8500.00', '8600.00'],
    ['8500-8500', '8500.00', '8500.00'],
  ])('§1 %j fills low and high', (text, low, high) => expect(read(text)).toEqual({ kind: 'range', low, high }))

  it('§1 words and signs are relative to the last price', () => {
    for (const text of ['平', '持平', '=', '＝']) expect(read(text)).toEqual({ kind: 'same' })
    for (const text of ['-', '－', '——']) expect(read(text)).toEqual({ kind: 'leftOut' })
    expect(read('  ')).toEqual({ kind: 'empty' })
    expect(read('+10')).toEqual({ kind: 'move', by: '10', isPercent: false })
    expect(read('－１，０００')).toEqual({ kind: 'move', by: '-1000', isPercent: false })
    expect(read('-1.5％')).toEqual({ kind: 'move', by: '-1.5', isPercent: true })
  })

  it('§1 a minus sign is a negative price where the item has such prices, and when pasted', () => {
    expect(read('-10', { allowsNegative: true })).toEqual({ kind: 'figure', value: '-10.00' })
    expect(read('=-10', { allowsNegative: true })).toEqual({ kind: 'move', by: '-10', isPercent: false })
    expect(read('-5~-3', { allowsNegative: true })).toEqual({ kind: 'range', low: '-5.00', high: '-3.00' })
    expect(read('-10', {}, true)).toEqual({ kind: 'refused', why: '不允许负数；要按上期推算请写 =-10' })
    expect(read('-5~3')).toMatchObject({ why: expect.stringContaining('不允许负数') })
  })

  it.each([
    ['8500元', '含有文字，不是价格'],
    ['1.2E+04', '含有文字，不是价格'],
    ['85,00', '千分位的位置不对'],
    ['8500.123', '最多 2 位小数'],
    ['8500-8400', '低价高于高价'],
    ['+0.001', '最多 2 位小数'],
    ['8500²', '含有上标、带圈数字等，不是价格'],
    ['8500①', '含有上标、带圈数字等，不是价格'],
    ['8500 8600', '不是价格'],
    ['8500-', '不是价格'],
    ['1234567890123', '整数部分最多 12 位'],
    ['9'.repeat(70), '内容过长'],
  ])('§1 %j is refused: %s', (text, why) => expect(read(text)).toEqual({ kind: 'refused', why }))

  it('§1 an item without decimals refuses them with a reason', () =>
    expect(read('8500.5', { decimals: 0 })).toMatchObject({ why: '此报价项不带小数' }))

  it('§1 whatever is typed is read or refused, and a value that was read reads the same again', () => {
    const signs = fc.constantFrom(...'0123456789.,，。-－~+=%平 ²a')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: signs, maxLength: 12 }), fc.string()), fc.boolean(), (text, isPasted) => {
        const figure = read(text, {}, isPasted)
        if (figure.kind === 'figure') expect(read(figure.value)).toEqual(figure)
        if (figure.kind === 'range') expect(read(`${figure.low}-${figure.high}`)).toEqual(figure)
      }),
    )
  })
})
