// Helpers to operate a page: each waits for what it needs, so that specs do not wait themselves.
import { expect, type Locator, type Page } from '@playwright/test'
import { BUTTONS_TIMEOUT_MS, DIALOG_GUARD_MS } from '#contract/limits.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { addPerson } from './fixtures.ts'
import { callsEnded, settled } from './settled.ts'

type Within = Page | Locator
type Name = string | RegExp

export const LIST = '/userControl/accountCenter/userList'

/** antd puts a space between the two characters of a verb, and an icon's name before it, such as `loading`. */
const verbOf = (verb: string) => new RegExp(`^(?:[a-z-]+ )*${[...verb].join('\\s*')}$`)

export const main = (page: Page) => page.locator('main')
/** The active page; background pages stay mounted but hidden. */
export const shown = (page: Page) => main(page).locator('.page-box:visible')
/** Every mounted page, active or in the background. */
export const mounted = (page: Page) => main(page).locator('[data-page]')
export const dialog = (page: Page, name?: Name) => page.getByRole('dialog', name === undefined ? {} : { name })
export const button = (within: Within, name: Name) => within.getByRole('button', { name })
/** A button by its exact label. */
export const act = (within: Within, verb: string) => within.getByRole('button', { name: verbOf(verb) })
export const field = (within: Within, label: string) =>
  within.getByRole('textbox', { name: new RegExp(`^(\\* )?${label}$`) })
export const row = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
export const rows = (page: Page) => shown(page).locator('.table-row:visible')
export const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
/** The validation error below a field. */
export const errorOf = (within: Locator, of: Locator) =>
  within.locator('.ant-form-item', { has: of }).locator('.ant-form-item-explain-error:not([class*="-leave"])')

export const toast = (page: Page) => page.locator('.ant-message-notice-content, .ant-message-notice')
export const success = (page: Page) => page.locator('.ant-message-success')
export const failure = (page: Page) => page.locator('.ant-message-error')

/** Presses a row's act: one of its buttons, or an item of its 更多 menu. */
export async function rowAct(page: Page, text: string, name: string): Promise<void> {
  const found = row(page, text)
  await expect(found).toHaveCount(1)
  const direct = button(found, new RegExp(`^${name}(?: |$)`))
  const more = button(found, /更多/)
  await expect(direct.or(more).first()).toBeVisible()
  if (await direct.isVisible()) return direct.click()
  await more.click()
  // no pointer: a list that refetches at this moment moves the row and its menu
  await item(page, name).dispatchEvent('click')
}

/** Filters a list by one text field, and waits until it shows `count` rows. */
export async function find(page: Page, label: string, text: string, count = 1): Promise<void> {
  const search = act(shown(page), '查询')
  // a saved form stays visible until the list is, and may have a field of the same name
  await expect(search).toBeVisible()
  await field(shown(page), label).fill(text)
  await search.click()
  await expect(row(page, text)).toHaveCount(count)
  // the unfiltered list may have contained the same rows, so wait for the total too
  await expect(rows(page)).toHaveCount(count)
}

/** Sets a checkbox or a radio. Playwright's `check` may read the state before React has rendered the click. */
export async function check(box: Locator, isChecked = true): Promise<void> {
  if ((await box.isChecked()) !== isChecked) await box.click()
  await expect(box).toBeChecked({ checked: isChecked })
}

/** A multiple select stays open after a choice. */
const takesMany = async (select: Locator): Promise<boolean> =>
  (await select.locator('xpath=ancestor::*[contains(@class, "ant-select-multiple")]').count()) > 0

/** Picks an option of a select whose options are all loaded. */
export async function choose(within: Locator, label: Name, text: string): Promise<void> {
  const select = within.getByRole('combobox', { name: label })
  await select.click()
  const option = within.page().locator('.ant-select-item-option:visible').filter({ hasText: text }).first()
  await option.click()
  if (await takesMany(select)) return
  // a list that has just opened may flip above its field during the click, which is then lost: click again
  try {
    await expect(option).toBeHidden({ timeout: 2_000 })
  } catch {
    await option.click({ timeout: 2_000 }).catch(() => undefined)
  }
}

/** Types into a select that searches with a debounce, waits until only matches are listed, and picks the first one. */
export async function pickFound(select: Locator, text: string): Promise<void> {
  const options = select.page().locator('.ant-select-dropdown:visible .ant-select-item-option')
  await select.click()
  await select.pressSequentially(text)
  await expect
    .poll(async () => {
      const texts = await options.allTextContents()
      return texts.length > 0 && texts.every((each) => each.includes(text))
    })
    .toBe(true)
  await options.first().click()
  // while it closes, the list would still consume Escape
  if (!(await takesMany(select))) await expect(options).toHaveCount(0)
}

/** Picks a node of a tree select; its list is virtual, so it is filtered first. */
export async function pickNode(select: Locator, text: string): Promise<void> {
  const nodes = select.page().locator('.ant-select-tree-node-content-wrapper:visible')
  await select.click()
  await expect(nodes.first()).toBeVisible()
  await select.fill(text)
  await nodes.filter({ hasText: text }).click()
}

/** Picks a search result of a category cascader, by name or path. */
export async function pickInCascade(select: Locator, text: string, path = text): Promise<void> {
  await select.click()
  await expect(select.page().getByRole('treeitem').first()).toBeVisible()
  await select.fill(text)
  await select.page().getByRole('option').filter({ hasText: path }).first().click()
}

/** Closes the list of a multiple select. */
export async function closeChoice(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

/** Searches a tree and waits until its rows are the matches; the search is debounced. */
export async function findInTree(within: Locator, searchText: string, text: string): Promise<void> {
  await within.getByRole('searchbox', { name: searchText }).fill(text)
  await expect(within.getByRole('tree').locator('mark').first()).toHaveText(text)
}

/** Searches a checkable tree and checks the last match. */
export async function tick(within: Locator, searchText: string, name: string): Promise<void> {
  await findInTree(within, searchText, name)
  const found = within.getByRole('treeitem', { name }).last()
  await found.click()
  await expect(found).toHaveAttribute('aria-checked', 'true')
}

/** Picks up a sortable item by its handle: arrow keys then move it, Space drops it. */
export async function lift(handle: Locator): Promise<void> {
  await handle.focus()
  await expect(handle).toBeFocused()
  await handle.press('Space')
  await expect(handle.page().locator('[data-lifted]')).toHaveCount(1)
  await nextFrame(handle.page())
}

/** Waits for a dialog's opening animation: its buttons move until it ends. */
export const expectStanding = (question: Locator): Promise<void> => expect(question).not.toHaveClass(/ant-zoom/)

/** Presses a button of a confirmation dialog and waits until the dialog is closed. */
export async function answer(question: Locator, verb: Name): Promise<void> {
  await expectStanding(question)
  await question.getByRole('button', { name: verb }).click()
  await expect(question).toBeHidden()
}

/**
 * Advances the page's clock: guards, debounces and polls take no real time. It also drives the calls' time limits: a jump past
 * one of them waits for the calls in flight.
 */
export async function elapse(page: Page, ms: number): Promise<void> {
  if (ms >= BUTTONS_TIMEOUT_MS) await callsEnded(page)
  await page.clock.fastForward(ms)
}

/** Stops the page's clock: from then on only the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** Skips the time for which a dialog's button ignores a second click (spec §9). */
export const passDialogGuard = (page: Page): Promise<void> => elapse(page, DIALOG_GUARD_MS)

/** dnd-kit attaches its key listener one task after pick-up. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Reply to the last request that a page sends on its own, after a delay: await it before ending session or channel. */
export const lastInitialRead = (page: Page): Promise<unknown> => page.waitForResponse(`**${queryOwnJobs.path}`)

/** Waits for a job's outcome: without the live channel the page polls it every 5 s of its own clock. */
export const expectAfterJob = (output: Locator, text: string): Promise<void> =>
  expect
    .poll(async () => {
      // the clock also drives the calls' time limits: none may be in flight
      await settled(output.page())
      await elapse(output.page(), 5_000)
      return output.textContent()
    }, 'outcome of the job')
    .toContain(text)

/** Navigates like a link in the console, adding a history entry. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ idx: idx + 1, usr: null, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, `/backend${address}`)
}

// The tab strip

export const strip = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })
export const tabs = (page: Page) => strip(page).getByRole('listitem')
export const tab = (page: Page, name: string) => tabs(page).filter({ hasText: new RegExp(`^${name}$`) })
export const active = (page: Page) => strip(page).locator('[aria-current="page"]')
export const cross = (page: Page, name: string) =>
  strip(page).getByRole('button', { name: `关闭 ${name}`, exact: true })

/** Right-clicks a tab and picks an item of its menu. */
export async function chooseTabAct(page: Page, on: Locator, name: string): Promise<void> {
  await on.click({ button: 'right' })
  await item(page, name).click()
  await expect(item(page, name)).toHaveCount(0)
}

/** Closes an open dropdown. antd attaches its key listener in an effect, after the item is drawn. */
export async function closeMenu(page: Page, shownItem: Locator): Promise<void> {
  await nextFrame(page)
  await page.keyboard.press('Escape')
  await expect(shownItem).toHaveCount(0)
}

/** Staff accounts that no other journey changes. */
export async function addAccounts(prefix: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `${prefix}.${String(at + 1).padStart(2, '0')}`)
  await Promise.all(names.map((name) => addPerson(name, 'reviewer')))
  return names
}

export const listOf = (prefix: string) => `${LIST}?userName=${prefix}&size=50`

/** Opens the form of an account from its row in the list. */
export async function edit(page: Page, name: string): Promise<void> {
  await shown(page)
    .getByRole('button', { name: `编辑 ${name}`, exact: true })
    .click()
  await expect(field(shown(page), '用户名')).toHaveValue(name)
}

// The menu under the person's name

export const personMenu = (page: Page) => page.getByRole('button', { name: /的账号菜单$/ })
export const personItems = (page: Page) => page.locator('.user-panel').getByRole('menuitem')

export async function openOwn(page: Page, name: string): Promise<Locator> {
  await personMenu(page).click()
  await personItems(page).filter({ hasText: name }).click()
  const opened = page.getByRole('dialog', { name })
  await expect(opened).toBeVisible()
  return opened
}

/** Opens the confirmation of 退出系统. */
export async function askSignOut(page: Page): Promise<Locator> {
  await personMenu(page).click()
  // the menu fetches this on opening; no request may be in flight when the session ends
  await expect(page.locator('.user-card small')).toHaveText(/\S/)
  await personItems(page).filter({ hasText: '退出系统' }).click()
  const question = dialog(page, '提示')
  await expect(question).toContainText('退出系统, 是否继续？')
  return question
}

/** Opens 账号安全 under the person's name, at one of its tabs. */
export async function openSecurity(page: Page, tabName: string): Promise<Locator> {
  await personMenu(page).click()
  await button(page, '账号安全').click()
  const opened = dialog(page, '账号安全')
  const tabOf = opened.getByRole('tab', { name: tabName })
  await expect(tabOf).toBeVisible()
  await expectStanding(opened)
  await tabOf.click()
  await expect(tabOf).toHaveAttribute('aria-selected', 'true')
  return opened
}

/** Horizontal overflow of the page, px. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

export const widthOf = async (box: Locator) => (await box.boundingBox())?.width

/** A mocked reply envelope for `route.fulfill`. */
export const reply = (code: number, msg: string) => ({
  status: code === 500 ? 500 : 200,
  json: { code, success: code === 200, data: null, msg },
})
