// Finds corrected figures in a text and replaces them.
import { expect, it } from 'vitest'
import { chartNode, figureMark, readChart, readTable, tableNode } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { FoundFigures } from '#contract/articles/templates.ts'
import { type Published, placeOf, quotedIn, refresh } from './refresh.rules.ts'

const DAY = '2026-11-23'
const entry = (publication: string, average: string) => ({
  id: '91',
  publication,
  low: average,
  high: average,
  average,
  change: '10',
  percent: '0.30',
})
const item = (publication: string, average: string): FoundFigures => ({
  id: '1',
  code: 'Q000001',
  name: '螺纹钢',
  englishName: 'Rebar, Shanghai',
  productName: '建筑钢材',
  market: '上海',
  unit: '元/吨',
  entry: entry(publication, average),
})
const point = (day: string, publication: string, average: string) => ({
  day,
  publication,
  average,
  id: `9${day.slice(8)}`,
})
const before = item('7', '3830')
const course = { code: 'Q000001', name: '螺纹钢', englishName: 'Rebar, Shanghai', unit: '元/吨' }

const text = (): BodyNode => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: '均价 ' },
        {
          type: 'text',
          text: '3830',
          marks: [figureMark({ code: 'Q000001', day: DAY, part: 'average', priceId: '91', publication: '7' })],
        },
      ],
    },
    tableNode(DAY, [{ ...before, entry: entry('7', '3830') }]),
    chartNode(DAY, 30, course, [point('2026-11-20', '6', '3800'), point(DAY, '7', '3830')]),
  ],
})
const published = (publication: string, average: string): Published => ({
  figures: new Map([[placeOf(DAY, 'Q000001'), item(publication, average)]]),
  courses: new Map([
    [
      placeOf(DAY, 'Q000001'),
      { ...course, since: null, points: [point('2026-11-20', '6', '3800'), point(DAY, publication, average)] },
    ],
  ]),
})

it('articles.md "Templates": offers corrections in text, tables and charts; the rest stays as it is', () => {
  const body = text()
  expect([...quotedIn({ body })]).toEqual([[DAY, new Set(['Q000001'])]])
  expect(refresh({ body }, published('7', '3830'))).toEqual({ article: { body, bindings: [] }, changes: [] })
  const {
    article: { body: now },
    changes,
  } = refresh({ body }, published('8', '3850'))
  expect(changes).toMatchObject([
    { name: '螺纹钢', before: '3830', after: '3850' },
    { name: '螺纹钢', before: '3830 3830 3830 10 0.30%', after: '3850 3850 3850 10 0.30%' },
    { name: '螺纹钢近 30 天走势', day: DAY, before: '3830', after: '3850' },
  ])
  expect(now.content?.[0]?.content?.[1]).toMatchObject({ text: '3850', marks: [{ attrs: { publication: '8' } }] })
  expect(readTable(now.content?.[1]?.attrs)?.rows[0]).toMatchObject({ publication: '8' })
  expect(readChart(now.content?.[2]?.attrs)?.points).toMatchObject([
    { value: '3800', publication: '6' },
    { value: '3850', publication: '8' },
  ])
  expect(refresh({ body: now }, published('8', '3850')).changes).toEqual([])
})

it('articles.md "Templates": lists figures that were taken back, and draws an older chart without points', () => {
  const gone: Published = { figures: new Map(), courses: new Map() }
  const {
    article: { body },
    changes,
  } = refresh({ body: text() }, gone)
  expect(changes.map(({ after }) => after)).toEqual(['', '', '', ''])
  expect(body.content?.slice(0, 2)).toEqual(text().content?.slice(0, 2))
  const old: BodyNode = { type: 'doc', content: [chartNode(DAY, 30, course, [])] }
  expect(refresh({ body: old }, published('8', '3850')).changes).toMatchObject([
    { before: '未绘制', after: '2 天的价格' },
  ])
})

it('issue 18: offers the published figures where they were changed by hand', () => {
  const changed = JSON.parse(
    JSON.stringify(text()).replaceAll('"3830"', '"3,930"').replaceAll('"value":"3,930"', '"value":"3930"'),
  ) as BodyNode
  const {
    article: { body },
    changes,
  } = refresh({ body: changed }, published('7', '3830'))
  expect(changes).toMatchObject([
    { before: '3,930', after: '3,830' },
    { before: '3,930 3,930 3,930 10 0.30%', after: '3830 3830 3830 10 0.30%' },
    { day: DAY, before: '3930', after: '3830' },
  ])
  const thousands = JSON.parse(JSON.stringify(text()).replace('"text":"3830"', '"text":"3,830"')) as BodyNode
  expect(body).toEqual(thousands)
  expect(refresh({ body: thousands }, published('7', '3830')).changes).toEqual([])
})

it('articles.md "Language pair": an English text gets new figures in English', () => {
  const english: BodyNode = {
    type: 'doc',
    content: [
      tableNode(
        DAY,
        [{ ...before, name: 'Rebar, Shanghai', market: '', unit: 'yuan/t', entry: entry('7', '3830') }],
        'en',
      ),
    ],
  }
  const {
    article: { body },
    changes,
  } = refresh({ body: english }, published('8', '3840'), { edition: 'en' })
  expect(changes).toHaveLength(1)
  const table = readTable(body.content?.[0]?.attrs)
  expect(table?.edition).toBe('en')
  expect(table?.rows[0]?.cells).toEqual(['Rebar, Shanghai', '', '3840', '3840', '3840', '10', '0.30%', 'yuan/t'])
})
