// The grid for entering prices in the gallery: keyboard, pasted blocks, undo, input methods (prices, record 053).
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect } from '../fixtures.ts'
import { expectValue, openGallery, stateOf, test } from '../gallery.ts'

const entering = (page: Page) => stateOf(page, 'grid', '录入')
const cell = (page: Page, row: number, column: number) =>
  entering(page).locator(`[role="row"][aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`)
/** Expects the active cell to have that name. Columns 4 to 6 are low, high and average. */
const here = (page: Page, name: string) => expect(entering(page).getByRole('textbox', { name })).toBeFocused()
const LOW = 4
const REMARK = 10

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Writes text to the clipboard, like another program. */
const copied = (page: Page, text: string) => page.evaluate((block) => navigator.clipboard.writeText(block), text)

test('§1 prices are entered by keyboard alone: arrows, Enter, Tab, F2, Esc, Delete, a whole range, and undo', async ({
  page,
}) => {
  await openGallery(page, 'grid')
  await expect(page.locator('#grid :focus')).toHaveCount(0)
  await cell(page, 0, LOW).click()
  await here(page, 'Q1001 螺纹钢 HRB400E Φ20 低价')
  // Tab moves along the row; Enter moves to the next row, in the column where typing began
  await page.keyboard.type('3500')
  await press(page, 'Tab')
  await page.keyboard.type('3600')
  await press(page, 'Enter')
  await here(page, 'Q1002 热轧卷板 Q235B 5.75 低价')
  await expectValue(entering(page), ['Q1001 3500 3600 3550 '])
  // a text relative to the last price fills low and high
  await page.keyboard.type('+10')
  await press(page, 'Enter')
  await expectValue(entering(page), ['Q1001 3500 3600 3550 ', 'Q1002 3447 3507 3477 '])
  // Esc discards the typed text, F2 edits the value in place
  await page.keyboard.type('9')
  await press(page, 'Escape', 'ArrowUp', 'F2', 'ArrowLeft')
  await page.keyboard.type('5')
  await press(page, 'ArrowDown')
  await expectValue(entering(page), ['Q1001 3500 3600 3550 ', 'Q1002 34457 3507 3477 '])
  await expect(cell(page, 1, LOW)).toHaveAttribute('aria-invalid', 'true')
  await press(page, 'ArrowUp')
  const input = entering(page).getByRole('textbox')
  await expect(input).toHaveAccessibleDescription('Q1002 热轧卷板 Q235B 5.75 低价：低价高于高价')
  await press(page, 'Control+z')
  await expectValue(entering(page), ['Q1001 3500 3600 3550 ', 'Q1002 3447 3507 3477 '])
  // a range: filled with Ctrl+Enter as one step, emptied with Delete
  await press(page, 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(entering(page).getByRole('status').first()).toHaveText('选中 3 行 × 1 列')
  await page.keyboard.type('平')
  await press(page, 'Control+Enter')
  await expect(cell(page, 2, LOW + 2)).toHaveText('3504')
  // a stopped item is read-only
  await expect(cell(page, 4, LOW)).toHaveText('')
  await press(page, 'Control+z')
  await expect(cell(page, 2, LOW + 2)).toHaveText('')
  await press(page, 'Control+y')
  await expect(cell(page, 2, LOW + 2)).toHaveText('3504')
  await press(page, 'Control+a', 'Delete')
  await expectValue(entering(page), [])
  await press(page, 'Control+z')
  await expect(cell(page, 2, LOW + 2)).toHaveText('3504')
  // Esc, then Tab leaves the grid
  await press(page, 'Escape', 'Tab')
  await expect(entering(page).locator('.price-grid-table :focus')).toHaveCount(0)
})

test('§1 a block from a spreadsheet is one step, by position or by code, and problems are shown at their cells', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGallery(page, 'grid')
  await cell(page, 0, LOW).click()
  await copied(page, '8,500-8,600\t\r\n８５００\t8６00\r\n3500a\t3600\r\n持平\t\r\n')
  await press(page, 'Control+v')
  await expectValue(entering(page), [
    'Q1001 8500 8600 8550 ',
    'Q1002 8500 8600 8550 ',
    'Q1003 3500a 3600  ',
    'Q1004 3511 3571 3541 ',
  ])
  await expect(entering(page).locator('.price-grid-foot').getByRole('status')).toHaveText('已粘贴 4 行 × 2 列')
  await expect(cell(page, 2, LOW)).toHaveAttribute('title', '含有文字，不是价格')
  await expect(cell(page, 0, LOW + 2)).toHaveAttribute('data-mark', 'unusual')
  await expectAccessible(page, { within: ['#grid'], contrast: true })
  // copied back out unchanged
  await press(page, 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('3400\t8500\t8600')
  await press(page, 'ArrowRight', 'Control+z')
  await expectValue(entering(page), [])
  await copied(page, 'Q1006\t100\t200\nQ1004\t300\t400')
  await press(page, 'Control+v')
  await expectValue(entering(page), ['Q1004 300 400 350 ', 'Q1006 100 200 150 '])
  await openGallery(page, 'grid', 'dark')
  await cell(page, 0, LOW).click()
  await copied(page, '8500x\t')
  await press(page, 'Control+v')
  await expect(cell(page, 0, LOW)).toHaveAttribute('data-mark', 'bad')
  await expectAccessible(page, { within: ['#grid'], contrast: true })
})

test('§1 an input method composes in the cell: its keys neither move nor commit, from the first one on', async ({
  page,
}) => {
  await openGallery(page, 'grid')
  const devtools = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const input = entering(page).getByRole('textbox')
  await cell(page, 1, REMARK).click()
  await here(page, 'Q1002 热轧卷板 Q235B 5.75 备注')
  await compose('b')
  await compose('bao jia')
  await expect(input).toHaveValue('bao jia')
  // keys of the input method's candidate list: the event has `isComposing`, or key code 229
  await press(page, 'ArrowDown', 'Enter', 'Tab')
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await here(page, 'Q1002 热轧卷板 Q235B 5.75 备注')
  await expect(input).toHaveValue('bao jia')
  await expectValue(entering(page), [])
  await devtools.send('Input.insertText', { text: '报价' })
  await expect(input).toHaveValue('报价')
  await compose('ping wen')
  await devtools.send('Input.insertText', { text: '平稳' })
  await press(page, 'Enter')
  await here(page, 'Q1003 中厚板 Q235B 20 备注')
  await expectValue(entering(page), ['Q1002    报价平稳'])
  // the first composed letter replaces the cell's value
  await press(page, 'ArrowUp')
  await compose('zhang')
  await devtools.send('Input.insertText', { text: '涨' })
  await press(page, 'Enter')
  await expectValue(entering(page), ['Q1002    涨'])
  // full-width figures, as an input method types them
  await cell(page, 1, LOW).click()
  await devtools.send('Input.insertText', { text: '３５００。～３６００' })
  await press(page, 'Enter')
  await expectValue(entering(page), ['Q1002 3500 3600 3550 涨'])
})
