// Landing addresses with macros.
import { describe, expect, it } from 'vitest'
import { landingLink, linkParameters, sampleLink } from './landing-links.ts'

describe('a landing address', () => {
  const address = 'https://example.com/register?subProduct=bigData#form'

  it('operations.md "Attribution" keeps its own parameters and has the macros of the search engine as they are', () => {
    const link = { address, source: 'bing' as const, campaign: ' 品牌 & 行业 ' }
    expect(landingLink(link)).toBe(
      'https://example.com/register?subProduct=bigData&utm_source=bing&utm_medium=cpc&utm_campaign=%E5%93%81%E7%89%8C%20%26%20%E8%A1%8C%E4%B8%9A&utm_term={keyword}&msclkid={msclkid}#form',
    )
    expect(decodeURIComponent(sampleLink(link))).toMatch(
      /^https:\/\/example.com\/register\?subProduct=bigData&utm_source=bing&utm_medium=cpc&utm_campaign=品牌 & 行业&utm_term=螺纹钢价格&msclkid=[0-9a-f]{32}#form$/,
    )
  })

  it('operations.md "Attribution" leaves out what the search engine adds, and takes a typed keyword where there is no macro', () => {
    const link = { address: 'https://example.com', source: 'so360' as const, campaign: '品牌' }
    expect(landingLink(link)).toBe('https://example.com?utm_source=360&utm_medium=cpc&utm_campaign=%E5%93%81%E7%89%8C')
    expect(linkParameters({ ...link, term: '热卷' }).map(({ name }) => name)).toEqual([
      ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'qhclickid'],
    ])
    expect(decodeURIComponent(sampleLink({ ...link, term: '热卷' }))).toContain('&utm_term=热卷&')
  })
})
