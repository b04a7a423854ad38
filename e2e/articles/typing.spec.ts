// The editor's text is not a form field: fresh input must still be saved, guarded, autosaved and previewed.
import type { Page } from '@playwright/test'
import { articleActs } from '#contract/articles/article-acts.ts'
import { addPerson, enter, expect, FIRST, query, test } from '../fixtures.ts'
import { act, button, dialog, elapse, field, shown, stopClock, success } from '../page.ts'

const ADD = '/data/actciles/addDetail'
const textIn = (page: Page) => shown(page).getByRole('textbox', { name: '正文' })

const stored = async (title: string) => {
  const found = await query<{ text: string }>(
    `select v.text from articles a join article_versions v on v.id = a.head_id where a.title = $1`,
    [title],
  )
  return found.map(({ text }) => text)
}

test('articles.md "Speed": a key just before Ctrl+S is saved, and one just before leaving is asked about', async ({
  page,
}) => {
  await addPerson('types.quickly', 'newsEditor')
  await enter(page, 'types.quickly', ADD)
  // a submission that failed is over: what is saved below is only saved
  const submissions: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(articleActs.zh.submit.path)) submissions.push(request.url())
  })
  await act(shown(page), '保存并提交审核').click()
  await expect(shown(page).getByText('请输入标题').first()).toBeVisible()
  await field(shown(page), '标题').fill('一键之前')
  await textIn(page).click()
  await page.keyboard.insertText('开头')
  // stops the debounce and autosave from here on
  await stopClock(page)
  await page.keyboard.insertText('，末字')
  await page.keyboard.press('Control+s')
  await expect.poll(() => stored('一键之前')).toEqual(['开头，末字'])
  await page.clock.resume()
  await expect(success(page)).toHaveText('保存成功')

  await expect(textIn(page)).toContainText('末字')
  expect(submissions).toEqual([])
  await textIn(page).click()
  await page.keyboard.press('Control+End')
  await stopClock(page)
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.dismiss()
  })
  await page.keyboard.insertText('又一字')
  await page.evaluate(() => void Promise.resolve().then(() => location.reload()))
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await page.clock.resume()
  await shown(page).getByRole('button', { name: '取消', exact: true }).click()
  await expect(dialog(page, '离开此页？')).toBeVisible()
})

test('the autosave of a text survives the page, and the discarding of an older one meanwhile', async ({ page }) => {
  await addPerson('types.drafts', 'newsEditor')
  await enter(page, 'types.drafts', ADD)
  await textIn(page).click()
  await page.keyboard.insertText('第一份')
  await elapse(page, 600)
  const context = page.context()
  const second = await context.newPage()
  // an editor that is open would not be offered
  await page.close()
  await second.clock.install()
  await second.goto(`${FIRST()}/backend${ADD}`)
  await expect(button(shown(second), '放弃')).toBeVisible()
  await textIn(second).click()
  await second.keyboard.insertText('第二份')
  await elapse(second, 600)
  await button(shown(second), '放弃').click()

  const third = await context.newPage()
  await second.close()
  await third.goto(`${FIRST()}/backend${ADD}`)
  await button(shown(third), '恢复').click()
  await expect(textIn(third)).toHaveText('第二份')
  await textIn(third).click()
  await third.keyboard.press('Control+End')
  await third.keyboard.insertText('，再写')
  await button(shown(third), '预览').click()
  await expect(dialog(third, '预览')).toContainText('第二份，再写')
})
