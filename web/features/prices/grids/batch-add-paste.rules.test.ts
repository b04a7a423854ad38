// Blocks pasted into the day's grid by item name or code.
import { describe, expect, it } from 'vitest'
import { readBlock, writeBlock } from '#web/kit/grid/grid-block.rules.ts'
import { type EntryRow, toRow } from './batch-add.rules.ts'
import { copiedFrom, placedColumns } from './batch-add-columns.tsx'
import { matchBlock } from './batch-add-paste.rules.ts'

const row = (quoteItemId: string, itemName: string): EntryRow =>
  toRow({
    quoteItemId,
    itemName,
    code: `Q00000${quoteItemId}`,
    productId: '9',
    productName: '螺纹钢',
    market: '上海',
    specification: '',
    unit: '元/吨',
    kind: 'range',
    decimals: 0,
    allowsNegative: false,
    lowest: null,
    highest: null,
    usualMove: null,
    usualMedian: null,
    usualDeviation: null,
    isDue: true,
    closed: null,
    rowName: null,
    last: { day: '2026-11-20', low: '3800', high: '3860', average: '3830' },
    recent: [],
    entry: null,
  })
const rows = [row('1', '螺纹钢 上海'), row('2', '螺纹钢 天津')]
const wide = placedColumns(new Map(), false)
const narrow = placedColumns(new Map(), true)
const pasted = (text: string, columns = wide) => matchBlock(rows, readBlock(text), copiedFrom(columns))
const texts = (text: string, columns = wide) =>
  Object.fromEntries(
    (pasted(text, columns)?.changes ?? []).map((change) => [`${change.row} ${change.column}`, change.text]),
  )

describe('prices.md "Entering": a block with names', () => {
  it('goes to the rows of its codes or names; rows without a match and repetitions are told', () => {
    const text = '螺纹钢 天津\t1\t2\n没有的\t3\t4\nQ000001\t5\nQ000002\t6\t7\n\t合计'
    expect(texts(text)).toEqual({ '2 low': '1', '2 high': '2', '1 low': '5' })
    expect(pasted(text)?.lost).toEqual(['“没有的”不在表中', '“Q000002”重复'])
    expect(pasted('1\t2')).toBeUndefined()
  })

  it.each([
    ['螺纹钢 上海\t元/吨\t2,400\t2,420', { '1 low': '2,400', '1 high': '2,420' }],
    ['1\t螺纹钢 上海\t上海\t元/吨\t2400-2420', { '1 low': '2400-2420' }],
    ['螺纹钢 上海\t元/吨\t平\n螺纹钢 天津\t元/吨\t+10', { '1 low': '平', '2 low': '+10' }],
    [
      '螺纹钢 上海\t2400\t2420\t2410\t成交清淡',
      { '1 low': '2400', '1 high': '2420', '1 average': '2410', '1 remark': '成交清淡' },
    ],
  ])('finds the prices of %j by their content', (text, cells) => expect(texts(text)).toEqual(cells))

  it('goes to rows of tables of price differences by grade or place, where only one has it', () => {
    const differences = [
      { ...row('3', '中厚板价差 Q355B'), rowName: 'Q355B', allowsNegative: true },
      { ...row('4', '中厚板价差 天津'), rowName: '天津', allowsNegative: true },
      { ...row('5', '螺纹钢价差 天津'), rowName: '天津', allowsNegative: true },
    ]
    const found = matchBlock(differences, readBlock('Q355B\t210\n天津\t-30\n螺纹钢价差 天津\t-40'), copiedFrom(wide))
    expect(found?.changes).toEqual([
      { row: '3', column: 'low', text: '210' },
      { row: '5', column: 'low', text: '-40' },
    ])
    expect(found?.lost).toEqual(['“天津”不在表中'])
  })

  it('finds them by their headings, in any order', () => {
    const text = '品名\t昨日\t高价（元/吨）\t低价\t备注\n螺纹钢 上海\t3800\t2420\t2400\t清淡'
    expect(texts(text)).toEqual({ '1 high': '2420', '1 low': '2400', '1 remark': '清淡' })
  })

  it.each([[wide], [narrow]])(
    'copied from this grid goes back into its own cells, on a narrow screen too',
    (columns) => {
      const filled = rows.map((each) => ({
        ...each,
        typed: { ...each.typed, low: '3810', high: '3870', remark: '清淡' },
      }))
      const block = writeBlock(filled.map((each) => columns.map(({ textOf }) => textOf(each))))
      expect(texts(block, columns)).toMatchObject({
        '1 low': '3810',
        '1 high': '3870',
        '1 remark': '清淡',
        '2 low': '3810',
      })
      const high = columns.findIndex(({ key }) => key === 'high')
      const upToHigh = writeBlock(filled.map((each) => columns.slice(0, high + 1).map(({ textOf }) => textOf(each))))
      expect(texts(upToHigh, columns)).toEqual({ '1 low': '3810', '1 high': '3870', '2 low': '3810', '2 high': '3870' })
    },
  )
})
