// Printing prints the page and not the shell.
import { addPerson, enter, expect, test } from '../fixtures.ts'
import { LIST, rows } from '../page.ts'

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
