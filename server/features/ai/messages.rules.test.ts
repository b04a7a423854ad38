// Which messages of a batch are taken.
import { describe, expect, it } from 'vitest'
import type { SentMessage } from '#contract/ai/messages.ts'
import { isSameMessage, sortOut } from './messages.rules.ts'

const NOW = Date.parse('2026-11-20T10:00:00+08:00')
const message = (changes: Partial<SentMessage> = {}): SentMessage => ({
  number: 1,
  role: 'assistant',
  content: '3,420 元/吨',
  at: '2026-11-20T09:59:00+08:00',
  ...changes,
})
const sorted = (...messages: SentMessage[]) =>
  sortOut([{ externalId: 's1', loginName: 'a', assistant: 'price', title: '价格', messages }], NOW)
const reasonsOf = (...messages: SentMessage[]) => sorted(...messages).refused.map(({ reason }) => reason)

describe('messages of a batch', () => {
  it('operations-service-ai.md "AI" are of now or before, within five minutes of clocks', () => {
    expect(reasonsOf(message({ at: '2026-11-20T10:05:00+08:00' }))).toEqual([])
    expect(reasonsOf(message({ at: '2026-11-20T10:05:01+08:00' }))).toEqual(['时间晚于当前时间'])
    expect(reasonsOf(message({ at: '0000-01-01T00:00:00Z' }))).toEqual(['时间过早'])
  })

  it('operations-service-ai.md "AI" have a number of their own, and only answers a feedback', () => {
    expect(reasonsOf(message(), message({ content: '别的' }))).toEqual(['同一批中有重复的消息序号'])
    expect(reasonsOf(message({ role: 'user', feedback: 'up' }))).toEqual(['只有回答可以评价'])
    expect(reasonsOf(message({ role: 'user', feedback: null }))).toEqual([])
  })

  it('operations-service-ai.md "AI" are the same however numbers and times are written, whatever the feedback', () => {
    const [one] = sorted(message({ cost: '0.5', feedback: 'up' })).taken
    const [other] = sorted(message({ cost: '0.500000', at: '2026-11-20T01:59:00Z' })).taken
    const [third] = sorted(message({ cost: '0.5', isSensitive: true })).taken
    if (!one || !other || !third) throw new Error('not taken')
    expect(isSameMessage(one, other)).toBe(true)
    expect(isSameMessage(one, third)).toBe(false)
  })
})
