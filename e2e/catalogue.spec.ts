// Categories, products and regions: kept in order by the data administrator, seen by others as far as they work on them.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'
import { nextFrame, pressAgain } from './page.ts'

const shown = (page: Page) => page.locator('main')
const button = (within: Page | Locator, name: RegExp | string) => within.getByRole('button', { name })
const row = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
const field = (within: Locator, name: string) => within.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })
const node = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name })

/** Fills the dialog's text, saves it, and waits until it is gone. */
async function save(page: Page, label: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  // opened, it puts the cursor into its first field
  await expect(dialog.locator('input').first()).toBeFocused()
  await field(dialog, label).fill(text)
  await button(dialog, /保\s*存/).click()
  await expect(dialog).toBeHidden()
}

async function answer(page: Page, verb: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await button(dialog, verb).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function choose(page: Page, picker: Locator, text: string, path: string): Promise<void> {
  await picker.click()
  await picker.fill(text)
  await page.getByRole('option').filter({ hasText: path }).first().click()
}

/** In a tree of which only the rows in sight are in the page. */
async function pickNode(page: Page, label: string, name: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: label })
  const choice = page.locator('.ant-select-tree-node-content-wrapper')
  await picker.click()
  await expect(choice.first()).toBeVisible()
  await picker.fill(name)
  await choice.filter({ hasText: name }).click()
}

test('the data administrator adds, orders, moves, merges and deletes categories', async ({ page }) => {
  await addPerson('keeps.categories', 'sjgly')
  await enter(page, 'keeps.categories', '/data/goodsManage/category/index')
  await expect(node(page, '钢铁')).toBeVisible()
  await expect(row(page, '大庆原油')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: '搜索分类' }).fill('试验')
  await button(shown(page), '新增一级').click()
  await save(page, '分类名称', '试验大类')
  await node(page, '试验大类').click()
  await expect(page).toHaveURL(/categoryId=\d+/)
  for (const name of ['试验甲', '试验乙']) {
    await button(shown(page), '新增下级').click()
    await save(page, '分类名称', name)
    await expect(node(page, name)).toBeVisible()
  }

  // in order by the keyboard: Alt and the arrows move the row that was chosen
  await node(page, '试验乙').click()
  await expect(shown(page).getByRole('heading', { name: '试验乙' })).toBeVisible()
  await page.getByRole('tree').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('顺序已保存')).toBeVisible()
  const order = () => page.getByRole('treeitem').allTextContents()
  await expect
    .poll(async () => (await order()).filter((text) => /试验[甲乙]/.test(text)).map((text) => text.slice(0, 3)))
    .toEqual(['试验乙', '试验甲'])

  // a product goes into the one, and with it into the other
  await button(shown(page), '新增产品').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('试验大类 > 试验乙')).toBeVisible()
  await expectAccessible(page)
  await save(page, '产品名称', '试验品种')
  await expect(row(page, '试验品种')).toBeVisible()
  await button(shown(page), /合\s*并/).click()
  await pickNode(page, '请选择并入的分类', '试验甲')
  await button(page.getByRole('dialog'), '下一步').click()
  await expect(page.getByText('“试验乙”将并入“试验甲”')).toBeVisible()
  await expect(page.getByRole('dialog').last()).toContainText('试验品种')
  await expectAccessible(page)
  await answer(page, /合\s*并/)
  await expect(shown(page).getByRole('heading', { name: '试验甲' })).toBeVisible()
  await expect(row(page, '试验品种')).toBeVisible()

  await button(shown(page), /移\s*动/).click()
  await pickNode(page, '请选择新的上级', '造纸')
  await button(page.getByRole('dialog'), '下一步').click()
  await expect(page.getByText('“试验甲”将移到“造纸”下')).toBeVisible()
  await answer(page, /移\s*动/)
  await expect(page.getByText('移动成功').first()).toBeVisible()

  // what is in use says by what
  await shown(page)
    .locator('.tree-head')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  const used = page.getByText('试验甲：产品 1 个')
  await expect(async () => {
    // pressed as it opens, the question may not have heard it
    const answerable = button(page.getByRole('dialog'), /删\s*除/)
    if (await answerable.isVisible()) await answerable.click({ timeout: 2_000 })
    await expect(used).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await button(page.getByRole('dialog'), '知道了').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button(row(page, '试验品种'), /更多/).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await answer(page, /删\s*除/)
  await expect(row(page, '试验品种')).toHaveCount(0)
  // spec §9: the same act, refused a moment ago, is not done again within a second
  await expect(async () => {
    await shown(page)
      .locator('.tree-head')
      .getByRole('button', { name: /删\s*除/ })
      .click()
    await answer(page, /删\s*除/)
    await expect(node(page, '试验甲')).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
})

test('products are found by category, edited, put in order, moved and hidden; others see only their own', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400.*product\/save/)
  await addPerson('keeps.products', 'sjgly')
  await enter(page, 'keeps.products', '/data/goodsManage/product/index')
  await expect(row(page, '大庆原油')).toBeVisible()
  await expectAccessible(page)
  await choose(page, shown(page).getByRole('combobox', { name: '分类' }), '白砂糖', '棉糖')
  await button(shown(page), /查\s*询/).click()
  await expect(page).toHaveURL(/categoryId=\d+/)
  await expect(row(page, '白砂糖')).toBeVisible()
  await expect(row(page, '大庆原油')).toHaveCount(0)

  await button(shown(page), '调整顺序').click()
  const list = page.getByRole('dialog').getByRole('list', { name: '产品的顺序' })
  await expect(list.getByRole('listitem').first()).toContainText('3128B皮棉')
  const handle = button(list, '移动 3128B皮棉')
  await handle.focus()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(list.locator('[data-lifted]')).toBeVisible()
  await nextFrame(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/3128B皮棉 移到第 2 位/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(list.getByRole('listitem').first()).toContainText('棉纱32S')
  await expectAccessible(page)
  await answer(page, /保\s*存/)
  await expect(shown(page).getByRole('row').nth(1)).toContainText('棉纱32S')

  await button(row(page, '原糖'), /编辑/).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('农产品 > 棉糖')).toBeVisible()
  await expect(field(dialog, '产品名称')).toBeFocused()
  await field(dialog, '产品编码').fill('NC0304')
  await button(dialog, /保\s*存/).click()
  await expect(dialog.getByText('产品编码已被其他产品使用')).toBeVisible()
  await field(dialog, '产品编码').fill('SUGAR-RAW')
  await pressAgain(button(dialog, /保\s*存/), () => dialog.isHidden())
  await expect(row(page, 'SUGAR-RAW')).toBeVisible()

  await button(row(page, '棉籽'), /隐藏/).click()
  await answer(page, /隐\s*藏/)
  await expect(row(page, '棉籽')).toContainText('已隐藏')
  await button(row(page, '棉籽'), /显示/).click()
  await expect(row(page, '棉籽')).not.toContainText('已隐藏')

  // a copy has all but the code; the details say who made it from what, and by what a product is used
  await button(row(page, '棉籽'), /复制/).click()
  const copying = page.getByRole('dialog', { name: '复制产品：棉籽' })
  await expect(field(copying, '产品名称')).toBeFocused()
  await expect(field(copying, '产品名称')).toHaveValue('棉籽')
  await expect(field(copying, '产品编码')).toHaveValue('')
  await field(copying, '产品名称').fill('棉籽（复制）')
  await button(copying, /保\s*存/).click()
  await expect(copying).toBeHidden()
  await shown(page).getByRole('button', { name: '棉籽（复制）', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '棉籽（复制）' })
  await expect(drawer.getByRole('region', { name: '变更记录' })).toContainText('复制新增 keeps.products')
  await expect(drawer.getByRole('region', { name: '使用情况' })).toContainText('还没有被使用')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await button(row(page, '棉籽').first(), /更多/).click()
  await page.getByRole('menuitem', { name: '详情' }).click()
  const used = page.getByRole('dialog', { name: '棉籽', exact: true })
  await expect(used.getByRole('region', { name: '使用情况' })).toContainText(/获得授权的角色 [1-9]\d* 个/)
  await expect(used.getByRole('region', { name: '变更记录' })).toContainText('状态：已隐藏 → 显示')
  await button(used, /关闭|Close/).click()
  await expect(used).toBeHidden()

  // in use: granted to the editors' role
  await button(row(page, '棉籽').first(), /更多/).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await button(page.getByRole('dialog'), /删\s*除/).click()
  await expect(page.getByText(/棉籽：.*获得授权的角色 [1-9]\d* 个/)).toBeVisible()
  await button(page.getByRole('dialog'), '知道了').click()

  // somebody who works on one product sees that one, here and in the pickers
  const id = await addPerson('writes.sugar', 'reviewer')
  await query(
    `insert into user_products (user_id, role_id, product_id)
    select u.id, u.role_id, p.id from users u, products p where u.id = $1 and p.name = '白砂糖'`,
    [id],
  )
  await page.context().clearCookies()
  await enter(page, 'writes.sugar', '/data/goodsManage/product/index')
  await expect(row(page, '白砂糖')).toBeVisible()
  await expect(shown(page).getByRole('row')).toHaveCount(2)
  for (const name of [/新\s*增/, '调整顺序', /编辑/]) await expect(button(shown(page), name)).toHaveCount(0)
  await shown(page).getByRole('combobox', { name: '分类' }).click()
  await expect(page.getByRole('treeitem')).toHaveCount(1)
  await expect(node(page, '农产品')).toBeVisible()
})

test('regions are found, added, edited and deleted', async ({ page, expectConsole }) => {
  expectConsole(/status of 400.*saveOrUpdRegion/)
  await addPerson('keeps.regions', 'sjgly')
  await enter(page, 'keeps.regions', '/data/goodsManage/region/index')
  await expect(node(page, '北京市')).toBeVisible()
  await expect(row(page, '北京市')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: '搜索省、市' }).fill('三沙')
  await node(page, '三沙市').click()
  await expect(shown(page).getByRole('heading', { name: '三沙市' })).toBeVisible()
  await expect(row(page, '西沙区')).toBeVisible()

  await button(shown(page), '新增下级').click()
  await save(page, '地区名称', '试验区')
  await expect(row(page, '试验区')).toContainText('海南省 > 三沙市 > 试验区')
  await button(row(page, '试验区'), /编辑/).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('海南省 > 三沙市')).toBeVisible()
  await expect(field(dialog, '地区名称')).toBeFocused()
  await choose(page, dialog.getByRole('combobox', { name: /上级地区/ }), '儋州', '海南省 > 儋州市')
  await field(dialog, '区划代码').fill('46')
  await button(dialog, /保\s*存/).click()
  await expect(dialog.getByText('区划代码已被其他地区使用')).toBeVisible()
  await field(dialog, '区划代码').fill('460401')
  await expectAccessible(page)
  await pressAgain(button(dialog, /保\s*存/), () => dialog.isHidden())
  await expect(row(page, '试验区')).toHaveCount(0)

  await page.goto(`${page.url().split('?')[0]}?regionName=${encodeURIComponent('试验区')}`)
  await expect(row(page, '试验区')).toContainText('海南省 > 儋州市 > 试验区')
  await button(row(page, '试验区'), /删除/).click()
  await answer(page, /删\s*除/)
  await expect(row(page, '试验区')).toHaveCount(0)

  await page.goto(`${page.url().split('?')[0]}?regionName=${encodeURIComponent('海南省')}`)
  await button(row(page, '海南省').first(), /删除/).click()
  await button(page.getByRole('dialog'), /删\s*除/).click()
  await expect(page.getByText('海南省：下级地区 5 个')).toBeVisible()
})
