// Warnings to receivers of work.
import { describe, expect, it } from 'vitest'
import { can } from '#contract/access.ts'
import { warningsFor } from './handover.rules.ts'

const able = (...rights: string[]) => ({
  name: '何俊霖（he）',
  holdings: { isAdministrator: false, rights: new Set(rights) },
})
const rows = (count: number) => Array.from({ length: count })
const work = [
  { title: '客户', page: '客户列表', rights: [can('customerList', 'view')], rows: rows(12) },
  {
    title: '会员',
    page: '账号管理',
    rights: [can('app.accounts', 'view'), can('bigData.accounts', 'view')],
    rows: rows(3),
  },
]

describe('§6 a handover', () => {
  it('warns of each kind of work whose page the receiver cannot open', () => {
    expect(warningsFor(able('customerList:view'), work)).toEqual([
      '何俊霖（he）没有“账号管理”的查看权限，看不到移交来的会员 3 项',
    ])
    expect(warningsFor(able(), work)).toHaveLength(2)
    expect(warningsFor(able('customerList:view', 'app.accounts:view'), work)).toEqual([])
    expect(warningsFor({ name: '程', holdings: { isAdministrator: true, rights: new Set() } }, work)).toEqual([])
  })

  it('warns where the receiver cannot sign in, and not where they receive nothing', () => {
    expect(warningsFor({ name: '程', holdings: null }, work)).toEqual(['程的账号已锁定或过期，不能登录'])
    expect(warningsFor({ name: '程', holdings: null }, [])).toEqual([])
  })
})
