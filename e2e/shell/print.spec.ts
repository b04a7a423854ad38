// Printing prints the page and not the shell.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { dialog, LIST, rows, shown } from '../page.ts'

test('a printed list is its rows, all of them, without menus, tabs and filters', async ({ page }) => {
  await addPerson('prints.lists')
  await enter(page, 'prints.lists', LIST)
  await expect(rows(page).nth(3)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.top-bar', '.sidebar', '.tab-strip', '.search-bar', '.toolbar', '.pager'])
    for (const each of await page.locator(part).all()) await expect(each).toBeHidden()
  const box = page.locator('.page-slot:not([data-asleep]) .table-box').first()
  await expect(box).toBeVisible()
  // nothing is cut off, which a printer cannot scroll
  const { overflow, hidden } = await box.evaluate((each) => ({
    overflow: getComputedStyle(each).overflow,
    hidden: each.scrollHeight - each.clientHeight,
  }))
  expect({ overflow, isWhole: hidden <= 1 }).toEqual({ overflow: 'visible', isWhole: true })
  await page.screenshot({ path: test.info().outputPath('print.png'), fullPage: true })
})

test('printed details are the whole drawer, without the list behind it', async ({ page }) => {
  await addPerson('prints.details')
  const name = '打印详情贸易有限公司'
  await query('insert into enterprises (name, remark) values ($1, $2)', [name, '核对到期日。'.repeat(80)])
  await page.setViewportSize({ width: 1280, height: 400 })
  await enter(page, 'prints.details', `/userControl/customerManagement/customerList?name=${encodeURIComponent(name)}`)
  await shown(page).getByRole('button', { name, exact: true }).click()
  const details = dialog(page, name)
  await expect(details.getByText('核对到期日').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(details.getByText(name).first()).toBeVisible()
  const body = page.locator('.ant-drawer-body')
  const { hidden, whole } = await body.evaluate((each) => ({
    hidden: each.scrollHeight - each.clientHeight,
    // what a printer breaks into pages is the document
    whole: document.documentElement.scrollHeight >= each.getBoundingClientRect().bottom - 1,
  }))
  expect({ isWhole: hidden <= 1 && whole }).toEqual({ isWhole: true })
})
