// The difference that an audit row shows.
import { describe, expect, it } from 'vitest'
import { changesOf, idsIn, kindOfField, recordedName } from './audit-log.rules.ts'

describe('contract.md audit: the difference', () => {
  it('names what changed, appeared and went, and nothing else', () => {
    expect(changesOf({ name: '甲', sort: 1, gone: true }, { name: '乙', sort: 1, ids: ['1', '2'] })).toEqual([
      { field: 'name', before: '甲', after: '乙' },
      { field: 'gone', before: 'true', after: null },
      { field: 'ids', before: null, after: '1、2' },
    ])
  })

  it('prints lists and parts as text, and fields within them by their label', () => {
    const say = (value: unknown) => changesOf(null, { value }).at(0)?.after
    expect(say([])).toBe('空')
    expect(say({ 账号: [], 数量: {} })).toBe('账号：空；数量：空')
    expect(say({ name: '甲.pdf', size: 20, isShow: true, remark: null })).toBe(
      '名称：甲.pdf；文件大小：20；显示：是；备注：空',
    )
    expect(say([{ name: '甲' }, { name: '乙' }])).toBe('名称：甲、名称：乙')
  })

  it('takes the name of an object from the recorded act', () => {
    expect(recordedName({ company: '甲公司' }, { company: '乙公司', state: 'new' })).toBe('乙公司')
    expect(recordedName({ title: '旧' }, null)).toBe('旧')
    expect(recordedName(null, { name: '', loginName: 'wang' })).toBe('wang')
    expect(recordedName(null, { state: 'new' })).toBeNull()
  })

  it('prints names in place of ids, single, in lists and in parts; ids without a name stay numbers', () => {
    const names = new Map([
      ['8', '价格分析师'],
      ['89', '何俊霖'],
    ])
    const nameOf = (field: string, id: string) => (field === 'subQuota' ? undefined : names.get(id))
    const say = (field: string, value: unknown) => changesOf(null, { [field]: value }, nameOf)[0]?.after
    expect(say('deputyRoleIds', ['8'])).toBe('价格分析师')
    expect(say('deputyRoleIds', ['8', '9'])).toBe('价格分析师、编号 9')
    expect(say('ownerId', '89')).toBe('何俊霖（编号 89）')
    expect(say('ownerId', '90')).toBe('90')
    expect(say('subordinates', { 销售: ['89', '8'], 编辑: ['7'] })).toBe('销售：何俊霖、价格分析师；编辑：编号 7')
    expect(say('subQuota', '89')).toBe('89')
  })

  it('knows the table of the ids, by the act where the field does not say', () => {
    expect(kindOfField('deputyRoleIds', { action: 'user.edit', targetType: 'user' })).toBe('role')
    expect(kindOfField('added', { action: 'user.revokeProducts', targetType: 'user' })).toBe('product')
    expect(kindOfField('parentId', { action: 'category.move', targetType: 'category' })).toBe('category')
    expect(kindOfField('added', { action: 'partner.addMembers', targetType: 'partner' })).toBeUndefined()
    expect(idsIn({ 销售: ['8', 'x', 9, null] })).toEqual(['8'])
  })

  it('handles a row that was added, deleted, or recorded nothing', () => {
    expect(changesOf(null, { name: '甲' })).toEqual([{ field: 'name', before: null, after: '甲' }])
    expect(changesOf({ name: '甲' }, null)).toEqual([{ field: 'name', before: '甲', after: null }])
    expect(changesOf(null, null)).toEqual([])
  })

  it('truncates what is too long to be read side by side', () => {
    const [change] = changesOf(null, { text: '长'.repeat(3_000) })
    expect(change?.after).toHaveLength(2_001)
    expect(change?.after?.endsWith('…')).toBe(true)
  })
})
