// Formatting a change of a grant.
import { describe, expect, it } from 'vitest'
import type { GrantState } from '#contract/members/members.ts'
import { changeInLine, differencesOf } from './grant-changes.rules.ts'

const trial: GrantState = { kind: 'trial', startsOn: '2026-01-01', endsOn: '2026-01-15', quota: null }
const formal: GrantState = { ...trial, kind: 'formal', endsOn: '2026-12-31', quota: 50 }

describe('a change of a grant', () => {
  it('shows only changed fields', () => {
    expect(differencesOf({ before: trial, after: formal })).toEqual([
      { field: '类型', before: '试用', after: '正式' },
      { field: '截止日期', before: '2026-01-15', after: '2026-12-31' },
      { field: '额度', before: '不限', after: '每日 50 次' },
    ])
    expect(changeInLine({ before: trial, after: formal })).toHaveLength(3)
  })

  it('shows the whole period if the grant was added or revoked', () => {
    expect(changeInLine({ before: null, after: formal })).toEqual([
      { field: '', before: null, after: '正式 2026-01-01 至 2026-12-31，每日 50 次' },
    ])
    expect(changeInLine({ before: trial, after: null })).toEqual([
      { field: '', before: '试用 2026-01-01 至 2026-01-15', after: null },
    ])
    expect(differencesOf({ before: trial, after: null })).toHaveLength(4)
  })
})
