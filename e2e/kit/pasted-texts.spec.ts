// Text pasted from other programs: nothing that was visible is lost, or the editor says what was (articles.md "Editor").
import { expect, test } from '../fixtures.ts'
import { openGallery, stateOf } from '../gallery.ts'
import { pastedTexts } from './pasted-texts.ts'

const withoutSpace = (text: string) => text.replace(/\s/g, '')

test('articles.md "Editor": no visible character of nine programs is lost, nor superscripts and colours', async ({
  page,
}) => {
  await openGallery(page, 'richText')
  const state = stateOf(page, 'richText', '空')
  const text = state.getByRole('textbox', { name: '正文', exact: true })
  const html = async () => JSON.parse((await state.locator('output').textContent()) ?? '""') as string
  const paste = async (clipboard: string) => {
    await text.click()
    await expect(text).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await text.evaluate((element, content) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', content)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, clipboard)
  }
  for (const { from, clipboard, text: seen, html: part, said } of pastedTexts) {
    await test.step(from, async () => {
      await paste(clipboard)
      await expect.poll(html, from).toContain(part)
      expect(withoutSpace((await text.textContent()) ?? ''), from).toBe(withoutSpace(seen))
      expect(await html(), from).not.toMatch(/mso|style=|class="(?!rt-)|file:/i)
      if (said) await expect(page.locator('.ant-message-notice').filter({ hasText: said }).first(), from).toBeVisible()
    })
  }
  await expect(page.getByText(/个字没有粘贴进来/)).toHaveCount(0)

  await test.step('what the editor cannot hold is said', async () => {
    await paste(
      '<p>前</p><select><option>选项文字</option></select><audio>音频说明</audio><p>后</p><math><mi>公式</mi></math>',
    )
    const kept = withoutSpace((await text.textContent()) ?? '')
    const lost = ['选项文字', '音频说明', '公式'].filter((each) => !kept.includes(each))
    for (const each of lost) await expect(page.getByText('个字没有粘贴进来')).toContainText(each)
  })
})
