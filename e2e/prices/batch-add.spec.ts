// The day's grid: a pasted block with wrong rows, corrected, given reasons, submitted; published prices corrected.
import type { Page } from '@playwright/test'
import { addPerson, enter, everyDay, expect, query, test } from '../fixtures.ts'
import { act, answer, dialog, field, shown, success } from '../page.ts'

const ITEMS = 300

/** Items of one product that the person enters, each published at 3,800 to 3,860 the workday before. */
async function makeItems(userName: string, prefix: string): Promise<void> {
  await query(
    `with u as (select id, role_id from users where user_name = $1),
      p as (insert into products (name) values ($2) returning id),
      ${everyDay},
      g as (insert into user_products (user_id, role_id, product_id) select u.id, u.role_id, p.id from u, p),
      i as (insert into quote_items (product_id, name, market, unit, decimals, analyst_id, sort, calendar_id)
        select p.id, $2 || lpad(n::text, 3, '0'), '上海', '元/吨', 0, u.id, n, c.id
          from u, p, c, generate_series(1, $3::int) n returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', $3 from price_publications returning number)
    insert into prices (quote_item_id, product_id, day, low, high, average, status, publication, verified_at)
      select i.id, i.product_id, '2026-11-20', 3800, 3860, 3830, 'verified', n.number, now() from i, n`,
    [userName, prefix, ITEMS],
  )
}

/** A cell by the item of its row and the index of its column. */
const cell = (page: Page, name: string, column: number) =>
  shown(page).getByRole('row', { name }).locator(`[aria-colindex="${column}"]`)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => {
    const data = new DataTransfer()
    data.setData('text/plain', block)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

const [LOW, STATE, REASON] = [5, 10, 11]

test('§2 a block of 300 prices is pasted, its wrong rows are corrected, and it is submitted', async ({ page }) => {
  await addPerson('pastes.prices', 'priceAnalyst')
  await makeItems('pastes.prices', '批量钢')
  await enter(page, 'pastes.prices', '/data/priceService/price/batchAdd')
  await expect(shown(page).getByText(`待填 ${ITEMS} 项`)).toBeVisible()
  // the page has no menu item of its own: its parent's is current
  await expect(page.getByRole('button', { name: '数据管理' })).toHaveAttribute('aria-current', 'true')
  const lines = Array.from({ length: ITEMS }, (_, at) => {
    if (at === 1) return '约3850\t3900'
    if (at === 2) return '3900\t3850'
    if (at === 3) return '3,8x0\t3900'
    if (at === 4) return '3850.5\t3900'
    if (at === 5) return '9,850\t9,900'
    return '3,850\t3,900'
  })
  await cell(page, '批量钢001', LOW).click()
  await paste(page, lines.join('\r\n'))
  await expect(shown(page).getByText('有误 4 项')).toBeVisible()
  await expect(shown(page).getByText('已保存为草稿')).toBeVisible()

  for (const [name, text] of [
    ['批量钢002', '3850-3900'],
    ['批量钢003', '平'],
    ['批量钢004', '+10'],
    ['批量钢005', '3850-3900'],
  ] as const) {
    await cell(page, name, LOW).click()
    await page.keyboard.press('Delete')
    await cell(page, name, LOW + 1).click()
    await page.keyboard.press('Delete')
    await cell(page, name, LOW).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(cell(page, '批量钢003', LOW)).toHaveText('3,800')
  await expect(shown(page).getByText(/有误/)).toHaveCount(0)
  await expect(shown(page).getByText(/已保存为草稿/)).toBeVisible()
  await act(shown(page), `提交审核（${ITEMS}）`).click()
  const outcome = dialog(page, /提交审核/)
  await expect(outcome).toContainText('超出常规，请先填写原因')
  await answer(outcome, '知道了')
  await cell(page, '批量钢006', REASON).click()
  await page.keyboard.type('停产检修，报价跳涨')
  await page.keyboard.press('Enter')
  await act(shown(page), '提交审核（1）').click()
  await expect(cell(page, '批量钢006', STATE)).toHaveText('待审核')
})

test('§2 published prices are corrected by days with one reason', async ({ page }) => {
  await addPerson('corrects.prices', 'priceAnalyst')
  await makeItems('corrects.prices', '更正钢')
  await enter(page, 'corrects.prices', '/data/priceService/price/batchEdit')
  await shown(page).getByRole('combobox').first().fill('更正钢')
  await page.getByRole('option').filter({ hasText: '更正钢' }).first().click()
  await page.keyboard.press('Escape')
  await cell(page, '更正钢001', 3).click()
  await page.keyboard.type('3810-3860')
  await page.keyboard.press('Enter')
  await act(shown(page), '提交更正（1）').click()
  const form = dialog(page, /提交 1 处更正/)
  await expect(form.locator('del')).toHaveText('3800-3860')
  await field(form, '更正原因').fill('录入时看错一行')
  await act(form, '提交更正').click()
  await expect(success(page)).toContainText('更正已提交审核')
})

test('§1 entries that could not be saved are offered again when the grid opens', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await addPerson('loses.prices', 'priceAnalyst')
  await makeItems('loses.prices', '离线钢')
  await enter(page, 'loses.prices', '/data/priceService/price/batchAdd')
  await page.route('**/prices/price/save', (route) => route.abort())
  await cell(page, '离线钢002', LOW).click()
  await page.keyboard.type('3850-3900')
  await page.keyboard.press('Enter')
  await expect(shown(page).getByText('网络中断，内容保留在本浏览器')).toBeVisible()
  await page.unroute('**/prices/price/save')
  // like a crash: suppress the prompt before the reload
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
  await page.reload()
  await act(shown(page), '恢复').click()
  await expect(cell(page, '离线钢002', LOW)).toHaveText('3,850')
  await expect(shown(page).getByText('已保存为草稿')).toBeVisible()
  await page.reload()
  await expect(cell(page, '离线钢002', LOW)).toHaveText('3,850')
  await expect(act(shown(page), '恢复')).toHaveCount(0)
})

test('prices.md "Entering": a pasted block is taken back with what it saved, after one question', async ({ page }) => {
  await addPerson('undoes.prices', 'priceAnalyst')
  await makeItems('undoes.prices', '撤销钢')
  await enter(page, 'undoes.prices', '/data/priceService/price/batchAdd')
  await cell(page, '撤销钢001', LOW).click()
  await paste(page, '3,850\t3,900\r\n3,850\t3,900')
  await expect(shown(page).getByText('已保存为草稿')).toBeVisible()
  await expect(act(shown(page), '提交审核（2）')).toBeEnabled()
  await page.keyboard.press('Control+z')
  await answer(dialog(page, /删除 2 条价格草稿/), '删除')
  await expect(success(page)).toContainText('草稿已删除')
  await expect(act(shown(page), '提交审核（0）')).toBeVisible()
  await expect(cell(page, '撤销钢001', STATE)).toHaveText('')
})

test('prices.md "Entering": what a cut line kept back is saved by itself when it is back', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await addPerson('waits.prices', 'priceAnalyst')
  await makeItems('waits.prices', '断网钢')
  await enter(page, 'waits.prices', '/data/priceService/price/batchAdd')
  await page.route('**/prices/price/save', (route) => route.abort())
  await cell(page, '断网钢002', LOW).click()
  await page.keyboard.type('3850-3900')
  await page.keyboard.press('Enter')
  const warning = shown(page).locator('.price-warning')
  await expect(warning).toContainText('网络中断')
  await page.unroute('**/prices/price/save')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(shown(page).getByText('已保存为草稿')).toBeVisible()
  await expect(warning).toHaveCount(0)
})

test('prices.md "Entering": many chosen products take one line, their names are behind it', async ({ page }) => {
  await addPerson('folds.prices', 'priceAnalyst')
  const products = await query<{ id: string }>(
    `with p as (insert into products (name) select '折叠钢' || n from generate_series(1, 5) n returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = 'folds.prices')
    select id::text as id from p order by id`,
  )
  const ids = products.map(({ id }) => id).join(',')
  await enter(page, 'folds.prices', `/data/priceService/price/batchAdd?productIds=${ids}`)
  await shown(page).getByText('已选 5 个').hover()
  const names = page.locator('.picker-folded li')
  await expect(names).toHaveCount(5)
  for (const [at, name] of (await names.allTextContents()).entries()) expect(name).toContain(`折叠钢${at + 1}`)
})
