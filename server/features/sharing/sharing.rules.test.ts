// Rules of shares.
import { describe, expect, it } from 'vitest'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { bodyOf } from '#test/article-factories.ts'
import { freePart, isCode, isMachine, newCode, newView, readView, trialOf, visitorOf } from './sharing.rules.ts'

const paragraphs = (...lengths: number[]) => bodyOf(...lengths.map((length) => '字'.repeat(length)))
const textOf = (body: BodyNode) => JSON.stringify(body)
const table: BodyNode = {
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: bodyOf('3500').content ?? [] }] }],
}

describe('meetings-visits-sharing.md "cut by the news category (whole / 300 characters at a block\'s end / summary)"', () => {
  it.each([
    [[100], 1, false],
    [[300, 1], 1, true],
    [[299, 1, 1], 2, true],
    [[100, 100, 99], 3, false],
    [[900, 900], 1, true],
    [[100, 100, 100, 100], 3, true],
  ])('of paragraphs of %j characters the first %i', (lengths, free, isCut) => {
    const part = freePart(paragraphs(...lengths), 'opening')
    expect(part.body.content).toHaveLength(free)
    expect(part.isCut).toBe(isCut)
  })

  it('the whole article with its tables, or nothing of it', () => {
    const body: BodyNode = { type: 'doc', content: [table, ...(paragraphs(900, 900).content ?? [])] }
    expect(freePart(body, 'whole')).toEqual({ body, isCut: false })
    expect(freePart(body, 'summary')).toEqual({ body: { type: 'doc', content: [] }, isCut: true })
  })

  it('an opening leaves out tables and charts wherever they stand', () => {
    const [first, second] = bodyOf('一'.repeat(300), '二').content ?? []
    const chart: BodyNode = { type: 'priceChart', attrs: { code: 'x' } }
    const quoted: BodyNode = { type: 'blockquote', content: [table] }
    const empty: BodyNode = { type: 'paragraph' }
    const content = [table, chart, quoted, empty, first as BodyNode, second as BodyNode]
    const { body, isCut } = freePart({ type: 'doc', content }, 'opening')
    expect(textOf(body)).toContain('一')
    expect(textOf(body)).not.toMatch(/二|3500|priceChart/)
    expect(isCut).toBe(true)
    const short = freePart({ type: 'doc', content: [first as BodyNode, table] }, 'opening')
    expect(short.isCut).toBe(true)
  })

  it('shows no heading without what stands below it', () => {
    const heading: BodyNode = {
      type: 'heading',
      attrs: { level: 2 },
      content: [{ type: 'text', text: '小标题'.repeat(20) }],
    }
    const [one, two] = bodyOf('一'.repeat(240), '二'.repeat(10)).content as BodyNode[]
    const content = [heading, one, heading, two] as BodyNode[]
    expect(freePart({ type: 'doc', content: [one, heading, two] as BodyNode[] }, 'opening').body.content).toEqual([one])
    expect(freePart({ type: 'doc', content }, 'opening').body.content).toEqual([heading, one])
  })

  it('a list keeps three items, an article of nothing but a table shows nothing', () => {
    const items = ['一', '二', '三', '四'].map((text) => ({ type: 'listItem', content: bodyOf(text).content ?? [] }))
    const { body, isCut } = freePart({ type: 'doc', content: [{ type: 'bulletList', content: items }] }, 'opening')
    expect(textOf(body)).toContain('三')
    expect(textOf(body)).not.toContain('四')
    expect(isCut).toBe(true)
    expect(freePart({ type: 'doc', content: [table] }, 'opening')).toEqual({
      body: { type: 'doc', content: [] },
      isCut: true,
    })
  })
})

describe('meetings-visits-sharing.md "The page carries a signed view token"', () => {
  const now = Date.now()
  it('is one opening of that page, for a day', () => {
    const code = newCode()
    const view = newView('secret', code, now)
    expect(view).toMatch(/^[A-Za-z0-9_.-]{16,100}$/)
    const opening = readView('secret', code, view, now + 60_000)
    expect(opening).toEqual({ visit: view.split('.')[0], at: now })
    expect(readView('secret', code, view, now + 86_400_000)).toEqual(opening)
    expect(newView('secret', code, now)).not.toBe(view)
  })

  it('is nothing for another page, another key, another time, or changed', () => {
    const code = newCode()
    const view = newView('secret', code, now)
    expect(readView('secret', newCode(), view, now)).toBeUndefined()
    expect(readView('other', code, view, now)).toBeUndefined()
    expect(readView('secret', code, view, now - 1)).toBeUndefined()
    expect(readView('secret', code, view, now + 86_400_001)).toBeUndefined()
    const [visit, at, signature] = view.split('.')
    for (const forged of [
      `${visit}.${Number(at) + 1}.${signature}`,
      `${'a'.repeat(16)}.${at}.${signature}`,
      'a.b.c',
      '',
    ])
      expect(readView('secret', code, forged, now)).toBeUndefined()
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
