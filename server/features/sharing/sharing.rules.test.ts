// Rules of shares.
import { describe, expect, it } from 'vitest'
import type { BodyNode } from '../../../contract/articles/nodes.ts'
import { CODE_LETTERS } from '../../../contract/sharing/share-codes.ts'
import { bodyOf } from '../../../test/article-factories.ts'
import { freePart, isCode, isMachine, newCode, trialOf, visitorOf } from './sharing.rules.ts'

const paragraphs = (n: number) => bodyOf(...Array.from({ length: n }, (_, at) => `第${at + 1}段`))
const textOf = (body: BodyNode) => JSON.stringify(body)
const table: BodyNode = {
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: bodyOf('3500').content ?? [] }] }],
}

describe('meetings-visits-sharing.md "cut after the free part"', () => {
  it.each([
    [1, 1, false],
    [2, 1, true],
    [4, 2, true],
    [12, 4, true],
    [60, 6, true],
  ])('of %i paragraphs %i are free', (all, free, isCut) => {
    const part = freePart(paragraphs(all))
    expect(part.body.content).toHaveLength(free)
    expect(part.isCut).toBe(isCut)
  })

  it('leaves out tables and charts wherever they stand, and empty paragraphs do not count', () => {
    const [first, second] = bodyOf('一', '二').content ?? []
    const chart: BodyNode = { type: 'priceChart', attrs: { code: 'x' } }
    const quoted: BodyNode = { type: 'blockquote', content: [table] }
    const empty: BodyNode = { type: 'paragraph' }
    const { body, isCut } = freePart({
      type: 'doc',
      content: [table, chart, quoted, empty, first as BodyNode, second as BodyNode],
    })
    expect(textOf(body)).toContain('一')
    expect(textOf(body)).not.toMatch(/二|3500|priceChart/)
    expect(isCut).toBe(true)
  })

  it('shows no heading without what stands below it', () => {
    const heading: BodyNode = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '小标题' }] }
    const [one, two, three] = bodyOf('一', '二', '三').content as BodyNode[]
    const content = [heading, one, heading, two, heading, three] as BodyNode[]
    expect(freePart({ type: 'doc', content }).body.content).toEqual([heading, one])
  })

  it('a list keeps three items, an article of nothing but a table shows nothing', () => {
    const items = ['一', '二', '三', '四'].map((text) => ({ type: 'listItem', content: bodyOf(text).content ?? [] }))
    const { body, isCut } = freePart({ type: 'doc', content: [{ type: 'bulletList', content: items }] })
    expect(textOf(body)).toContain('三')
    expect(textOf(body)).not.toContain('四')
    expect(isCut).toBe(true)
    expect(freePart({ type: 'doc', content: [table] })).toEqual({ body: { type: 'doc', content: [] }, isCut: true })
  })
})

describe('meetings-visits-sharing.md "Counts come from a beacon"', () => {
  it.each([
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'curl/8.5.0',
    'Mozilla/5.0 HeadlessChrome/130.0',
    '',
  ])('"%s" is a machine', (agent) => expect(isMachine(agent)).toBe(true))

  it.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.54',
    'Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
  ])('"%s" is a reader', (agent) => expect(isMachine(agent)).toBe(false))

  it('a visitor is the same for a share, address, browser and day alone', () => {
    const known = visitorOf('salt', '1', '10.0.0.1', 'agent')
    expect(visitorOf('salt', '1', '10.0.0.1', 'agent')).toBe(known)
    const others = [
      visitorOf('other', '1', '10.0.0.1', 'agent'),
      visitorOf('salt', '2', '10.0.0.1', 'agent'),
      visitorOf('salt', '1', '10.0.0.2', 'agent'),
      visitorOf('salt', '1', '10.0.0.1', 'agent 2'),
    ]
    expect(others).not.toContain(known)
    expect(known).not.toContain('10.0.0.1')
  })
})

describe('product.md "An article share has its own link"', () => {
  it('codes are ten characters that nobody mistakes for each other', () => {
    const codes = new Set(Array.from({ length: 500 }, newCode))
    expect(codes.size).toBe(500)
    for (const code of codes) expect(isCode(code)).toBe(true)
    expect(CODE_LETTERS).not.toMatch(/[01ilo]/i)
  })

  it('the form applies for a sub-product that shows the article', () => {
    expect(trialOf(['officialWebsite'])).toBe('officialWebsite')
    expect(trialOf([])).toBe('officialWebsite')
    expect(trialOf(['app', 'gold'])).toBe('app')
  })
})
