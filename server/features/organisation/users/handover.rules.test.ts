// Warnings to receivers of work.
import { describe, expect, it } from 'vitest'
import { warningsFor } from './handover.rules.ts'

const able = (...rights: string[]) => ({
  name: '何俊霖（he）',
  holdings: { isAdministrator: false, rights: new Set(rights) },
})
const groups = [
  { title: '客户', count: 12 },
  { title: '会员', count: 3 },
  { title: '服务的分类', count: 2 },
]

describe('§6 a handover', () => {
  it('warns of each kind of work whose page the receiver cannot open', () => {
    expect(warningsFor(able('customerList:view'), groups)).toEqual([
      '何俊霖（he）没有“账号管理”的查看权限，看不到移交来的会员 3 项',
    ])
    expect(warningsFor(able(), groups)).toHaveLength(2)
    expect(warningsFor(able('customerList:view', 'app.accounts:view'), groups)).toEqual([])
    expect(warningsFor({ name: '程', holdings: { isAdministrator: true, rights: new Set() } }, groups)).toEqual([])
  })

  it('warns where the receiver cannot sign in, and not where they receive nothing', () => {
    expect(warningsFor({ name: '程', holdings: null }, groups)).toEqual(['程的账号已锁定或过期，不能登录'])
    expect(warningsFor({ name: '程', holdings: null }, [])).toEqual([])
  })
})
