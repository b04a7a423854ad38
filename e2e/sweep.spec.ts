// Opens every entry of pages.ts as an administrator: it renders, logs nothing to the console, works by keyboard, and
// axe finds nothing serious in it, in its toolbar's first dialog and in its advanced search. Where pages share a
// screen, as those of the sub-products do, axe checks the first one only.
import type { Page } from '@playwright/test'
import { pages } from '#web/pages.ts'
import { expectAccessible } from './accessible.ts'
import { enter, expect, query, test } from './fixtures.ts'
import { act, dialog, goTo, shown } from './page.ts'
import { settled } from './settled.ts'

/** Pages per test: each test loads the console once, and there are enough tests to share among the workers. */
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

/** The id of a record for each page that needs one. */
const records = `select path, id::text from (values
  ('/userControl/editAccount', (select id from users where user_name = 'editor')),
  ('/system/editAnnoucement', (select min(id) from announcements)),
  ('/userControl/customerManagement/customerList/editCustomer', (select min(id) from enterprises)),
  ('/userControl/customerManagement/customerList/grantMatrix', (select min(id) from enterprises)),
  ('/userControl/customerManagement/customerList/enterpriseContact', (select min(id) from enterprises)),
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
  ('/application/meetingExhibition/managementMeeting/signUps', (select min(meeting_id) from meeting_sign_ups)),
  ('/application/meetingExhibition/managementMeeting/checkIn', (select min(meeting_id) from check_in_lists)),
  ('/application/meetingExhibition/managementMeeting/newsForm', (select min(id) from meetings)),
  ('/application/meetingExhibition/managementMeeting/editNewsForm', (select min(id) from meeting_news)),
  ('/application/meetingExhibition/managementMeeting/carouselForm', (select min(id) from meetings)),
  ('/application/meetingExhibition/managementMeeting/editCarouselForm', (select min(id) from meeting_images where kind = 'carousel')),
  ('/application/meetingExhibition/managementMeeting/meetingPicturesForm', (select min(id) from meetings)),
  ('/application/meetingExhibition/managementMeeting/editMeetingPicturesForm', (select min(id) from meeting_images where kind = 'picture')),
  ('/dataMonitoring/templateManagement/templates/edit', (select min(id) from monitoring_rules where kind <> 'article')),
  ('/dataMonitoring/templateManagement/articleSettings/edit',
    (select min(id) from monitoring_rules where kind = 'article')),
  ('/userControl/customerManagement/customerList/customerServiceDetails', (select min(id) from enterprises)),
  ('/application/shareArticlesOnWeChat/component/details', (select min(id) from shares)),
  ('/userControl/customerManagement/customerList/followUpRecordDetails', (select min(id) from follow_ups)),
  ('/application/aiWeb/assistant/details', (select min(id) from ai_assistants)),
  ('/application/visitingAssistants/visitRecord/detail', (select min(id) from visits where state = 'reported')),
  ('/application/visitingAssistants/enterpriseManageme/detail', (select min(id) from visit_enterprises)),
  ('/application/visitingAssistants/enterpriseManageme/editForm', (select min(id) from visit_enterprises)),
  ('/application/meetingExhibition/managementMeeting/editMeetingForm', (select min(id) from meetings)),
  ('/application/meetingExhibition/managementMeeting/previousForm', (select max(id) from meetings)),
  ('/application/aiWeb/session/details', (select min(id) from ai_sessions)),
  ('/application/embedManager/permission/permissionEdit', (select min(id) from permission_sets))
) as records(path, id)`

/** Elements reachable by keyboard; antd's remove icon counts, since Backspace does the same in its field. */
const REACHABLE =
  'a[href], button, input, select, textarea, summary, label, [tabindex], [contenteditable="true"], .ant-select-selection-item-remove'

/**
 * React gives `onclick` to each element with an `onClick`, for the sake of touch screens, and to what it draws dialogs into.
 * antd's rows have an `onClick` for tables that unfold by one, which none of ours do.
 */
const NOT_ACTS = 'tr.ant-table-row, .page-popups'

/** Elements that take a click, with nothing keyboard-reachable in or around them. Where none takes one, this check is broken. */
const pointerOnly = (page: Page) =>
  page.evaluate(
    ([reached, notActs]) => {
      const taking = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
        (element) => typeof element.onclick === 'function' && !element.matches(notActs),
      )
      const isReached = (element: Element) =>
        element.closest(reached) !== null || element.querySelector(reached) !== null
      if (taking.length === 0) return ['no element takes a click']
      return taking
        .filter((element) => element.checkVisibility() && !isReached(element))
        .map((element) => element.outerHTML.slice(0, 200))
    },
    [REACHABLE, NOT_ACTS] as const,
  )

const addressOf = (path: string, id = '1') =>
  `${path.replace('/*', '/home/index').replace(/:\w+/g, '1')}${pages[path]?.perRecord ? `?id=${id}` : ''}`

const FRONT = '.page-slot:not([data-asleep])'

async function expectRendered(page: Page, path: string, id?: string): Promise<void> {
  const entry = pages[path]
  if (!entry?.noTab && path !== '/home' && !path.includes(':')) {
    const key = entry?.perRecord ? `${path}?${entry.perRecord}=${id}` : path
    await expect(page.locator(`${FRONT} > .page-box`)).toHaveAttribute('data-page', key)
  }
  await settled(page)
  await expect(page.getByRole('main').first()).not.toBeEmpty()
  await expect(page.locator(FRONT).locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
  await expect(page.getByText('页面出错')).toHaveCount(0)
  // polled: components mount in steps, and an input may come after the element around it
  await expect.poll(() => pointerOnly(page), 'every act works from the keyboard alone').toEqual([])
}

/** Checks the page's advanced search and its first 新增 dialog, if it has them. */
async function checkSearchAndDialog(page: Page): Promise<void> {
  const advanced = act(shown(page), '高级搜索')
  if (await advanced.isVisible()) {
    await advanced.click()
    await expect(act(shown(page), '普通搜索')).toBeVisible()
    await expectAccessible(page, { within: [FRONT] })
  }
  // not the acts of a row, which depend on data that other tests change
  const adding = shown(page)
    .locator('button:not(.row-actions button)')
    .filter({ hasText: /^新\s*增/ })
    .first()
  if (!(await adding.isVisible())) return
  const before = page.url()
  await adding.click()
  await expect.poll(async () => page.url() !== before || (await dialog(page).isVisible())).toBe(true)
  if (page.url() !== before) return // the form is a page of its own, covered by the sweep
  await expectAccessible(page, { within: ['.ant-modal-wrap, .ant-drawer'] })
  expect(await pointerOnly(page), 'every act of the dialog works from the keyboard alone').toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

for (const [part, some] of parts.entries()) {
  test(`every page opens, ${part + 1} of ${parts.length}`, async ({ page }) => {
    const ids = new Map((await query<{ path: string; id: string }>(records)).map(({ path, id }) => [path, id]))
    for (const [at, path] of some.entries()) {
      await test.step(path, async () => {
        const id = ids.get(path)
        expect(Boolean(id), 'only pages of one record have one in `records`').toBe(pages[path]?.perRecord !== undefined)
        if (at === 0) await enter(page, 'admin', addressOf(path, id))
        else await goTo(page, addressOf(path, id))
        await expectRendered(page, path, id)
        if (!firstOfScreen.has(path)) return
        await expectAccessible(page, { contrast: true })
        await checkSearchAndDialog(page)
      })
    }
  })
}
