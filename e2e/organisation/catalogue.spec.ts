// Categories, products and regions: managed by the data administrator; others see only their own products.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addHolder, addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  dialog,
  expectStanding,
  field,
  goTo,
  item,
  lift,
  passDialogGuard,
  pickInCascade,
  pickNode,
  row,
  rowAct,
  shown,
} from '../page.ts'

const node = (page: Page, name: string) => shown(page).getByRole('treeitem').filter({ hasText: name })
const inDialog = { within: ['.ant-modal'] }

/** Fills one field of the dialog, saves it, and waits until it is closed. */
async function save(page: Page, label: string, text: string): Promise<void> {
  await field(dialog(page), label).fill(text)
  await answer(dialog(page), /保\s*存/)
}

async function pickRegion(page: Page, text: string, path: string): Promise<void> {
  const select = dialog(page).getByRole('combobox', { name: /上级地区/ })
  await select.click()
  await select.fill(text)
  await page.getByRole('option').filter({ hasText: path }).first().click()
}

/** An act of the tree's selected node. */
const treeAct = (page: Page, verb: string) => act(shown(page).locator('.tree-head'), verb)

test('the data administrator adds, orders, moves, merges and deletes categories', async ({ page }) => {
  await addPerson('keeps.categories', 'sjgly')
  await enter(page, 'keeps.categories', '/data/goodsManage/category/index')
  await expect(node(page, '钢铁')).toBeVisible()
  await expect(row(page, '大庆原油')).toBeVisible()

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

  // Alt and the arrow keys move the selected row
  await node(page, '试验乙').click()
  await expect(shown(page).getByRole('heading', { name: '试验乙' })).toBeVisible()
  await shown(page).getByRole('tree').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('顺序已保存')).toBeVisible()
  const order = () => shown(page).getByRole('treeitem').allTextContents()
  await expect
    .poll(async () => (await order()).filter((text) => /试验[甲乙]/.test(text)).map((text) => text.slice(0, 3)))
    .toEqual(['试验乙', '试验甲'])

  // merging a category moves its product into the other one
  await button(shown(page), '新增产品').click()
  await expect(dialog(page).getByText('试验大类 > 试验乙')).toBeVisible()
  await save(page, '产品名称', '试验品种')
  await expect(row(page, '试验品种')).toBeVisible()
  await treeAct(page, '合并').click()
  await pickNode(page.getByRole('combobox', { name: '请选择并入的分类' }), '试验甲')
  await button(dialog(page), '下一步').click()
  const merging = dialog(page).filter({ hasText: '“试验乙”将并入“试验甲”' })
  await expect(merging).toContainText('试验品种')
  await expectAccessible(page, inDialog)
  await answer(merging, /合\s*并/)
  await expect(shown(page).getByRole('heading', { name: '试验甲' })).toBeVisible()
  await expect(row(page, '试验品种')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  await treeAct(page, '移动').click()
  await pickNode(page.getByRole('combobox', { name: '请选择新的上级' }), '造纸')
  await button(dialog(page), '下一步').click()
  await answer(dialog(page).filter({ hasText: '“试验甲”将移到“造纸”下' }), /移\s*动/)
  await expect(page.getByText('移动成功').first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  // deleting a category in use shows its uses
  await treeAct(page, '删除').click()
  await expectStanding(dialog(page))
  await act(dialog(page), '删除').click()
  await answer(dialog(page).filter({ hasText: '试验甲：产品 1 个' }), '知道了')
  await expect(dialog(page)).toHaveCount(0)
  await rowAct(page, '试验品种', '删除')
  await answer(dialog(page), /删\s*除/)
  await expect(row(page, '试验品种')).toHaveCount(0)
  // spec §9: a refused act is locked for a second
  await passDialogGuard(page)
  await treeAct(page, '删除').click()
  await answer(dialog(page), /删\s*除/)
  await expect(node(page, '试验甲')).toHaveCount(0)
})

test('products are found by category, edited, put in order, moved and hidden; others see only their own', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400.*(?:product\/save|saveOrUpdRegion)/)
  await addPerson('keeps.products', 'sjgly')
  await enter(page, 'keeps.products', '/data/goodsManage/product/index')
  await expect(row(page, '大庆原油')).toBeVisible()
  await pickInCascade(shown(page).getByRole('combobox', { name: '分类' }), '白砂糖', '棉糖')
  await act(shown(page), '查询').click()
  await expect(page).toHaveURL(/categoryId=\d+/)
  await expect(row(page, '白砂糖')).toBeVisible()
  await expect(row(page, '大庆原油')).toHaveCount(0)

  await button(shown(page), '调整顺序').click()
  const list = dialog(page).getByRole('list', { name: '产品的顺序' })
  await expect(list.getByRole('listitem').first()).toContainText('3128B皮棉')
  await lift(button(list, '移动 3128B皮棉'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/3128B皮棉 移到第 2 位/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(list.getByRole('listitem').first()).toContainText('棉纱32S')
  await expectAccessible(page, inDialog)
  await answer(dialog(page), /保\s*存/)
  await expect(shown(page).getByRole('row').nth(1)).toContainText('棉纱32S')

  await rowAct(page, '原糖', '编辑')
  await expect(dialog(page).getByText('农产品 > 棉糖')).toBeVisible()
  await field(dialog(page), '产品编码').fill('NC0304')
  await act(dialog(page), '保存').click()
  await expect(dialog(page).getByText('产品编码已被其他产品使用')).toBeVisible()
  await passDialogGuard(page)
  await save(page, '产品编码', 'SUGAR-RAW')
  await expect(row(page, 'SUGAR-RAW')).toBeVisible()

  await rowAct(page, '棉籽', '隐藏')
  await answer(dialog(page), /隐\s*藏/)
  await expect(row(page, '棉籽')).toContainText('已隐藏')
  await rowAct(page, '棉籽', '显示')
  await expect(row(page, '棉籽')).not.toContainText('已隐藏')

  // a copy has all fields but the code; the details show its origin and a product's uses
  await rowAct(page, '棉籽', '复制')
  const copying = dialog(page, '复制产品：棉籽')
  await expect(field(copying, '产品名称')).toHaveValue('棉籽')
  await expect(field(copying, '产品编码')).toHaveValue('')
  await field(copying, '产品名称').fill('棉籽（复制）')
  await answer(copying, /保\s*存/)
  await shown(page).getByRole('button', { name: '棉籽（复制）', exact: true }).click()
  const drawer = dialog(page, '棉籽（复制）')
  await expect(drawer.getByRole('region', { name: '变更记录' })).toContainText('复制新增 keeps.products')
  await expect(drawer.getByRole('region', { name: '使用情况' })).toContainText('还没有被使用')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await shown(page).getByRole('button', { name: '棉籽', exact: true }).click()
  const used = page.getByRole('dialog', { name: '棉籽', exact: true })
  await expect(used.getByRole('region', { name: '使用情况' })).toContainText(/获得授权的角色 [1-9]\d* 个/)
  await expect(used.getByRole('region', { name: '变更记录' })).toContainText('状态：已隐藏 → 显示')
  await page.keyboard.press('Escape')
  await expect(used).toBeHidden()

  // in use: granted to the editors' role
  await button(row(page, '棉籽').first(), /更多/).click()
  await item(page, '删除').click()
  await expectStanding(dialog(page))
  await act(dialog(page), '删除').click()
  await answer(dialog(page).filter({ hasText: /棉籽：.*获得授权的角色 [1-9]\d* 个/ }), '知道了')

  await test.step('regions are found, added, edited and deleted', async () => {
    await goTo(page, '/data/goodsManage/region/index')
    await expect(node(page, '北京市')).toBeVisible()
    await expect(row(page, '北京市')).toBeVisible()
    await shown(page).getByRole('searchbox', { name: '搜索省、市' }).fill('三沙')
    await node(page, '三沙市').click()
    await expect(shown(page).getByRole('heading', { name: '三沙市' })).toBeVisible()
    await expect(row(page, '西沙区')).toBeVisible()

    await button(shown(page), '新增下级').click()
    await save(page, '地区名称', '试验区')
    await expect(row(page, '试验区')).toContainText('海南省 > 三沙市 > 试验区')
    await rowAct(page, '试验区', '编辑')
    await expect(dialog(page).getByText('海南省 > 三沙市')).toBeVisible()
    await pickRegion(page, '儋州', '海南省 > 儋州市')
    await field(dialog(page), '区划代码').fill('46')
    await act(dialog(page), '保存').click()
    await expect(dialog(page).getByText('区划代码已被其他地区使用')).toBeVisible()
    await expectAccessible(page, inDialog)
    await passDialogGuard(page)
    await save(page, '区划代码', '460401')
    await expect(row(page, '试验区')).toHaveCount(0)

    const found = (name: string) => goTo(page, `/data/goodsManage/region/index?regionName=${encodeURIComponent(name)}`)
    await found('试验区')
    await expect(row(page, '试验区')).toContainText('海南省 > 儋州市 > 试验区')
    await rowAct(page, '试验区', '删除')
    await answer(dialog(page), /删\s*除/)
    await expect(row(page, '试验区')).toHaveCount(0)

    await found('海南省')
    await button(row(page, '海南省').first(), /删除/).click()
    await expectStanding(dialog(page))
    await act(dialog(page), '删除').click()
    await answer(dialog(page).filter({ hasText: '海南省：下级地区 5 个' }), '知道了')
  })

  // a person with one product sees only that one, in the list and in pickers
  const id = await addHolder('writes.sugar', ['product', 'view'])
  await query(
    `insert into user_products (user_id, role_id, product_id)
    select u.id, u.role_id, p.id from users u, products p where u.id = $1 and p.name = '白砂糖'`,
    [id],
  )
  await enter(page, 'writes.sugar', '/data/goodsManage/product/index')
  await expect(row(page, '白砂糖')).toBeVisible()
  await expect(shown(page).getByRole('row')).toHaveCount(2)
  for (const name of [/新\s*增/, '调整顺序', /编辑/]) await expect(button(shown(page), name)).toHaveCount(0)
  await shown(page).getByRole('combobox', { name: '分类' }).click()
  await expect(page.getByRole('treeitem')).toHaveCount(1)
  await expect(page.getByRole('treeitem').filter({ hasText: '农产品' })).toBeVisible()
})
