// Rules of where a registration came from.
import { describe, expect, it } from 'vitest'
import { touchesOf, touchOf } from './touches.rules.ts'

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
      ...{ source: '', medium: '', campaign: '', term: '', engine: null },
      referrer: 'https://www.baidu.com/s',
    })
  })

  it('§5 is nothing where all is blank, and the only one that is known is both', () => {
    expect(touchOf({ source: ' ', term: '' })).toBeNull()
    const { firstTouch, lastTouch } = touchesOf({ lastTouch: { source: 'bing' } })
    expect(firstTouch).toEqual(lastTouch)
    expect(touchesOf({})).toEqual({ firstTouch: null, lastTouch: null })
  })
})
