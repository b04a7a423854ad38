// The difference that an audit row shows.
import { describe, expect, it } from 'vitest'
import { changesOf } from './audit-log.rules.ts'

describe('contract.md audit: the difference', () => {
  it('names what changed, appeared and went, and nothing else', () => {
    expect(changesOf({ name: '甲', sort: 1, gone: true }, { name: '乙', sort: 1, ids: ['1', '2'] })).toEqual([
      { field: 'name', before: '甲', after: '乙' },
      { field: 'gone', before: 'true', after: null },
      { field: 'ids', before: null, after: '["1","2"]' },
    ])
  })

  it('takes a row that was added, deleted, or recorded nothing', () => {
    expect(changesOf(null, { name: '甲' })).toEqual([{ field: 'name', before: null, after: '甲' }])
    expect(changesOf({ name: '甲' }, null)).toEqual([{ field: 'name', before: '甲', after: null }])
    expect(changesOf(null, null)).toEqual([])
  })

  it('cuts what is too long to be read side by side', () => {
    const [change] = changesOf(null, { text: '长'.repeat(3_000) })
    expect(change?.after).toHaveLength(2_001)
    expect(change?.after?.endsWith('…')).toBe(true)
  })
})
