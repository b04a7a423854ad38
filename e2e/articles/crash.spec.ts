// Unsaved input survives a crash of the browser.

import type { Page } from '@playwright/test'
import { addPerson, enter, expect, FIRST, test } from '../fixtures.ts'
import { act, answer, button, dialog, elapse, field, shown } from '../page.ts'

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

async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const died = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await died
}

test('experience.md "Nothing typed is ever lost": two new articles in two tabs are two drafts, also after a crash', async ({
  page,
}) => {
  const context = page.context()
  const write = async (tab: Page, title: string, text: string) => {
    await field(shown(tab), '标题').fill(title)
    await shown(tab).getByRole('textbox', { name: '正文' }).click()
    await tab.keyboard.insertText(text)
    await elapse(tab, 600)
  }
  const offers = (tab: Page) => shown(tab).getByRole('listitem').filter({ hasText: '尚未保存' })
  const open = async () => {
    const tab = await context.newPage()
    await tab.goto(`${FIRST()}/backend${ADD}`)
    await expect(field(shown(tab), '标题')).toBeVisible()
    return tab
  }
  await addPerson('types.twice', 'newsEditor')
  await enter(page, 'types.twice', ADD)
  await write(page, '第一篇快讯', '第一篇的正文')
  const second = await open()
  // what the first tab is writing is no draft to recover
  await expect(offers(second)).toHaveCount(0)
  await write(second, '第二篇快讯', '第二篇的正文')
  await crash(page)
  // one process may have drawn both
  await crash(second).catch(() => undefined)

  const again = await open()
  await expect(offers(again)).toHaveCount(2)
  await field(shown(again), '标题').fill('先写了别的')
  // nothing is overwritten before the person has chosen, and what is typed by now is not lost unasked
  await button(offers(again).filter({ hasText: '第一篇快讯' }), '恢复').click()
  await answer(dialog(again, '恢复这份草稿？'), /^恢\s?复$/)
  await expect(field(shown(again), '标题')).toHaveValue('第一篇快讯')
  await expect(offers(again)).toHaveText([/第二篇快讯/])
  const other = await open()
  await expect(offers(other)).toHaveText([/第二篇快讯/])
  await act(shown(again), '保存').click()
  await expect(again).toHaveURL(/editDetail\?id=/)
  await expect(offers(other)).toHaveText([/第二篇快讯/])
  await button(offers(other), '恢复').click()
  await expect(field(shown(other), '标题')).toHaveValue('第二篇快讯')
  await expect(shown(other).getByRole('textbox', { name: '正文' })).toContainText('第二篇的正文')
  await expect(shown(again).getByRole('textbox', { name: '正文' })).toContainText('第一篇的正文')
})
