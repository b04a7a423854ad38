// Rules of where a registration came from.
import { describe, expect, it } from 'vitest'
import { endsOf, touchOf, visitsOf } from './touches.rules.ts'

describe('a touch', () => {
  it.each([
    ['baidu', 'cpc', 'baidu'],
    ['Baidu-PC', '', 'baidu'],
    ['百度', '竞价', 'baidu'],
    ['360', 'sem', 'so360'],
    ['sogou_mobile', 'CPC', 'sogou'],
    ['bing', 'ppc', 'bing'],
    ['baidu', 'organic', null],
    ['wechat', 'cpc', null],
    ['', 'cpc', null],
    ['mybaidu', 'cpc', null],
  ])(
    'operations-service-ai.md "a registration carries its source": %s by %s was paid to %s',
    (source, medium, engine) => {
      expect(touchOf({ source, medium, campaign: '品牌' })?.engine).toBe(engine)
    },
  )

  it('operations-service-ai.md "a registration carries its source": a referrer is no paid visit, and loses its query', () => {
    expect(touchOf({ referrer: 'https://www.baidu.com/s?wd=%E9%92%A2%E4%BB%B7#a' })).toEqual({
      source: '',
      medium: '',
      campaign: '',
      term: '',
      engine: null,
      referrer: 'https://www.baidu.com/s',
    })
  })

  it('§5 is nothing where all is blank, and the only one that is known is both', () => {
    expect(touchOf({ source: ' ', term: '' })).toBeNull()
    const now = Date.parse('2026-03-10T10:00:00Z')
    const { firstTouch, lastTouch } = endsOf(visitsOf({ lastTouch: { source: 'bing' } }, now))
    expect(firstTouch).toEqual(lastTouch)
    expect(endsOf(visitsOf({}, now))).toEqual({ firstTouch: null, lastTouch: null })
  })
})

describe('visits of a registration', () => {
  const now = Date.parse('2026-03-10T10:00:00.000Z')

  it('operations.md "Data" hold the host of the page before and the path of the page, never an address or an IP', () => {
    const visit = {
      at: '2026-03-09T10:00:00+08:00',
      source: ' baidu ',
      medium: 'cpc',
      campaign: '品牌',
      term: '螺纹钢',
      clickId: 'abc',
      referrerHost: 'https://www.Baidu.com/s?wd=%E9%92%A2',
      landingPath: 'https://example.com/price?mobile=13900000000#x',
    }
    expect(visitsOf({ touches: [visit] }, now)).toEqual([
      {
        at: '2026-03-09T02:00:00.000Z',
        source: 'baidu',
        medium: 'cpc',
        campaign: '品牌',
        term: '螺纹钢',
        clickId: 'abc',
        referrerHost: 'www.baidu.com',
        landingPath: '/price',
        engine: 'baidu',
        referrer: '',
      },
    ])
    const [other] = visitsOf({ touches: [{ at: visit.at, referrerHost: '203.0.113.4', landingPath: 'x' }] }, now)
    expect(other).toMatchObject({ referrerHost: '', landingPath: '', engine: null })
  })

  it('operations.md "Bad input" are in their order, and none is after the registration', () => {
    const at = ['2026-03-12T00:00:00Z', '2026-03-01T00:00:00Z', '2026-03-05T00:00:00Z']
    const visits = visitsOf({ touches: at.map((moment) => ({ at: moment })) }, now)
    expect(visits.map((visit) => visit.at)).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-05T00:00:00.000Z',
      '2026-03-10T10:00:00.000Z',
    ])
  })
})
