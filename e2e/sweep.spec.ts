// Opens every entry of pages.ts: as an administrator it renders, keeps the console clean, is reached by keys, and axe finds
// nothing serious in it, in the first dialog of its toolbar and in its advanced search.
// Pages of one screen, as of the sub-products, are all opened, and the first of them is looked at by axe.
import type { Page } from '@playwright/test'
import { pages } from '../web/pages.ts'
import { expectAccessible } from './accessible.ts'
import { enter, expect, query, test } from './fixtures.ts'
import { act, dialog, goTo, shown } from './page.ts'
import { settled } from './settled.ts'

/** One page load for so many pages; enough parts for the workers to share. */
const PAGES_A_TEST = 12

const paths = Object.keys(pages).filter((path) => path !== '/login')
const parts = Array.from({ length: Math.ceil(paths.length / PAGES_A_TEST) }, (_, part) =>
  paths.slice(part * PAGES_A_TEST, (part + 1) * PAGES_A_TEST),
)

const firstOfScreen = new Set(
  new Map(
    Object.entries(pages)
      .toReversed()
      .map(([path, { load }]) => [String(load), path]),
  ).values(),
)

/** A record for each page that shows one. */
const records = `select path, id::text from (values
  ('/userControl/editAccount', (select id from users where user_name = 'editor')),
  ('/system/editAnnoucement', (select min(id) from announcements)),
  ('/userControl/customerManagement/customerList/editCustomer', (select min(id) from enterprises)),
  ('/userControl/customerManagement/customerList/grantMatrix', (select min(id) from enterprises)),
  ('/application/bigData/systemLog/thirdPower/editForm', (select min(id) from third_powers)),
  ('/application/officialWebsite/quickAuthorization/editForm',
    (select min(id) from grant_presets where sub_product = 'officialWebsite')),
  ('/application/oilGas/quickAuthorization/editForm', (select min(id) from grant_presets where sub_product = 'oilGas')),
  ('/application/appApplicationManagement/orderManagement/moduleHistory', (select min(id) from orders)),
  ('/application/embedManager/partner/edit', (select min(id) from partners)),
  ('/data/priceService/quoteItem/edit', (select min(id) from quote_items)),
  ('/data/goodsManage/goodsProcessVariable/edit', (select min(id) from processes)),
  ('/application/gangtie/price/priceDiffAdd/edit', (select min(id) from difference_tables)),
  ('/data/priceService/series/edit', (select min(id) from series)),
  ('/data/actciles/editDetail', (select min(id) from articles where edition = 'zh')),
  ('/data/actciles/editDetailEnglish', (select min(id) from articles where edition = 'en')),
  ('/data/actciles/template/edit', (select min(id) from article_templates)),
  ('/application/bigData/emailPushReport/add', (select min(id) from pushes where kind = 'report' and state = 'draft')),
  ('/application/bigData/emailPushReport/details', (select min(id) from pushes where kind = 'report')),
  ('/application/officialWebsite/user/emailPushTransactionPrice/add',
    (select min(id) from pushes where kind = 'price' and state = 'draft')),
  ('/application/officialWebsite/user/emailPushTransactionPrice/details', (select min(id) from pushes where kind = 'price')),
  ('/dataMonitoring/templateManagement/templates/edit', (select min(id) from monitoring_rules where kind <> 'article')),
  ('/dataMonitoring/templateManagement/articleSettings/edit',
    (select min(id) from monitoring_rules where kind = 'article')),
  ('/application/embedManager/permission/permissionEdit', (select min(id) from permission_sets))
) as records(path, id)`

/** What keys reach, and antd's own signs in its fields, in whose place a field has Backspace. */
const REACHED =
  'a[href], button, input, select, textarea, summary, label, [tabindex], [contenteditable="true"], .ant-select-selection-item-remove'

/** What is pressed somewhere in the page and has nothing that keys would reach: React tells what answers to a press. */
const onlyPressed = (page: Page) =>
  page.evaluate((reached) => {
    const answers = (element: Element) =>
      Object.entries(element).some(([name, props]) => name.startsWith('__reactProps') && props?.onClick !== undefined)
    const isReached = (element: Element) => element.closest(reached) !== null || element.querySelector(reached) !== null
    return [...document.body.querySelectorAll('*')]
      .filter((element) => answers(element) && element.checkVisibility() && !isReached(element))
      .map((element) => element.outerHTML.slice(0, 200))
  }, REACHED)

const addressOf = (path: string, id = '1') =>
  `${path.replace('/*', '/home/index').replace(/:\w+/g, '1')}${pages[path]?.perRecord ? `?id=${id}` : ''}`

const FRONT = '.page-slot:not([data-asleep])'

async function expectWhole(page: Page, path: string, id?: string): Promise<void> {
  const entry = pages[path]
  if (!entry?.noTab && path !== '/home' && !path.includes(':')) {
    const key = entry?.perRecord ? `${path}?${entry.perRecord}=${id}` : path
    await expect(page.locator(`${FRONT} > .page-box`)).toHaveAttribute('data-page', key)
  }
  await settled(page)
  await expect(page.getByRole('main').first()).not.toBeEmpty()
  await expect(page.locator(FRONT).locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
  await expect(page.getByText('页面出错')).toHaveCount(0)
  expect(await onlyPressed(page), 'every act works from the keyboard alone').toEqual([])
}

/** The advanced search and the dialog of the first act that adds something, where the page has them. */
async function openWhatItHas(page: Page): Promise<void> {
  const advanced = act(shown(page), '高级搜索')
  if (await advanced.isVisible()) {
    await advanced.click()
    await expect(act(shown(page), '普通搜索')).toBeVisible()
    await expectAccessible(page, { within: [FRONT] })
  }
  // not those of a row: what they do depends on the row, and on what other tests have made of it
  const adding = shown(page)
    .locator('button:not(.row-actions button)')
    .filter({ hasText: /^新\s*增/ })
    .first()
  if (!(await adding.isVisible())) return
  const before = page.url()
  await adding.click()
  await expect.poll(async () => page.url() !== before || (await dialog(page).isVisible())).toBe(true)
  if (page.url() !== before) return // a page of its own, which the sweep opens by itself
  await expectAccessible(page, { within: ['.ant-modal-wrap, .ant-drawer'] })
  expect(await onlyPressed(page), 'every act of the dialog works from the keyboard alone').toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

for (const [part, some] of parts.entries()) {
  test(`every page opens, ${part + 1} of ${parts.length}`, async ({ page }) => {
    const ids = new Map((await query<{ path: string; id: string }>(records)).map(({ path, id }) => [path, id]))
    for (const [at, path] of some.entries()) {
      await test.step(path, async () => {
        const id = ids.get(path)
        expect(Boolean(id), 'a page of one record is opened with one').toBe(pages[path]?.perRecord !== undefined)
        if (at === 0) await enter(page, 'admin', addressOf(path, id))
        else await goTo(page, addressOf(path, id))
        await expectWhole(page, path, id)
        if (!firstOfScreen.has(path)) return
        await expectAccessible(page, { contrast: true })
        await openWhatItHas(page)
      })
    }
  })
}
