// Figures and texts of the follow-up boards.
import { describe, expect, it } from 'vitest'
import { countedOf, endText, figuresFor, standingOf } from './boards.rules.ts'

const row = { daysLeft: null, isSilent: false, isNew: false }

describe('§7 boards', () => {
  it('have a figure for 15 or 7 days only if that is less than the person’s own days', () => {
    const kinds = (days: number) => figuresFor(days).map(({ kind }) => kind)
    expect(kinds(30)).toEqual(['new', 'expiring', 'expiring15', 'expiring7', 'expired', 'silent'])
    expect(kinds(15)).toEqual(['new', 'expiring', 'expiring7', 'expired', 'silent'])
    expect(kinds(7)).toEqual(['new', 'expiring', 'expired', 'silent'])
    expect(figuresFor(12)[1]?.label).toBe('12 天内到期')
  })

  it('show the count of all accounts, or of the chosen figure with its name', () => {
    const hint = { days: 12, total: 1234, open: 3, counts: [{ kind: 'expiring' as const, total: 20, open: 2 }] }
    expect(countedOf(hint, null)).toBe('待处理 3 / 共 1,234 个账号')
    expect(countedOf(hint, 'expiring')).toBe('12 天内到期：待处理 2 / 共 20 个账号')
  })

  it('show the end date and the following grant', () => {
    expect(endText({ endsOn: null, next: null })).toBe('未授权')
    expect(endText({ endsOn: '2026-12-10', next: null })).toBe('2026-12-10 到期')
    const next = { kind: 'formal', startsOn: '2027-01-01', endsOn: '2027-12-31' } as const
    expect(endText({ endsOn: '2026-12-10', next })).toBe('2026-12-10 到期，2027-01-01 起正式')
  })

  it('show the reason by priority: near end, no sign-in, new', () => {
    expect(standingOf({ ...row, daysLeft: 0, isNew: true }, 30)).toEqual({ text: '今天到期', tone: 'warning' })
    expect(standingOf({ ...row, daysLeft: 12, isSilent: true }, 30).text).toBe('剩 12 天')
    expect(standingOf({ ...row, daysLeft: -3 }, 30)).toEqual({ text: '已过期 3 天', tone: 'bad' })
    expect(standingOf({ ...row, daysLeft: 200, isSilent: true }, 30).text).toBe('30 天未登录')
    expect(standingOf({ ...row, daysLeft: 12, isNew: true }, 7).text).toBe('新开通')
  })
})
