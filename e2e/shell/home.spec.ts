// The home page (spec §1 "Home page with configurable modules and quick-entry menus", §2).
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, changeRights, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { answer, goTo, main, nextFrame, openOwn, shown, success } from '../page.ts'

const quick = (page: Page) => main(page).getByRole('region', { name: '菜单快捷入口' })
const entries = (page: Page) => quick(page).getByRole('link')
const titles = (page: Page) => entries(page).locator('strong')
const board = (page: Page, name: string) => main(page).getByRole('region', { name })

async function openEditor(page: Page): Promise<Locator> {
  await quick(page).getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑快捷入口' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Horizontal overflow of the page or of its page box, px. */
const overflowOf = (page: Page) => () =>
  shown(page).evaluate((box) =>
    Math.max(document.documentElement.scrollWidth - window.innerWidth, box.scrollWidth - box.clientWidth),
  )

/** By how many px a box exceeds the window horizontally. */
const outsideOf = (box: Locator, width: number) => async () => {
  const edges = await box.boundingBox()
  return edges ? Math.max(-edges.x, edges.x + edges.width - width) : Number.NaN
}

const chosen = (dialog: Locator) => dialog.getByRole('list', { name: '已选页面的顺序' }).getByRole('listitem')

test('§2 the home page shows only the modules that apply to the person, without invented figures', async ({ page }) => {
  await test.step('who may open no account has their own figures and no board, here and in the settings', async () => {
    await addPerson('has.no.board', 'reviewer')
    await enter(page, 'has.no.board')
    await expect(main(page).getByRole('heading', { level: 1 })).toContainText('has.no.board')
    await expect(board(page, '今日概览').getByRole('link')).toContainText(['在售产品'])
    await expect(quick(page)).toBeVisible()
    await expect(main(page).locator('.home-board')).toHaveCount(0)
    const settings = await openOwn(page, '系统设置')
    await settings.getByRole('tab', { name: '首页设置' }).click()
    await expect(settings.getByRole('switch')).toHaveAccessibleName('菜单快捷入口')
  })

  const id = await addPerson('is.at.home', 'sales')
  await enter(page, 'is.at.home')
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('is.at.home')
  for (const name of ['大数据跟进看板', '官网跟进看板', 'APP跟进看板']) {
    await expect(board(page, name)).toContainText('没有待处理的账号')
    await expect(board(page, name)).toContainText('从到期前 30 天开始提醒')
  }

  await test.step('§7 each board has its own number of reminder days', async () => {
    const one = board(page, '官网跟进看板')
    await one.getByRole('button', { name: /从到期前 30 天开始提醒/ }).click()
    const dialog = page.getByRole('dialog', { name: '官网跟进看板的提醒天数' })
    const days = dialog.getByRole('spinbutton')
    await expect(days).toHaveValue('30')
    await expectAccessible(page, { within: ['[role="dialog"]'] })
    await days.fill('')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请输入天数')).toBeVisible()
    await days.fill('91')
    await days.blur()
    await expect(days).toHaveValue('90')
    await days.fill('7')
    await days.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(one).toContainText('从到期前 7 天开始提醒')
    await expect(board(page, 'APP跟进看板')).toContainText('从到期前 30 天开始提醒')
    const rows = await query('select config_type as type, days from expire_days where user_id = $1', [id])
    expect(rows).toEqual([{ type: 2, days: 7 }])
  })
})

/** Adds an account of a customer that the person owns. */
async function addAccount(
  ownerId: string,
  loginName: string,
  { subProduct = 'officialWebsite', endsIn }: { subProduct?: string; endsIn: number },
): Promise<void> {
  await query(
    `with company as (insert into enterprises (name, owner_id) values ($2 || '的企业', $1) returning id),
      person as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, $2, '钟远航', '19' || lpad((random() * 1e9)::bigint::text, 9, '0'), $1 from company returning id)
    insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind, opened_at, last_seen_at)
    select id, $3, today - 100, today + $4::int, 'formal', now() - interval '100 days', now()
    from person, (select (now() at time zone 'Asia/Shanghai')::date) as days(today)`,
    [ownerId, loginName, subProduct, endsIn],
  )
}

test('§7 a board counts and lists who needs attention; one is marked handled with a remark, and that is undone', async ({
  page,
}) => {
  const id = await addPerson('follows.up', 'sales')
  await addAccount(id, 'ends.soon', { endsIn: 5 })
  await addAccount(id, 'ends.later', { endsIn: 25 })
  await addAccount(id, 'has.ended', { endsIn: -3 })
  await enter(page, 'follows.up')
  const one = board(page, '官网跟进看板')
  const rows = one.getByRole('list', { name: '官网跟进看板的账号' }).getByRole('listitem')
  const figure = (name: string) => one.getByRole('button', { name })
  await expect(one).toContainText('待处理 3 / 共 3 个账号')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('ends.soon')
  await expect(rows.first()).toContainText('剩 5 天')
  await expect(figure('2 30 天内到期')).toBeVisible()
  await figure('1 近期已过期').click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('已过期 3 天')
  await expect(one).toContainText('近期已过期：待处理 1 / 共 1 个账号')
  await figure('1 近期已过期').click()
  await expect(rows).toHaveCount(3)
  await expectAccessible(page, { within: ['.page-box'] })

  await one.getByRole('button', { name: '处理 ends.soon' }).click()
  const dialog = page.getByRole('dialog', { name: '标记 ends.soon 已处理' })
  await dialog.getByLabel('备注').fill('客户同意续费')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await expect(one).toContainText('待处理 2 / 共 3 个账号')
  await expect(rows).toHaveCount(2)
  await one.getByRole('switch').click()
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('follows.up 已处理')
  await rows.first().getByRole('button', { name: '撤销处理 ends.soon' }).click()
  await expect(one).toContainText('待处理 3 / 共 3 个账号')

  const day = board(page, '今日概览')
  await day.getByRole('button', { name: '1 7 天内到期' }).click()
  await expect(day.getByRole('listitem')).toContainText(['ends.soon'])

  await test.step('details and grants of an account are one click away', async () => {
    await rows.first().getByRole('link', { name: 'ends.soon', exact: true }).click()
    const details = page.getByRole('dialog').filter({ hasText: '钟远航' })
    await expect(details).toContainText('ends.soon的企业')
    await expect(page).toHaveURL(/officialWebsite\/user\/info\/index\?loginName=ends\.soon$/)
    await goTo(page, '/home/index')
    await rows.first().getByRole('link', { name: '延期 ends.soon' }).click()
    await expect(page.getByRole('dialog', { name: /授权/ })).toBeVisible()
  })
})

test('§1 quick entries: the first pages until some are chosen, then those, in their order', async ({ page }) => {
  const id = await addPerson('picks.pages')
  await enter(page, 'picks.pages')
  await expect(quick(page)).toContainText('还没有设置')
  await expect(titles(page).first()).toHaveText('员工账号')

  const dialog = await openEditor(page)
  for (const width of [390, 768, 992, 1200, 1920]) {
    await test.step(`§2 the home page fits a width of ${width}, its editor as well`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(overflowOf(page), 'hangs over').toBeLessThanOrEqual(0)
      await expect.poll(outsideOf(dialog, width), 'the editor hangs over').toBeLessThanOrEqual(0)
    })
  }
  await expect(dialog).toContainText('0 / 16')
  const choice = dialog.getByRole('region', { name: '可选页面' })
  const all = choice.getByRole('checkbox')
  const offered = await all.count()
  await choice.getByRole('searchbox', { name: '搜索页面' }).fill('员工')
  await expect(choice.getByRole('checkbox', { name: '员工账号' })).toBeVisible()
  await choice.getByRole('checkbox', { name: '员工账号' }).check()
  await choice.getByRole('searchbox').fill('没有这样的页面')
  await expect(choice).toContainText('没有符合条件的页面')
  await choice.getByRole('searchbox').fill('')
  await expect(all).toHaveCount(offered)
  if (offered > 1) {
    await all.nth(1).check()
    await expect(chosen(dialog)).toHaveCount(2)
    const handle = chosen(dialog).nth(1).getByRole('button', { name: /^移动/ })
    await handle.press('Space')
    await expect(dialog.locator('[data-lifted]')).toHaveCount(1)
    await expect(page.locator('[aria-live="assertive"]')).toContainText('已拿起')
    await nextFrame(page)
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('[aria-live="assertive"]')).toContainText('移到第 1 位')
    await page.keyboard.press('Space')
    await expect(chosen(dialog).nth(1)).toContainText('员工账号')
  }
  await expectAccessible(page, { within: ['[role="dialog"]'] })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(success(page)).toHaveText('快捷入口已保存')
  await expect(dialog).toBeHidden()
  await expect(quick(page)).not.toContainText('还没有设置')
  await expect(titles(page).last()).toHaveText('员工账号')
  await expect(titles(page)).toHaveCount(Math.min(offered, 2))

  await titles(page).last().click()
  await expect(page).toHaveURL(`${FIRST()}/backend/userControl/accountCenter/userList/index`)

  await goTo(page, '/home/index')
  const again = await openEditor(page)
  await again.getByRole('button', { name: '移除 员工账号' }).click()
  await again.getByRole('button', { name: '取消' }).click()
  await answer(page.getByRole('dialog', { name: '放弃改动' }), '放弃')
  await expect(again).toBeHidden()
  await expect(titles(page).last()).toHaveText('员工账号')
  const rows = await query('select 1 from quick_entries where user_id = $1', [id])
  expect(rows).toHaveLength(Math.min(offered, 2))
})

test('§6 a quick entry disappears with the right to its page; without any page a text says so', async ({ page }) => {
  await query("insert into roles (code, name, sort) values ('home.empty', '没有页面', 1000) on conflict do nothing")
  const id = await addPerson('loses.pages', 'reviewer')
  await query(
    `insert into quick_entries (user_id, menu_id, orders) select $1, id, 0 from menus where code = 'userList'`,
    [id],
  )
  await enter(page, 'loses.pages')
  await expect(titles(page)).toHaveText(['员工账号'])
  await changeRights(page, () =>
    query(
      `with moved as (update users set role_id = (select id from roles where code = 'home.empty') where id = $1 returning 1)
      select pg_notify('console_changes', '{"type":"permissions"}') from moved`,
      [id],
    ),
  )
  await page.reload()
  await expect(quick(page)).toContainText('暂无菜单权限，请联系管理员')
  await expect(entries(page)).toHaveCount(0)
  await expect(quick(page).getByRole('button')).toHaveCount(0)
})

test('a module that failed to load can be retried; with every module off a text says where to turn them on', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const id = await addPerson('wants.nothing', 'reviewer')
  await query(
    'insert into home_modules (user_id, config_type, enabled, orders) select $1, n, false, n from generate_series(1, 4) n',
    [id],
  )
  await page.route('**/api/backend/getUsersHomePageConfig', (route) => route.abort())
  await enter(page, 'wants.nothing')
  await expect(main(page).getByRole('alert')).toContainText('首页模块加载失败')
  await expectAccessible(page, { within: ['main'] })
  await page.unroute('**/api/backend/getUsersHomePageConfig')
  await main(page).getByRole('button', { name: '重试' }).click()
  await expect(main(page)).toContainText('首页模块都已关闭')
  await expect(quick(page)).toHaveCount(0)
})
