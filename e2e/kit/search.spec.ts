// The menu search (spec §2) by keyboard, over the pages the person may see. Matching of names, pinyin and initials has
// unit tests in web/shell/menu/menu-search.rules.test.ts.
import type { Page } from '@playwright/test'
import { keyOf, packEntry } from '#web/lib/storage.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { changeMenu, rowOf } from '../menus.ts'
import { button, field, LIST, personMenu, row, shown } from '../page.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: '搜索菜单' })
const search = (page: Page) => dialog(page).getByRole('combobox', { name: '搜索菜单' })
const options = (page: Page) => dialog(page).getByRole('option')
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true })

/** Opens the search by its shortcut, once the shell has loaded. */
async function open(page: Page): Promise<void> {
  await expect(button(page, '搜索菜单')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
}

test('§2 Ctrl+K opens it anywhere, also in a field; name, pinyin and initials find a page with its path', async ({
  page,
}) => {
  const id = await addPerson('finds.pages')
  await enter(page, 'finds.pages')
  await open(page)
  await expect(options(page).filter({ hasText: '员工账号' })).toBeVisible()

  await test.step('§2 arrows, Home and End move, the field names the active row, and the mouse chooses as well', async () => {
    // the list is virtual: count by aria-setsize
    const count = Number(await options(page).first().getAttribute('aria-setsize'))
    expect(count).toBeGreaterThan(1)
    const isNamed = async (at: number) => {
      const option = dialog(page).locator(`[role="option"][aria-posinset="${at + 1}"]`)
      await expect(option).toHaveAttribute('aria-selected', 'true')
      const optionId = await option.getAttribute('id')
      await expect(search(page)).toHaveAttribute('aria-activedescendant', optionId ?? '')
      await expect(chosen(page)).toHaveCount(1)
    }
    await isNamed(0)
    const moves = [
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', count - 1],
      ['Home', 0],
      ['End', count - 1],
      ['ArrowDown', 0],
    ] as const
    for (const [key, at] of moves) {
      await page.keyboard.press(key)
      await isNamed(at)
    }
    await search(page).fill('员工账号')
    await options(page).filter({ hasText: '员工账号' }).first().click()
    await expect(page).toHaveURL(`${FIRST()}/backend${LIST}/index`)
  })

  const name = field(shown(page), '用户名')
  await name.fill('typed')
  await page.keyboard.press('Meta+K')
  await expect(search(page)).toBeFocused()
  for (const typed of ['员工账号', 'yuangongzhanghao', 'ygzh', 'YGzhang', '工账']) {
    await search(page).fill(typed)
    await expect(chosen(page), typed).toContainText('用户中心 / 账号中心 / 员工账号')
  }
  await expect(options(page).first().locator('mark').first()).toHaveText('工账')
  await search(page).fill('ygzh')
  await expect(options(page).first().locator('mark').first()).toHaveText('员工账号')
  expect((await options(page).first().boundingBox())?.height).toBe(56)
  await expectAccessible(page, { within: ['[role="dialog"]'] })
  await search(page).fill('没有这个')
  await expect(dialog(page)).toContainText('没有找到“没有这个”')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('typed')

  await button(page, '搜索菜单').click()
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('')

  await test.step('§2 §3 with nothing typed the pages opened last come first', async () => {
    await expect(dialog(page).getByRole('group', { name: '最近打开' }).getByRole('option')).toContainText(['员工账号'])
    await expect(dialog(page).getByRole('group', { name: '全部页面' }).getByRole('option').first()).toContainText(
      '首页',
    )
    await expect(options(page).filter({ hasText: '员工账号' })).toHaveCount(1)
    const stored = await page.evaluate((key) => localStorage.getItem(key) ?? '', keyOf(`recent-${id}`))
    expect(JSON.parse(stored)).toEqual({
      dataType: 'object',
      type: 'local',
      content: [LIST],
      datetime: expect.any(Number),
    })
  })
  await page.keyboard.press('Escape')
  await expect(button(page, '搜索菜单')).toBeFocused()

  await test.step('§2 §6 finds only what the person may see; §3 the pages opened last are each person’s own', async () => {
    const other = await addPerson('finds.little', 'sales')
    // §3 an invalid entry under the key of the last opened pages is ignored
    const entry = packEntry({ not: 'a list' }, 'local')
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [keyOf(`recent-${other}`), entry] as const)
    const menu = page.waitForResponse('**/menu/routes_v2')
    await enter(page, 'finds.little')
    await expect(personMenu(page)).toContainText('finds.little')
    await open(page)
    await expect(options(page).first()).toContainText('首页')
    await expect(dialog(page).getByRole('group')).toHaveCount(1)
    await search(page).fill('ygzh')
    await expect(dialog(page)).toContainText('没有找到“ygzh”')

    await test.step('§6 each role sees its own menu: an administrator all of it, a seller no staff accounts', async () => {
      await expect(page.getByText('员工账号')).toHaveCount(0)
      const delivered = await (await menu).text()
      expect(delivered).toContain('customerList')
      expect(delivered).not.toContain('userList')
    })
  })
})

test('§2 2,000 pages: only the rows in sight are drawn, and the last is one key away', async ({ page, context }) => {
  await addPerson('finds.many')
  await changeMenu(page, (rows) => {
    // of a page without an act of its own, which would be found beside it
    const row = rowOf(rows, 'department')
    rowOf(rows, 'accountCenter').children?.push(
      ...Array.from({ length: 2_000 }, (_page, n) => ({
        ...row,
        id: `many-${n}`,
        name: `统计报表${n}`,
        code: `m${n}`,
      })),
    )
    rowOf(rows, 'userList').isOpen = 2
  })
  await enter(page, 'finds.many')
  await open(page)
  await search(page).fill('tjbb')
  await expect(options(page).first()).toHaveAttribute('aria-setsize', '2000')
  expect(await options(page).count()).toBeLessThan(25)
  await page.keyboard.press('End')
  await expect(chosen(page)).toContainText('统计报表1999')
  await expect(chosen(page)).toHaveAttribute('aria-posinset', '2000')
  await expect(chosen(page)).toBeInViewport()
  expect(await options(page).count()).toBeLessThan(25)
  await page.keyboard.press('Home')
  await expect(chosen(page)).toContainText('统计报表0')
  await expect(chosen(page)).toBeInViewport()
  await dialog(page).getByRole('listbox').hover()
  await page.mouse.wheel(0, 56 * 1_000)
  await expect(options(page).filter({ hasText: '统计报表1001' })).toBeVisible()

  await test.step('§2 a page that opens in a new window does so from here, too', async () => {
    await search(page).fill('员工账号')
    await expect(options(page).first().getByRole('img', { name: '在新窗口打开' })).toBeVisible()
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const other = await opened
    await expect(other).toHaveURL(`${FIRST()}/backend${LIST}/index`)
    await expect(page).toHaveURL(/\/backend\/home\/index/)
    await other.close()
  })
})

test('customers and accounts of one’s own are found beside the pages, and opened by the keyboard', async ({ page }) => {
  const id = await addPerson('finds.customers', 'sales')
  await query(
    `with e as (insert into enterprises (name, owner_id) values ('寻得琉璃公司', $1), ('寻得琥珀公司', null) returning id, name),
      m as (insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
        select id, 'xunde.one', '寻得君', '16612349907', $1 from e where name = '寻得琉璃公司' returning id)
    insert into member_accounts (member_id, sub_product) select id, 'bigData' from m`,
    [id],
  )
  await enter(page, 'finds.customers')
  await open(page)
  await search(page).fill('寻得')
  await expect(dialog(page).getByRole('group', { name: '客户' }).getByRole('option')).toHaveText([/寻得琉璃公司/])
  await expect(dialog(page).getByRole('group', { name: '账号' }).getByRole('option')).toHaveText([
    /寻得君（xunde\.one）.*大数据 \/ 寻得琉璃公司/,
  ])
  expect((await options(page).last().boundingBox())?.height).toBe(56)
  await expectAccessible(page, { within: ['[role="dialog"]'] })
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('寻得君')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/application\/bigData\/accounts\?.*loginName=xunde\.one/)
  await expect(row(page, 'xunde.one')).toBeVisible()

  await open(page)
  await search(page).fill('寻得琉璃')
  await expect(chosen(page)).toContainText('寻得琉璃公司')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/customerList\?.*name=/)
  await expect(row(page, '寻得琉璃公司')).toBeVisible()
})

test('articles, quote items and staff are found by those who may list them, and opened where they stand', async ({
  page,
}) => {
  await addPerson('finds.records')
  const [sample] = await query<{ article: string; item: string; person: string }>(
    `select (select title from articles where edition = 'zh' order by id limit 1) as article,
      (select name from quote_items order by id limit 1) as item,
      (select real_name from users where deleted_at is null and length(real_name) > 1 order by id limit 1) as person`,
  )
  await enter(page, 'finds.records')
  const choose = async (group: string, name = '') => {
    await open(page)
    await search(page).fill(name)
    const found = dialog(page).getByRole('group', { name: group }).getByRole('option').filter({ hasText: name })
    await found.first().click()
  }
  await choose('报价项', sample?.item)
  await expect(page).toHaveURL(/quoteItem\?name=/)
  await expect(row(page, sample?.item ?? '').first()).toBeVisible()
  await choose('员工', sample?.person)
  await expect(page).toHaveURL(/userList\?userName=/)
  await expect(row(page, sample?.person ?? '').first()).toBeVisible()
  await choose('资讯', sample?.article)
  await expect(page.getByRole('dialog', { name: sample?.article ?? '' })).toContainText('发布渠道')

  await addPerson('finds.nobody', 'sales')
  await enter(page, 'finds.nobody')
  await open(page)
  await search(page).fill(sample?.person ?? '')
  await expect(dialog(page).getByText(`没有找到“${sample?.person}”`)).toBeVisible()
})
