// Templates: parsed against a closed set of fields, filled with verified entries only; missing figures are listed with
// their place.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanBody, htmlOf } from './body.ts'
import { textOf } from './body-blocks.ts'
import { figuresIn } from './bound-figures.ts'
import type { BodyNode } from './nodes.ts'
import { fieldText, readField } from './template-fields.ts'
import { type FillSource, fillTemplate, type ItemFigures, itemsNamed } from './template-fill.ts'
import { readTemplate } from './template-text.ts'

const paragraph = (...texts: string[]): BodyNode => ({
  type: 'paragraph',
  content: texts.map((text) => ({ type: 'text', text })),
})
const doc = (...content: BodyNode[]): BodyNode => ({ type: 'doc', content })
const read = (...lines: string[]) =>
  readTemplate({ title: '', summary: '', body: doc(...lines.map((line) => paragraph(line))) })

const item = (id: string, change: string | null, average = '8550.00'): ItemFigures => ({
  id,
  code: `Q00000${id}`,
  name: `线型${id}`,
  englishName: `LLDPE ${id}, market price`,
  market: '华东',
  unit: '元/吨',
  entry: {
    id: `9${id}`,
    publication: '7',
    low: '8500.00',
    high: '8600.00',
    average,
    change,
    percent: change === null ? null : '0.59',
  },
})
const none: ItemFigures = { ...item('4', null), entry: null }

const entry = (day: string, id: string) => ({ day, average: '8550.00', id, publication: '7' })

const source: FillSource = {
  edition: 'zh',
  productId: '5',
  product: '聚乙烯',
  day: '2026-11-23',
  items: new Map([item('1', '50.00'), item('2', '-30.00'), item('3', '0.00'), none].map((each) => [each.code, each])),
  own: ['Q000001', 'Q000002'],
  courses: new Map([
    [
      'Q000001',
      { since: null, points: [entry('2026-08-20', '81'), entry('2026-11-20', '82'), entry('2026-11-23', '83')] },
    ],
  ]),
}
const fill = (...lines: string[]) => fillTemplate(read(...lines), source)
const textOfFilled = (...lines: string[]) => textOf(fill(...lines).body)

const english: FillSource = { ...source, edition: 'en', product: 'LLDPE' }
const fillEnglish = (...lines: string[]) => fillTemplate(read(...lines), english)

describe('an English template', () => {
  it.each([
    ['{{产品}}, {{日期}}', 'LLDPE, November 23'],
    ['{{日期|年月日}}, {{日期|星期}}, {{日期|月份}}', 'November 23, 2026, Monday, November'],
    ['{{价格:#1|名称}}: {{价格:#1}} {{价格:#1|单位}}', 'LLDPE 1, market price: 8550.00 yuan/t'],
    ['{{价格:#1|方向}} {{价格:#2|方向}} {{价格:Q000003|方向}}', 'up down unchanged'],
  ])('articles.md "Data": %s fills in English', (line, text) => {
    const { body, missing } = fillEnglish(line)
    expect([textOf(body), missing]).toEqual([text, []])
  })

  it('fills tables and charts in English, without the market column, since markets have no English names', () => {
    const { body } = fillEnglish('{{价格表:#1}}', '{{图:#1|30}}')
    const html = htmlOf(cleanBody(body))
    expect(html).toContain('<th><p>Item</p></th><th><p class="rt-right">Low</p></th>')
    expect(html).toContain('<td><p>LLDPE 1, market price</p></td><td><p class="rt-right">8,500.00</p></td>')
    expect(html).toContain('LLDPE 1, market price, last 30 days（yuan/t）')
    expect(html).not.toMatch(/[品市华元]/)
    expect(figuresIn(body).map(({ field }) => field)).toEqual([
      ...['low', 'high', 'average', 'change', 'percent', 'average', 'average'],
    ])
  })

  it('lists items without an English name, with their place', () => {
    const nameless: FillSource = {
      ...english,
      product: '',
      items: new Map([['Q000001', { ...item('1', '50.00'), englishName: '' }]]),
    }
    const { body, missing } = fillTemplate(read('{{产品}}', '{{价格:#1}}', '{{价格表:#1}}'), nameless)
    expect(missing).toHaveLength(4)
    expect(textOf(body)).toContain('【待补：线型1：没有英文名称】')
    expect(fillEnglish('{{价格:#1|市场}}').missing).toHaveLength(1)
  })
})

describe('a template', () => {
  it.each([
    ['{{产品}}{{日期}}早报', '聚乙烯11月23日早报'],
    ['{{日期|年月日}}，{{日期|星期}}', '2026年11月23日，星期一'],
    ['{{价格:Q000001}}{{价格:Q000001|单位}}', '8550.00元/吨'],
    ['{{价格:Q000001|低价}} {{价格:Q000001|高价}} {{价格:Q000001|区间}}', '8500.00 8600.00 8500.00-8600.00'],
    ['涨跌 {{价格:#2|涨跌}}，{{价格:#1|幅度}}，{{价格:#2|方向}}', '涨跌 -30.00，0.59%，下跌'],
    ['｛｛产品｝｝', '｛｛产品｝｝'],
    ['{{价格：Q000001｜均价}}', '8550.00'],
    ['{{上涨:Q000001}}涨 {{价格:Q000001|涨跌}}{{/上涨}}{{下跌:Q000001}}跌{{/下跌}}', '涨 50.00'],
    ['{{下跌:Q000002}}跌{{上涨:Q000001}}而涨{{/上涨}}{{/下跌}}', '跌而涨'],
    ['{{持平:Q000003}}持平{{/持平}}{{持平:Q000001}}不{{/持平}}。', '持平。'],
  ])('§3 %s fills as %s', (line, text) => {
    const filled = fill(line)
    expect(textOf(filled.body)).toBe(text)
    expect(filled.missing).toEqual([])
  })

  it('§3 keeps marks of the text and applies them to filled fields', () => {
    const bold = [{ type: 'bold' }]
    const body = doc({
      type: 'paragraph',
      content: [
        { type: 'text', text: '均价 ' },
        { type: 'text', text: '{{价格:#1}}', marks: bold },
        { type: 'hardBreak' },
      ],
    })
    const [line] = fillTemplate(readTemplate({ title: '{{产品}}', summary: '', body }), source).body.content ?? []
    expect(line?.content).toEqual([
      { type: 'text', text: '均价 ' },
      {
        type: 'text',
        text: '8550.00',
        marks: [
          ...bold,
          {
            type: 'priceFigure',
            attrs: { code: 'Q000001', part: 'average', day: '2026-11-23', priceId: '91', publication: '7' },
          },
        ],
      },
      { type: 'hardBreak' },
    ])
  })

  it('§3 puts tables and charts between paragraphs and leaves no empty ones', () => {
    const { body, missing } = fill('前{{价格表:本产品}}后', '{{图:#1|90}}', '{{上涨:Q000002}}没有{{/上涨}}', '')
    expect(missing).toEqual([])
    expect(body.content?.map(({ type }) => type)).toEqual([
      'paragraph',
      'priceTable',
      'paragraph',
      'priceChart',
      'paragraph',
    ])
    expect(body.content?.[1]?.attrs).toMatchObject({
      day: '2026-11-23',
      rows: [
        { code: 'Q000001', cells: ['线型1', '华东', '8500.00', '8600.00', '8550.00', '50.00', '0.59%', '元/吨'] },
        { code: 'Q000002' },
      ],
    })
    expect(figuresIn(body)).toHaveLength(12)
  })

  it('articles.md "Templates": a chart carries the entries of its days and no others', () => {
    const { body } = fill('{{图:#1|90}}')
    const point = (day: string, priceId: string) => ({ day, value: '8550.00', priceId, publication: '7' })
    expect(body.content?.[0]?.attrs).toEqual({
      code: 'Q000001',
      day: '2026-11-23',
      days: 90,
      title: '线型1近 90 天走势',
      unit: '元/吨',
      points: [point('2026-11-20', '82'), point('2026-11-23', '83')],
    })
    expect(figuresIn(body)).toMatchObject([
      { place: 'chart-1', priceId: '82', field: 'average', value: '8550.00' },
      { place: 'chart-1', priceId: '83' },
    ])
    expect(fill('{{图:#2|30}}').missing).toMatchObject([{ message: '线型2：近 30 天没有已发布的价格' }])
  })

  it('§9 lists fields without a verified price, with their place', () => {
    const { body, missing } = fill('一', '{{价格:Q000004}} {{价格:Q999999}} {{价格:#9}}', '{{价格表:Q000004}}')
    expect(textOf(body)).toContain('【待补：线型4：11月23日没有已发布的价格】')
    expect(missing).toMatchObject([
      { paragraph: 2, source: '{{价格:Q000004}}', message: '线型4：11月23日没有已发布的价格' },
      { paragraph: 2, message: '没有报价项 Q999999' },
      { paragraph: 2, message: '本产品没有第 9 个报价项' },
      { paragraph: 3, message: '线型4：11月23日没有已发布的价格' },
      { paragraph: 3, message: '价格表没有可用的价格' },
    ])
    expect(textOfFilled('{{价格:Q000004|名称}}')).toBe('线型4')
  })

  it.each([
    ['{{厂家}}', '没有名为“厂家”的字段'],
    ['{{constructor}}', '没有名为“constructor”的字段'],
    ['{{价格:Q000001|__proto__}}', '不是价格的内容'],
    ['{{价格}}', '没有写报价项'],
    ['{{价格:线型}}', '不是报价项编码'],
    ['{{日期|toString}}', '日期格式应为'],
    ['{{产品', '字段没有结束'],
    ['产品}}', '多余的'],
    ['{{上涨:Q000001}}涨', '条件没有在同一段内结束'],
    ['{{/上涨}}', '没有与它对应的条件'],
    ['{{上涨:Q000001}}{{/下跌}}', '没有与它对应的条件'],
    ['{{上涨:Q000001|x}}{{/上涨}}', '条件没有'],
    [`${'{{上涨:Q000001}}'.repeat(6)}`, '条件最多 5 层'],
    ['{{图:Q000001|31}}', '走势图的天数应为'],
  ])('§9 refuses %s: %s', (line, message) => {
    const { problems } = read('好', line)
    expect(problems[0]?.message).toContain(message)
    expect(problems[0]?.paragraph).toBe(2)
  })

  it('§9 refuses a condition over two paragraphs, a table in the title and too many fields', () => {
    expect(read('{{上涨:Q000001}}涨', '{{/上涨}}').problems).toHaveLength(2)
    const titled = readTemplate({ title: '{{价格表:本产品}}', summary: '', body: doc() })
    expect(titled.problems[0]?.message).toContain('标题和摘要中不能有价格表')
    expect(read('{{产品}}'.repeat(401)).problems.at(-1)?.message).toContain('字段最多 400 个')
  })

  it('§9 reaches only the closed set of fields, whatever the input', () => {
    const word = fc.oneof(
      fc.constantFrom('{{', '}}', ':', '|', '/', '产品', '日期', '价格', '价格表', '图', '上涨', '下跌', '持平'),
      fc.constantFrom(
        'Q000001',
        '#1',
        '均价',
        '涨跌',
        '__proto__',
        'constructor',
        '<b>',
        '$1',
        '{{上涨:Q000001}}',
        '{{/上涨}}',
      ),
      fc.string({ maxLength: 4 }),
    )
    const line = fc.array(word, { maxLength: 25 }).map((words) => words.join(''))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), line, (lines, title) => {
        const template = readTemplate({ title, summary: title, body: doc(...lines.map((each) => paragraph(each))) })
        for (const code of itemsNamed(template).codes) expect(code).toMatch(/^[A-Z][A-Z0-9]{2,31}$/)
        const { body, missing } = fillTemplate(template, source)
        for (const { value } of figuresIn(body)) expect(value).toMatch(/^(?:-?[\d.]+%?|-|上涨|下跌|持平)$/)
        // text without field delimiters is kept as written
        if (!lines.some((each) => each.includes('{{') || each.includes('}}'))) {
          expect(textOf(body)).toBe(lines.filter(Boolean).join('\n'))
        }
        expect(missing.every(({ paragraph: at }) => at <= lines.length)).toBe(true)
      }),
    )
  })

  it("parses the panel's field text back to the same field", () => {
    const fields = [
      { kind: 'product' },
      { kind: 'date', form: 'weekday' },
      { kind: 'price', item: '#3', part: 'change' },
      { kind: 'table', items: [] },
      { kind: 'table', items: ['Q000001', '#2'] },
      { kind: 'chart', item: 'Q000001', days: 180 },
    ] as const
    for (const field of fields) expect(readField(fieldText(field).slice(2, -2))).toEqual({ field })
    expect(read(fieldText({ kind: 'condition', when: 'level', item: 'Q000001' })).problems).toEqual([])
  })
})
