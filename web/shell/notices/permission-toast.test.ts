import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { page } from '../../lib/page.ts'
import { queryClient } from '../../lib/query.ts'
import { usePages } from '../../lib/session/menus.ts'
import { currentPermissions, loadPermissions } from '../../lib/session/permissions.ts'
import { sentenceOf, takeNewRights } from './permission-toast.ts'

vi.mock('../../lib/session/permissions.ts', async (original) => ({
  ...(await original<typeof import('../../lib/session/permissions.ts')>()),
  ...{ loadPermissions: vi.fn(), currentPermissions: vi.fn() },
}))

const screen = page('', async () => ({ default: () => null }), {})
const row = (title: string) => ({ title, path: `/data/${title}` })
const none = { added: [], removed: [], hasOtherButtons: false }

beforeEach(() => usePages.setState({ pages: { '/data/价格': screen, '/data/资讯': screen, '/data/产品': screen } }))

test('says which pages came and which went', () => {
  expect(sentenceOf({ ...none, added: [row('价格'), row('资讯')], removed: [row('产品')] })).toBe(
    '权限已更新：新增 2 个页面“价格”、“资讯”，移除“产品”',
  )
  expect(sentenceOf({ ...none, removed: [row('产品')] })).toBe('权限已更新：移除“产品”')
})

test('says nothing again of a page whose closing was told', () => {
  const closed = new Set(['/data/产品'])
  const change = { ...none, removed: [row('产品')], hasOtherButtons: true }
  expect(sentenceOf(change, closed)).toBe('')
  expect(sentenceOf({ ...change, removed: [row('产品'), row('价格')] }, closed)).toBe('权限已更新：移除“价格”')
})

test('names the sub-product of a page', () => {
  const own = page('', async () => ({ default: () => null }), { props: { subProduct: 'bigData' } })
  usePages.setState({ pages: { '/data/账号': own } })
  expect(sentenceOf({ ...none, removed: [row('账号')] })).toBe('权限已更新：移除“账号 · 大数据”')
})

test('passes over rows that no menu shows, and says where only buttons changed', () => {
  expect(sentenceOf({ ...none, added: [row('未建')] })).toBe('')
  expect(sentenceOf({ ...none, added: [row('未建')], hasOtherButtons: true })).toBe('权限已更新：部分页面的按钮有变化')
})

describe('§4 §6 rights that were changed elsewhere', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.mocked(loadPermissions).mockReset()
    vi.mocked(currentPermissions).mockReset()
  })
  /** @param delivered the version that each load brings, one after the other */
  const takeFrom = async (...delivered: string[]) => {
    let version = 'v1'
    const readAnew = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    vi.mocked(currentPermissions).mockImplementation(() => ({ version }) as ReturnType<typeof currentPermissions>)
    vi.mocked(loadPermissions).mockImplementation(async () => {
      version = delivered.shift() ?? version
      return null
    })
    await takeNewRights('v2')
    return readAnew
  }

  it('are loaded, and what is shown is read anew with them', async () => {
    const readAnew = await takeFrom('v2')
    expect(loadPermissions).toHaveBeenCalledTimes(1)
    expect(readAnew.mock.calls).toEqual([[]])
  })

  it('are loaded once more where a load had begun before the change, and no more often', async () => {
    await takeFrom('v1', 'v2')
    expect(loadPermissions).toHaveBeenCalledTimes(2)
    vi.mocked(loadPermissions).mockClear()
    await takeFrom('v1', 'v1', 'v2')
    expect(loadPermissions).toHaveBeenCalledTimes(2)
  })
})
