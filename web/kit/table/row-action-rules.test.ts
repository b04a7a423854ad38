import { describe, expect, it } from 'vitest'
import { groupActions, splitRowActions } from './row-action-rules.ts'

type Action = { label: string; isDanger?: boolean; group?: string }

const names = (actions: readonly { label: string }[]) => actions.map(({ label }) => label).join(' ')

describe('the actions of a row', () => {
  it('are links up to three', () => {
    const { links, more } = splitRowActions<Action>([{ label: '编辑' }, { label: '禁用' }, { label: '锁定' }])
    expect(names(links)).toBe('编辑 禁用 锁定')
    expect(more).toEqual([])
  })

  it('go under 更多 beyond three, dangerous ones last', () => {
    const { links, more } = splitRowActions<Action>([
      { label: '删除', isDanger: true },
      { label: '编辑' },
      { label: '重置密码' },
      { label: '禁用' },
      { label: '锁定' },
    ])
    expect(names(links)).toBe('编辑 重置密码 禁用')
    expect(names(more)).toBe('锁定 删除')
  })

  it('go under 更多 earlier if their labels are long, so that none is cut off', () => {
    const { links, more } = splitRowActions<Action>([
      { label: '改金额' },
      { label: '更换销售' },
      { label: '变更记录' },
      { label: '关闭', isDanger: true },
    ])
    expect(names(links)).toBe('改金额 更换销售')
    expect(names(more)).toBe('变更记录 关闭')
    const of = (...labels: string[]) => names(splitRowActions(labels.map((label) => ({ label }))).links)
    expect(of('编辑', '重置密码', '改金额', '关闭')).toBe('编辑 重置密码 改金额')
    expect(of('改金额', '重置密码', '改金额', '关闭')).toBe('改金额 重置密码')
  })

  it('are listed under the names of their groups, those without a group last', () => {
    const actions = [
      { label: '删除' },
      { label: '禁用', group: '登录与安全' },
      { label: '统计', group: '使用情况' },
      { label: '锁定', group: '登录与安全' },
    ]
    expect(groupActions(actions).map(({ group, of }) => `${group}：${names(of)}`)).toEqual([
      '登录与安全：禁用 锁定',
      '使用情况：统计',
      '：删除',
    ])
    expect(groupActions<Action>([{ label: '编辑' }, { label: '删除' }])).toHaveLength(1)
  })
})
