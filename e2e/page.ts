// How journeys find their way on a page: each helper waits for what it needs, so that specs do not wait themselves.
import type { Locator, Page } from '@playwright/test'
import { DIALOG_GUARD_MS } from '../contract/limits.ts'
import { queryOwnJobs } from '../contract/system/jobs.ts'
import { addPerson } from './fixtures.ts'
import { expect } from './polling.ts'
import { settled } from './settled.ts'

type Within = Page | Locator
type Name = string | RegExp

export const LIST = '/userControl/accountCenter/userList'

/** What leads a verb: antd puts a space between two characters, and a sign before those of a call under way. */
const verbOf = (verb: string) => new RegExp(`^(?:[a-z-]+ )*${[...verb].join('\\s*')}$`)

export const main = (page: Page) => page.locator('main')
/** The page in front; the pages behind it stay drawn. */
export const shown = (page: Page) => main(page).locator('.page-box:visible')
/** Every page that is mounted, in front or behind. */
export const mounted = (page: Page) => main(page).locator('[data-page]')
export const dialog = (page: Page, name?: Name) => page.getByRole('dialog', name === undefined ? {} : { name })
export const button = (within: Within, name: Name) => within.getByRole('button', { name })
/** A button by its whole verb. */
export const act = (within: Within, verb: string) => within.getByRole('button', { name: verbOf(verb) })
export const field = (within: Within, label: string) =>
  within.getByRole('textbox', { name: new RegExp(`^(\\* )?${label}$`) })
export const row = (page: Page, text: string) => shown(page).getByRole('row').filter({ hasText: text })
export const rows = (page: Page) => shown(page).locator('.table-row:visible')
export const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
/** What stands under a field as its error. */
export const said = (within: Locator, of: Locator) =>
  within.locator('.ant-form-item', { has: of }).locator('.ant-form-item-explain-error:not([class*="-leave"])')

export const toast = (page: Page) => page.locator('.ant-message-notice-content, .ant-message-notice')
export const success = (page: Page) => page.locator('.ant-message-success')
export const failure = (page: Page) => page.locator('.ant-message-error')

/** A row's act, from its own buttons or from those under 更多. */
export async function rowAct(page: Page, text: string, name: string): Promise<void> {
  const found = row(page, text)
  await expect(found).toHaveCount(1)
  const direct = button(found, new RegExp(`^${name}(?: |$)`))
  const more = button(found, /更多/)
  await expect(direct.or(more).first()).toBeVisible()
  if (await direct.isVisible()) return direct.click()
  await more.click()
  // not by the pointer: a list that is read again at this moment moves the menu with its row
  await item(page, name).dispatchEvent('click')
}

/** Narrows a list by a text of its filters, and waits until it shows what was found. */
export async function find(page: Page, label: string, text: string, count = 1): Promise<void> {
  const search = act(shown(page), '查询')
  // a form that was saved stands there until the list does, and may have a field of this name too
  await expect(search).toBeVisible()
  await field(shown(page), label).fill(text)
  await search.click()
  await expect(row(page, text)).toHaveCount(count)
  // the list before may have had them too, in another place
  await expect(rows(page)).toHaveCount(count)
}

/** Sets a checkbox or a radio. Playwright's `check` reads it right after the press, which may be before React has drawn it. */
export async function check(box: Locator, isChecked = true): Promise<void> {
  if ((await box.isChecked()) !== isChecked) await box.click()
  await expect(box).toBeChecked({ checked: isChecked })
}

/** One that takes several stays open. */
const takesMany = async (select: Locator): Promise<boolean> =>
  (await select.locator('xpath=ancestor::*[contains(@class, "ant-select-multiple")]').count()) > 0

/** Takes an option of a select that filters what it has. */
export async function choose(within: Locator, label: Name, text: string): Promise<void> {
  const select = within.getByRole('combobox', { name: label })
  await select.click()
  const option = within.page().locator('.ant-select-item-option:visible').filter({ hasText: text }).first()
  await option.click()
  if (await takesMany(select)) return
  // a list that has just opened may flip above its field amid the press, which is nothing then: it is pressed once more
  try {
    await expect(option).toBeHidden({ timeout: 2_000 })
  } catch {
    await option.click({ timeout: 2_000 }).catch(() => undefined)
  }
}

/** Types into a select that looks for it a moment later, and takes what it has found: until then its rows are still to move. */
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
  // on its way out it still takes Escape for itself
  if (!(await takesMany(select))) await expect(options).toHaveCount(0)
}

/** Takes a node of a tree that drops down, which has only the rows in sight in the page. */
export async function pickNode(select: Locator, text: string): Promise<void> {
  const nodes = select.page().locator('.ant-select-tree-node-content-wrapper:visible')
  await select.click()
  await expect(nodes.first()).toBeVisible()
  await select.fill(text)
  await nodes.filter({ hasText: text }).click()
}

/** Takes what a cascade of categories finds, by its name or path. */
export async function pickInCascade(select: Locator, text: string, path = text): Promise<void> {
  await select.click()
  await expect(select.page().getByRole('treeitem').first()).toBeVisible()
  await select.fill(text)
  await select.page().getByRole('option').filter({ hasText: path }).first().click()
}

/** Closes the list of a select that stays open for more. */
export async function closeChoice(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
}

/** Looks for a text in a tree, and waits until its rows are those that were found: they are drawn a moment after it was typed. */
export async function findInTree(within: Locator, searchText: string, text: string): Promise<void> {
  await within.getByRole('searchbox', { name: searchText }).fill(text)
  await expect(within.getByRole('tree').locator('mark').first()).toHaveText(text)
}

/** Ticks what a tree of checks finds. */
export async function tick(within: Locator, searchText: string, name: string): Promise<void> {
  await findInTree(within, searchText, name)
  const found = within.getByRole('treeitem', { name }).last()
  await found.click()
  await expect(found).toHaveAttribute('aria-checked', 'true')
}

/** Picks up what a handle moves: arrows move it from then on, Space puts it down. */
export async function lift(handle: Locator): Promise<void> {
  await handle.focus()
  await expect(handle).toBeFocused()
  await handle.press('Space')
  await expect(handle.page().locator('[data-lifted]')).toHaveCount(1)
  await nextFrame(handle.page())
}

/** Waits until a dialog stands: one that is still coming up moves away below the pointer. */
export const expectStanding = (question: Locator): Promise<void> => expect(question).not.toHaveClass(/ant-zoom/)

/** Answers a question over the page. */
export async function answer(question: Locator, verb: Name): Promise<void> {
  await expectStanding(question)
  await question.getByRole('button', { name: verb }).click()
  await expect(question).toBeHidden()
}

/** Lets the page's clock go on: guards, debounces and polls take no real time. */
export const elapse = (page: Page, ms: number): Promise<void> => page.clock.fastForward(ms)

/** Stops the page's clock: from here on its time passes only where the test says so. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** Past the guard after which a dialog's button takes another press (spec §9). */
export const passDialogGuard = (page: Page): Promise<void> => elapse(page, DIALOG_GUARD_MS)

/** dnd-kit attaches its key listener one task after pick-up. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** The last that a page asks by itself, a while after it is there: awaited before its session ends or its line is cut. */
export const lastAsked = (page: Page): Promise<unknown> => page.waitForResponse(`**${queryOwnJobs.path}`)

/** What a job makes: without the live connection the page asks about it each 5 s, which its clock cuts short. */
export const expectAfterJob = (told: Locator, text: string): Promise<void> =>
  expect
    .poll(async () => {
      // the time limit of a call under way would pass with it
      await settled(told.page())
      await elapse(told.page(), 5_000)
      return told.textContent()
    }, 'what the job made')
    .toContain(text)

/** Moves the address as a link in the console does; the browser's own back leads from there. */
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

/** Right-click on a tab, and a line of the menu. */
export async function chooseTabAct(page: Page, on: Locator, name: string): Promise<void> {
  await on.click({ button: 'right' })
  await item(page, name).click()
  await expect(item(page, name)).toHaveCount(0)
}

/** Accounts that hold still: other journeys change theirs. */
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

/** Opens the question of 退出系统. */
export async function askSignOut(page: Page): Promise<Locator> {
  await personMenu(page).click()
  // what the menu asks for as it opens: nothing is on its way when the session ends
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

/** By how many px the page is wider than its window. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

export const widthOf = async (box: Locator) => (await box.boundingBox())?.width

/** Answers a call with another reply than the server's, once it has done its work or instead of it. */
export const reply = (code: number, msg: string) => ({
  status: code === 500 ? 500 : 200,
  json: { code, success: code === 200, data: null, msg },
})
