// /myiframe (spec §2): allowed addresses are embedded, all others refused, by the page and by the browser's CSP. Which
// addresses are on the list has unit tests in web/shell/pages/frame.rules.test.ts.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, FIRST, FRAME_SITE, test } from '../fixtures.ts'
import { startSite } from '../frame-site.ts'
import { active, elapse, goTo, mounted, nextFrame, shown, tab, tabs } from '../page.ts'

test('§2 /myiframe embeds an allowed page, by name or address, and keeps it when tabs are switched', async ({
  page,
}) => {
  await addPerson('frames.opens', 'reviewer')
  await enter(page, 'frames.opens', '/myiframe/report')
  const frame = page.frameLocator('iframe[title="report"]')
  await expect(frame.getByRole('heading', { name: '外部报表' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-top-navigation)/)
  await expect(page.locator('iframe')).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect(shown(page).getByRole('link', { name: '在新窗口打开' })).toHaveAttribute('href', `${FRAME_SITE()}/board`)
  await expect(shown(page).getByRole('status')).toHaveCount(0)
  await expectAccessible(page, { within: ['main'] })

  await frame.getByRole('heading').evaluate((element) => element.setAttribute('data-kept', ''))
  await tab(page, '首页').getByRole('link').click()
  await expect(page.locator('iframe:visible')).toHaveCount(0)
  await tab(page, '外部页面').getByRole('link').click()
  await expect(frame.locator('[data-kept]')).toBeVisible()
  await shown(page).getByRole('button', { name: '重新加载' }).click()
  await expect(frame.getByRole('heading', { name: '外部报表' })).toBeVisible()
  await expect(frame.locator('[data-kept]')).toHaveCount(0)

  await goTo(page, `/myiframe/${encodeURIComponent(`${FRAME_SITE()}/board/7?day=1`)}`)
  await expect(tabs(page)).toHaveCount(3)
  await expect(shown(page).locator('iframe')).toHaveAttribute('src', `${FRAME_SITE()}/board/7?day=1`)
  await expect(mounted(page).locator('iframe')).toHaveCount(2)

  await test.step('§2 /myiframe offers reload and a new window when a page does not load', async () => {
    await page.route(`${FRAME_SITE()}/**`, () => undefined)
    await goTo(page, `/myiframe/${encodeURIComponent(`${FRAME_SITE()}/board/8`)}`)
    await expect(shown(page).locator('iframe')).toHaveAttribute('src', `${FRAME_SITE()}/board/8`)
    // the frame's timeout starts one task after rendering
    await nextFrame(page)
    await elapse(page, 15_000)
    await expect(shown(page).getByRole('status')).toContainText('可以重新加载，或在新窗口打开')
  })
})

test('§2 /myiframe refuses addresses that are not on the list, with one button to go on', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Content Security Policy|frame-src/)
  await addPerson('frames.refuses', 'reviewer')
  const off = await startSite('不该打开')
  await enter(page, 'frames.refuses')
  await expect(active(page)).toHaveText('首页')

  await test.step('§2 the browser itself embeds nothing that is not on the list', async () => {
    const policy = (await page.request.get(`${FIRST()}/backend/home`)).headers()['content-security-policy']
    expect(policy).toContain(`frame-src 'self' ${FRAME_SITE()};`)
    /** Injects a frame like a malicious script. @returns the violated CSP directive, or `loaded` */
    const embed = (src: string) =>
      page.evaluate(
        (address) =>
          new Promise<string>((resolve) => {
            document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), {
              once: true,
            })
            const frame = document.createElement('iframe')
            frame.addEventListener('load', () => setTimeout(() => resolve('loaded'), 100))
            frame.src = address
            document.body.append(frame)
          }),
        src,
      )
    expect(await embed(`${off.origin}/board`)).toBe('frame-src')
    expect(await embed('data:text/html,<h1>x</h1>')).toBe('frame-src')
    expect(off.visits).toEqual([])
    expect(await embed(`${FRAME_SITE()}/board`)).toBe('loaded')
  })

  const refused = [
    'nothing',
    'javascript:alert(document.domain)',
    `${off.origin}/board`,
    `${FRAME_SITE()}@${new URL(off.origin).host}/board`,
  ]
  for (const [at, path] of refused.entries()) {
    await goTo(page, `/myiframe/${encodeURIComponent(path)}`)
    // every refused address opens a tab of its own with the same text
    await expect(tabs(page)).toHaveCount(at + 2)
    await expect(shown(page)).toHaveCount(1)
    await expect(shown(page).getByRole('heading', { name: '不能打开这个外部页面' })).toBeVisible()
    await expect(shown(page).locator('iframe')).toHaveCount(0)
  }
  await expectAccessible(page, { within: ['main'] })
  await expect(shown(page).getByRole('button')).toHaveCount(1)
  await shown(page).getByRole('button', { name: '返回首页' }).click()
  await expect(active(page)).toHaveText('首页')
  expect(off.visits).toEqual([])
  off.close()
})
