// Unsaved input survives a crash of the browser.
import { addPerson, enter, expect, FIRST, test } from '../fixtures.ts'
import { button, elapse, field, shown } from '../page.ts'

const ADD = '/data/actciles/addDetail'

test('issue 18: unsaved input is offered again after the browser crashed', async ({ page }) => {
  await addPerson('types.crash', 'newsEditor')
  await enter(page, 'types.crash', ADD)
  await field(shown(page), '标题').fill('崩溃之前的标题')
  await shown(page).getByRole('textbox', { name: '正文' }).click()
  await page.keyboard.insertText('尚未保存的正文')
  await elapse(page, 600)
  const context = page.context()
  const devtools = await context.newCDPSession(page)
  const died = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await died

  const again = await context.newPage()
  await again.goto(`${FIRST()}/backend${ADD}`)
  await button(shown(again), '恢复').click()
  await expect(field(shown(again), '标题')).toHaveValue('崩溃之前的标题')
  await expect(shown(again).getByRole('textbox', { name: '正文' })).toContainText('尚未保存的正文')
})
