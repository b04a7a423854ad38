// What a submission asks of an article.
import { describe, expect, it } from 'vitest'
import { type Submitted, submissionDemands, whyNotSubmitted } from './submission-rules.ts'

const NOW = Date.parse('2026-11-20T02:00:00Z')
const article: Submitted = {
  title: '聚乙烯早报',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '价格上涨' }] }] },
  newsCategoryId: '1',
  channels: ['officialWebsite'],
  publishAt: null,
  takeDownAt: null,
}
const facts = { now: NOW, whyFalse: null }
const before = '2026-11-20T01:59:00.000Z'

describe('experience.md "A refusal says why where the person stands": what a submission asks', () => {
  it.each<[string, Partial<Submitted>, string | null, string | null]>([
    ['nothing more of a whole article', {}, null, null],
    ['the category', { newsCategoryId: null }, null, '请选择资讯分类'],
    ['a channel', { channels: [] }, null, '请选择发布渠道'],
    ['a time that has not passed', { publishAt: before }, null, '发布时间已过，请修改后再提交'],
    ['a time that has not passed', { takeDownAt: before }, null, '下架时间已过，请修改后再提交'],
    ['the published figures', {}, '引用的价格有 1 条已更正', '引用的价格有 1 条已更正'],
    ['all at once', { title: '', channels: [] }, null, '请输入标题；请选择发布渠道'],
  ])('%s', (_name, change, whyFalse, why) => {
    const changed = { ...article, ...change }
    expect(whyNotSubmitted(changed, null, { now: NOW, whyFalse })?.msg ?? null).toBe(why)
    const isOpen = submissionDemands(changed, null, { now: NOW, whyFalse }).some(({ isMet }) => !isMet)
    expect(isOpen).toBe(why !== null)
  })

  it('a demand of the standard is said with its label', () => {
    const standard = {
      leastWords: 5,
      mostWords: null,
      leastPictures: 0,
      leastSummary: 0,
      mostSummary: null,
      requiredFields: [],
      sources: [],
      forbiddenWords: [],
    }
    expect(whyNotSubmitted(article, standard, facts)?.msg).toBe('正文 至少 5 字：现有 4 字')
  })

  it('lists a time once the article has one', () => {
    const keys = (change: Partial<Submitted>) =>
      submissionDemands({ ...article, ...change }, null, facts).map(({ key }) => key)
    expect(keys({})).toEqual(['title', 'body', 'fields', 'newsCategoryId', 'channels'])
    expect(keys({ publishAt: '2026-11-20T02:00:00.000Z' })).toContain('publishAt')
  })
})
