// Settings of the own account: the menu under the name and the system settings (spec §2, §8).
import type { Locator, Page } from '@playwright/test'
import { keyOf, unpackEntry } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  failure,
  personItems as items,
  main,
  nextFrame,
  openOwn,
  reply,
  success,
  toast,
  personMenu as trigger,
  widthOf,
} from '../page.ts'

test('§2 avatar, real name and user name; the dropdown has three items: change password, system settings, log out', async ({
  page,
}) => {
  const id = await addPerson('has.menu', 'reviewer')
  await query('update users set real_name = $1 where id = $2', ['苏见微', id])
  await enter(page, 'has.menu')
  await expect(trigger(page)).toHaveText('苏苏见微has.menu')
  await expect(items(page)).toHaveCount(0)
  await trigger(page).click()
  await expect(items(page)).toHaveText(['修改密码', '系统设置', '退出系统'])
  const card = page.locator('.user-card')
  await expect(card).toContainText('苏见微')
  await expect(card).toContainText('审核主管')
  await expectAccessible(page, { within: ['.user-panel'] })
  const menu = page.getByRole('menu').filter({ hasText: '修改密码' })
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await test.step('§2 everything in it is reachable by keyboard, and Escape returns the focus', async () => {
    await trigger(page).focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: '账号安全' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(trigger(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items(page).nth(0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '系统设置' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(trigger(page)).toBeFocused()
  })
})

const tab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name })

const switches = [
  ['价格审核', 'price'],
  ['资讯审核', 'news'],
  ['邮件推送报告', 'report'],
  ['邮件推送成交价', 'trade'],
] as const

test('§2 §8 the system settings: reminders and the page opening method', async ({ page, expectConsole }) => {
  expectConsole(/500|ERR_FAILED/)
  const id = await addPerson('sets.much', 'reviewer')
  const stored = async () => {
    const [row] = await query<Record<'price' | 'news' | 'report' | 'trade' | 'method', number>>(
      `select price_review as price, new_review as news, report_review as report, transaction_price_review as trade,
        page_open_method as method
      from users where id = $1`,
      [id],
    )
    return row
  }
  await query('update users set report_review = 0 where id = $1', [id])
  const before = { price: 1, news: 1, report: 0, trade: 1, method: 0 }
  await enter(page, 'sets.much')
  const dialog = await openOwn(page, '系统设置')

  await test.step('§2 the system settings dialog is 680 px wide and has three tabs', async () => {
    await expect.poll(() => widthOf(dialog)).toBe(680)
    await expect(dialog.getByRole('tab')).toHaveText(['消息提醒', '页面打开方式', '首页设置'])
    await expect(dialog.getByRole('list', { name: '消息提醒' }).getByRole('switch')).toHaveCount(4)
    await expectAccessible(page, { within: ['.ant-modal'] })
  })

  await test.step('§2 four switches, each saying that an enterprise messaging alert is sent when it is on', async () => {
    for (const [at, [name, flag]] of switches.entries()) {
      const one = dialog.getByRole('switch').nth(at)
      await expect(one).toHaveAccessibleName(name)
      await expect(one).toHaveAccessibleDescription(/^开启后.*会收到企业微信提醒$/)
      const isOn = before[flag] === 1
      await expect(one).toBeChecked({ checked: isOn })
      await one.click()
      await expect(one).toBeEnabled()
      await expect(one).toBeChecked({ checked: !isOn })
      expect(await stored()).toEqual({ ...before, [flag]: isOn ? 0 : 1 })
      await one.click()
      await expect(one).toBeEnabled()
      await expect(one).toBeChecked({ checked: isOn })
      expect(await stored()).toEqual(before)
    }
    await expect(toast(page)).toHaveCount(0)
  })

  await test.step('§8 notification switch failure shows the returned msg as an error, or the rejection text; the switch goes back', async () => {
    const one = dialog.getByRole('switch', { name: '价格审核' })
    const words = '提醒设置保存失败，因为提醒服务正在维护，请在今天晚些时候再试一次'
    await page.route('**/api/backend/updateUserReview', (route) => route.fulfill(reply(500, words)))
    await one.click()
    await expect(failure(page)).toHaveText(words)
    await expect(one).toBeEnabled()
    await expect(one).toBeChecked()
    await page.unroute('**/api/backend/updateUserReview')
    await page.route('**/api/backend/updateUserReview', (route) => route.abort())
    await one.click()
    await expect(failure(page).filter({ hasText: '网络连接失败，请检查网络后重试' })).toBeVisible()
    await expect(one).toBeEnabled()
    await expect(one).toBeChecked()
    expect(await stored()).toEqual(before)
  })

  const inSession = async () => {
    const text = await page.evaluate((name) => localStorage.getItem(name), keyOf('person'))
    return (unpackEntry(text) as { pageOpenMethod?: number } | undefined)?.pageOpenMethod
  }
  const [fresh, current] = [
    dialog.getByRole('radio', { name: /^打开新页签/ }),
    dialog.getByRole('radio', { name: /^在当前页签进入/ }),
  ]
  await tab(dialog, '页面打开方式').click()
  await expect(fresh).toBeChecked()
  await expectAccessible(page, { within: ['.ant-modal'] })

  await test.step('a page opening method that could not be saved is reset', async () => {
    await page.route('**/api/backend/setPageOpenType', (route) => route.fulfill(reply(500, '没能保存')))
    await current.click()
    await expect(failure(page).filter({ hasText: '没能保存' })).toBeVisible()
    await expect(fresh).toBeEnabled()
    await expect(fresh).toBeChecked()
    await expect(success(page)).toHaveCount(0)
    await page.unroute('**/api/backend/setPageOpenType')
  })

  await test.step('§2 page opening method: 0 opens in a new tab, 1 enters in the current tab; §8 the returned msg is shown', async () => {
    await page.route('**/api/backend/setPageOpenType', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), msg: '页面打开方式已保存' } })
    })
    await current.check()
    await expect(success(page)).toHaveText('页面打开方式已保存')
    await expect(current).toBeEnabled()
    await expect(current).toBeChecked()
    expect(await stored()).toEqual({ ...before, method: 1 })
    await expect.poll(inSession).toBe(1)
    await page.unroute('**/api/backend/setPageOpenType')
    await fresh.check()
    await expect(success(page).filter({ hasText: '操作成功' })).toBeVisible()
    expect(await stored()).toEqual(before)
    await expect.poll(inSession).toBe(0)
  })
})

const names = ['大数据跟进看板', '官网跟进看板', '菜单快捷入口', 'APP跟进看板']

test('§2 §8 home settings: the home page follows at once', async ({ page, expectConsole }) => {
  expectConsole(/500|ERR_FAILED/)
  const id = await addPerson('sorts.home', 'sales')
  const storedOrder = async () =>
    (
      await query<{ type: number; enabled: boolean }>(
        'select config_type as type, enabled from home_modules where user_id = $1 order by orders',
        [id],
      )
    ).map(({ type, enabled }) => (enabled ? type : -type))
  const cards = main(page)
    .getByRole('heading', { level: 2 })
    .filter({ hasText: /看板|快捷入口/ })
  const announced = page.locator('[aria-live="assertive"]')
  await enter(page, 'sorts.home')
  await expect(cards).toHaveText(names)
  const dialog = await openOwn(page, '系统设置')
  await expect(dialog.getByRole('switch').first(), 'its first tab has loaded').toBeVisible()
  await tab(dialog, '首页设置').click()
  const rows = dialog.getByRole('list', { name: '首页设置' }).getByRole('listitem')
  await expect(rows).toHaveText(names)
  await expectAccessible(page, { within: ['.ant-modal'] })

  await test.step('§8 home module save failures are silently ignored, and the list shows what the server has', async () => {
    const one = dialog.getByRole('switch', { name: 'APP跟进看板' })
    let fails = (route: Parameters<Parameters<Page['route']>[1]>[0]) => route.fulfill(reply(500, '没能保存首页模块'))
    await page.route('**/api/backend/updateHomePageConfig?*', (route) => fails(route))
    for (const _kind of ['refused', 'cut off']) {
      const read = page.waitForResponse((response) => response.url().endsWith('/getUsersHomePageConfig'))
      await one.click()
      await read
      await expect(one).toBeChecked()
      await expect(toast(page)).toHaveCount(0)
      fails = (route) => route.abort()
    }
    await page.unroute('**/api/backend/updateHomePageConfig?*')
    await expect(cards).toHaveText(names)
    expect(await storedOrder()).toEqual([])
  })

  await test.step('§2 the modules are put in order from the keyboard; Escape puts one back and leaves the dialog open', async () => {
    const handle = dialog.getByRole('button', { name: '移动 大数据跟进看板' })
    const moveDown = async () => {
      await handle.press('Space')
      await expect(announced).toHaveText('已拿起 大数据跟进看板，在第 1 位，共 4 位')
      await expect(dialog.locator('[data-lifted]')).toHaveCount(1)
      await nextFrame(page)
      await page.keyboard.press('ArrowDown')
      await expect(announced).toHaveText('大数据跟进看板 移到第 2 位，共 4 位')
    }
    await moveDown()
    await page.keyboard.press('Escape')
    await expect(announced).toHaveText('大数据跟进看板 已放回原处')
    await expect(dialog).toBeVisible()
    await expect(rows).toHaveText(names)

    await moveDown()
    await page.keyboard.press('Space')
    await expect(rows).toHaveText(['官网跟进看板', '大数据跟进看板', '菜单快捷入口', 'APP跟进看板'])
    await expect.poll(storedOrder).toEqual([2, 1, 3, 4])
    await expect(handle).toBeFocused()
  })

  await test.step('§2 home settings: modules with switches and drag handles; the home page follows at once', async () => {
    await dialog.getByRole('switch', { name: '官网跟进看板' }).click()
    await expect(cards).toHaveText(['大数据跟进看板', '菜单快捷入口', 'APP跟进看板'])
    await expect.poll(storedOrder).toEqual([-2, 1, 3, 4])

    const [from, to] = [await rows.nth(2).boundingBox(), await rows.nth(0).boundingBox()]
    await dialog.getByRole('button', { name: '移动 菜单快捷入口' }).hover()
    await page.mouse.down()
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) - 10, { steps: 4 })
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 8 })
    await expect(announced).toHaveText('菜单快捷入口 移到第 1 位，共 4 位')
    await page.mouse.up()
    await expect(rows).toHaveText(['菜单快捷入口', '官网跟进看板', '大数据跟进看板', 'APP跟进看板'])
    await expect(cards).toHaveText(['菜单快捷入口', '大数据跟进看板', 'APP跟进看板'])
    await expect.poll(storedOrder).toEqual([3, -2, 1, 4])
  })
})
