import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { page } from '#web/lib/page.ts'
import { queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { currentPermissions, loadPermissions } from '#web/lib/session/permissions.ts'
import { applyNewRights, sentenceOf } from './permission-toast.ts'

vi.mock('#web/lib/session/permissions.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/session/permissions.ts')>()),
  loadPermissions: vi.fn(),
  currentPermissions: vi.fn(),
}))

const screen = page('', async () => ({ default: () => null }), {})
const row = (title: string) => ({ title, path: `/data/${title}` })
const none = { added: [], removed: [], hasOtherButtons: false }

beforeEach(() => usePages.setState({ pages: { '/data/价格': screen, '/data/资讯': screen, '/data/产品': screen } }))

test('names added and removed pages', () => {
  expect(sentenceOf({ ...none, added: [row('价格'), row('资讯')], removed: [row('产品')] })).toBe(
    '权限已更新：新增 2 个页面“价格”、“资讯”，移除“产品”',
  )
  expect(sentenceOf({ ...none, removed: [row('产品')] })).toBe('权限已更新：移除“产品”')
})

test('does not name closed pages again', () => {
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

test('ignores rows without a page, and reports a change of buttons only', () => {
  expect(sentenceOf({ ...none, added: [row('未建')] })).toBe('')
  expect(sentenceOf({ ...none, added: [row('未建')], hasOtherButtons: true })).toBe('权限已更新：部分页面的按钮有变化')
})

describe('§4 §6 a pushed change of rights', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.mocked(loadPermissions).mockReset()
    vi.mocked(currentPermissions).mockReset()
  })
  /** @param delivered the version that each successive load returns */
  const takeFrom = async (...delivered: string[]) => {
    let version = 'v1'
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    vi.mocked(currentPermissions).mockImplementation(() => ({ version }) as ReturnType<typeof currentPermissions>)
    vi.mocked(loadPermissions).mockImplementation(async () => {
      version = delivered.shift() ?? version
      return null
    })
    await applyNewRights('v2')
    return invalidate
  }

  it('reloads the permissions and refetches all reads', async () => {
    const invalidate = await takeFrom('v2')
    expect(loadPermissions).toHaveBeenCalledTimes(1)
    expect(invalidate.mock.calls).toEqual([[]])
  })

  it('reloads once more if the first load returned the old version, but only once', async () => {
    await takeFrom('v1', 'v2')
    expect(loadPermissions).toHaveBeenCalledTimes(2)
    vi.mocked(loadPermissions).mockClear()
    await takeFrom('v1', 'v1', 'v2')
    expect(loadPermissions).toHaveBeenCalledTimes(2)
  })
})
