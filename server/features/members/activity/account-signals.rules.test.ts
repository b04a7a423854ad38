// The notice of new signals to an owner.
import { expect, it } from 'vitest'
import { noticesOf } from './account-signals.rules.ts'

const found = (accountId: string, kind: 'addresses' | 'devices' = 'addresses', count = 6) => ({
  id: accountId,
  accountId,
  kind,
  count,
  isNew: true,
})
const owned = (accountId: string, ownerId: string) => ({
  accountId,
  ownerId,
  loginName: `login${accountId}`,
  subProduct: 'bigData' as const,
})

it('is one message for each owner, and none for accounts in the pool', () => {
  const notices = noticesOf(
    [found('1'), found('2', 'devices', 4), found('3'), found('4')],
    [owned('1', '7'), owned('2', '7'), owned('3', '8')],
  )
  expect(notices).toEqual([
    {
      userId: '7',
      title: '发现 2 条账号异常',
      content:
        'login1（大数据）多地登录：24 小时内 6 个地址；login2（大数据）多设备登录：24 小时内 4 台设备。请在“异常账号”中处理。',
    },
    { userId: '8', title: '发现 1 条账号异常', content: expect.stringContaining('login3') },
  ])
})

it('names five accounts and counts the rest', () => {
  const ids = ['1', '2', '3', '4', '5', '6', '7']
  const [notice] = noticesOf(
    ids.map((id) => found(id)),
    ids.map((id) => owned(id, '9')),
  )
  expect(notice?.title).toBe('发现 7 条账号异常')
  expect(notice?.content).toContain('login5')
  expect(notice?.content).not.toContain('login6')
  expect(notice?.content).toContain('；另有 2 条。')
})
