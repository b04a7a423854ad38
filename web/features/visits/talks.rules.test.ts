// Blocks of a report: an empty one is left out, one that was begun is completed before it is sent.
import { expect, it } from 'vitest'
import { noTalk, problemOfTalk, problemOfTalks, type TypedTalk, talksOf, talkText } from './talks.rules.ts'

const begun: Partial<TypedTalk>[] = [
  { priceLow: '3850' },
  { priceHigh: '3850' },
  { unit: '元/吨' },
  { hasTax: false },
  { delivery: '自提' },
  { stock: '偏高' },
  { rate: 0 },
  { mood: 'down' },
  { remark: '检修' },
  { isConfidential: true },
]

it.each(begun)('meetings-visits-sharing.md "results by product": a block with %o asks for its product', (part) => {
  expect(problemOfTalk({ ...noTalk, ...part })).toBe('请选择产品')
})

it('meetings-visits-sharing.md "results by product": empty blocks are not sent, all others are', () => {
  const talk = { ...noTalk, productId: '7', priceLow: ' 3850 ' }
  expect(problemOfTalks([noTalk, talk])).toBeNull()
  expect(talksOf([noTalk, talk])).toMatchObject([{ productId: '7', priceLow: '3850', priceHigh: null }])
})

it('meetings-visits-sharing.md "results by product": the first problem is said with the place of its block', () => {
  const talk = { ...noTalk, productId: '7' }
  expect(problemOfTalks([talk, { ...talk, priceLow: '3.850,5' }])).toBe('第 2 项：价格应为最多4位小数的数字')
  expect(problemOfTalks([{ ...talk, priceHigh: '3850' }])).toBe('第 1 项：请填写低价')
  expect(problemOfTalks([{ ...talk, priceLow: '3860', priceHigh: '3850' }])).toBe('第 1 项：低价不能高于高价')
})

it('§8 601 what was typed of a product is compared with all that it says', () => {
  const talk: TypedTalk = {
    ...noTalk,
    priceLow: '3850 ',
    unit: '元/吨',
    hasTax: false,
    stock: '偏高',
    rate: 80,
    mood: 'down',
  }
  expect(talkText(talk)).toBe('3850 元/吨，不含税，库存 偏高，开工率 80%，跌')
  expect(talkText({ ...talk, priceHigh: '3900', isConfidential: true })).toBe(
    '3850–3900 元/吨，不含税，库存 偏高，开工率 80%，跌，保密',
  )
  expect(talkText(noTalk)).toBe('—')
})
