// Uploads in all their states, and the rich text editor with pasted content, in the gallery (spec §2).
import type { Locator, Page } from '@playwright/test'
import { pngOf } from '#test/files.ts'
import { expectAccessible } from '../accessible.ts'
import { expect } from '../fixtures.ts'
import { openGallery, stateOf, test } from '../gallery.ts'
import { lift, nextFrame } from '../page.ts'
import * as office from './pasted-office.ts'

const png = (name: string, width = 64, height = 48) => ({ name, mimeType: 'image/png', buffer: pngOf(width, height) })

test('§2 files are dropped, pasted and chosen, show progress, and are cancelled, retried, reordered and removed', async ({
  page,
}) => {
  await openGallery(page, 'files')
  const choose = (name: string, ...files: ReturnType<typeof png>[]) =>
    stateOf(page, 'files', name).locator('input[type="file"]').setInputFiles(files)

  const first = stateOf(page, 'files', '未选文件')
  await choose('未选文件', png('一.png'), {
    name: '脚本.exe',
    mimeType: 'application/x-msdownload',
    buffer: Buffer.from('MZ'),
  })
  await expect(first.getByRole('alert')).toContainText('不支持此类文件')
  await first.getByRole('button', { name: '移除 脚本.exe' }).click()
  await expect(first.getByRole('link', { name: '一.png' })).toBeVisible()
  await give(page, first.getByRole('button', { name: '未选文件：选择文件' }), 'drop')
  await expect(first.getByRole('link', { name: 'drop.png' })).toBeVisible()
  // without focus the upload ignores the paste event
  await give(page, first.getByRole('button', { name: '未选文件：选择文件' }), 'paste')
  await first.getByRole('button', { name: '未选文件：选择文件' }).focus()
  await nextFrame(page)
  await give(page, first.getByRole('button', { name: '未选文件：选择文件' }), 'paste')
  await expect(first.getByRole('link', { name: 'paste.png' })).toBeVisible()
  const names = first.getByRole('list', { name: '已上传' }).getByRole('link')
  await expect(names).toHaveText(['一.png', 'drop.png', 'paste.png'])
  await lift(first.getByRole('button', { name: '移动 一.png' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('一.png 移到第 2 位')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(names).toHaveText(['drop.png', '一.png', 'paste.png'])
  await first.getByRole('button', { name: '移除 drop.png' }).click()
  await expect(names).toHaveText(['一.png', 'paste.png'])

  const stalled = stateOf(page, 'files', '上传中')
  await choose('上传中', png('甲.png'), png('乙.png'), png('丙.png'))
  await expect(stalled.getByRole('progressbar', { name: '甲.png 上传进度' })).toHaveAttribute('aria-valuenow', '40')
  await expect(stalled.getByText('等待中')).toHaveCount(1)
  await expectAccessible(page, { contrast: true })
  await stalled.getByRole('button', { name: '取消上传 甲.png' }).click()
  await expect(stalled.getByText('等待中')).toHaveCount(0)
  await expect(stalled.getByRole('progressbar')).toHaveCount(2)

  const failing = stateOf(page, 'files', '失败一次')
  await choose('失败一次', png('断.png'))
  await expect(failing.getByRole('alert')).toHaveText('网络连接失败，请检查网络后重试')
  await failing.getByRole('button', { name: '重新上传 断.png' }).click()
  await expect(failing.getByRole('link', { name: '断.png' })).toBeVisible()
  await expect(stateOf(page, 'files', '已满').getByRole('button', { name: '已满：选择文件' })).toBeDisabled()
  await expect(stateOf(page, 'files', '文件禁用').getByRole('button')).toHaveCount(0)

  await openGallery(page, 'image')
  const single = stateOf(page, 'image', '未选图片')
  await single.locator('input[type="file"]').setInputFiles(png('封面.png'))
  await expect(single.getByRole('img', { name: '封面.png' })).toBeVisible()
  await single.getByRole('button', { name: '移除 封面.png' }).click()
  await expect(single.getByRole('button', { name: '未选图片：选择图片' })).toBeVisible()
  await expectAccessible(page, { contrast: true })
})

/** Drops or pastes a picture on an element. */
async function give(page: Page, target: ReturnType<Page['locator']>, how: 'drop' | 'paste'): Promise<void> {
  const bytes = pngOf(8, 8).toString('base64')
  const data = await page.evaluateHandle(
    ([base64, name]) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      transfer.items.add(new File([content], `${name}.png`, { type: 'image/png' }))
      return transfer
    },
    [bytes, how] as const,
  )
  await target.evaluate(
    (element, [kind, transfer]) => {
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
    },
    [how, data] as const,
  )
}

const pasteHtml = (target: ReturnType<Page['locator']>, html: string) =>
  target.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

/** Clipboard HTML of Word 2021, shortened. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head>
<body lang=ZH-CN><!--StartFragment-->
<p class=MsoNormal align=center style='text-align:center'><b><span lang=EN-US style='font-family:宋体;color:red'>周报</span></b><o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-22pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7pt "Times New Roman"'>&nbsp;</span></span><![endif]>供应</p>
<p class=MsoListParagraph style='text-indent:-22pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>a)<span>&nbsp;</span></span><![endif]>检修</p>
<p class=MsoListParagraph style='text-indent:-22pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>需求</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'>
<td width=200 colspan=2 style='width:150pt;border:solid windowtext 1pt'><p class=MsoNormal><span style='mso-fareast-font-family:宋体'>价格</span></p></td></tr>
<tr><td align=right style='text-align:right'>8450</td><td><span style='font-weight:bold'>元/吨</span></td></tr></table>
<img src="file:///C:/a.png"><script>alert(1)</script><!--EndFragment--></body></html>`

/** Clipboard HTML of Excel, shortened; the clipboard also holds a picture of the same cells. */
const fromExcel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet>
<style>.xl65{font-weight:700;mso-number-format:"\\@";color:red}</style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=216 style='border-collapse:collapse;width:162pt'><!--StartFragment-->
<colgroup><col width=144 style='mso-width-source:userset;width:108pt'><col width=72 span=2 style='width:54pt'></colgroup>
<tr height=19 style='height:14.4pt'><td height=19 class=xl65 width=144 style='height:14.4pt;width:108pt'>品名</td>
<td colspan=2 class=xl66 style='mso-ignore:colspan'>价格</td></tr>
<tr height=19><td height=19 class=xl65 onclick="alert(1)">聚乙烯</td><td class=xl67 align=right x:num="8450">8,450</td>
<td style='text-align:center'>=HYPERLINK("http://evil")</td></tr><!--EndFragment--></table></body></html>`

test('§2 cells of a spreadsheet are pasted as a table, without styles and without the picture beside them', async ({
  page,
}) => {
  await openGallery(page, 'richText')
  const state = stateOf(page, 'richText', '空')
  const text = state.getByRole('textbox', { name: '正文', exact: true })
  await text.click()
  await expect(text).toBeFocused()
  await text.evaluate(
    (element, [html, base64]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', '品名\t价格')
      const content = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      clipboardData.items.add(new File([content], 'image.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [fromExcel, pngOf(8, 8).toString('base64')] as const,
  )
  await expect(text.getByRole('row')).toHaveText(['品名价格', '聚乙烯8,450=HYPERLINK("http://evil")'])
  // the editor emits its value after rendering
  await expect(state.locator('output')).toContainText('HYPERLINK')
  const html = JSON.parse((await state.locator('output').textContent()) ?? '""') as string
  expect(html).toContain(
    '<td width="144"><p><strong><span class="rt-red">品名</span></strong></p></td><td colspan="2"><p>价格</p></td>',
  )
  expect(html).toContain('<td><p class="rt-right">8,450</p></td><td><p class="rt-center">=HYPERLINK')
  expect(html).not.toMatch(/mso|style=|xl6|x:num|onclick|<col\b|<img/i)
  await expect(state.getByText(/正在上传/)).toHaveCount(0)
})

test('articles.md "Editor": content pasted from Word, Excel and WPS is cleaned; the limit is 5 MB', async ({
  page,
}) => {
  await openGallery(page, 'richText')
  const state = stateOf(page, 'richText', '空')
  const text = state.getByRole('textbox', { name: '正文', exact: true })
  const html = async () => JSON.parse((await state.locator('output').textContent()) ?? '""') as string
  await text.click()
  await expect(text).toBeFocused()
  await pasteHtml(text, office.fromWord)
  await expect.poll(html).toContain(office.wordClean)
  expect(await html()).not.toMatch(/<img|隐藏|批注|三十|mso|file:|data:/i)
  await expect(page.getByText('有 2 张图片没有粘贴进来')).toBeVisible()
  await page.keyboard.press('Control+a')
  await pasteHtml(text, office.fromExcel)
  await expect.poll(html).toContain(office.excelClean)
  expect(await html()).not.toMatch(/隐藏|onclick|xl6/i)
  await page.keyboard.press('Control+a')
  await pasteHtml(text, office.fromWps)
  await expect.poll(html).toContain(office.wpsClean)
  const before = await html()
  await page.keyboard.press('Control+a')
  await pasteHtml(text, `<p>${'长'.repeat(5_000_000)}</p>`)
  await expect(page.getByText('粘贴的内容超过 5 MB')).toBeVisible()
  expect(await html()).toBe(before)
})

test('articles.md "Editor": pictures whose content is on the clipboard are uploaded, each at its place', async ({
  page,
}) => {
  await openGallery(page, 'richText')
  const state = stateOf(page, 'richText', '空')
  const text = state.getByRole('textbox', { name: '正文', exact: true })
  const html = async () => JSON.parse((await state.locator('output').textContent()) ?? '""') as string
  await text.click()
  await expect(text).toBeFocused()
  const picture = `<img src="data:image/png;base64,${pngOf(8, 8).toString('base64')}">`
  const wrong = '<img src="data:image/png;base64,A">'
  await pasteHtml(text, `<p>上图</p>${picture}<p>下图${wrong}</p><img src="data:image/svg+xml;base64,PHN2Zz4=">`)
  await expect.poll(html).toMatch(/<p>上图<\/p>.*<img [^>]*data-file-id="\d+".*<p>下图<\/p>/)
  expect(await html()).not.toMatch(/data:|[\ue000\ue001]/)
  await expect(page.getByText('有一张图片的内容不正确')).toBeVisible()
  await expect(page.getByText('有 1 张图片没有粘贴进来')).toBeVisible()
})

test('§2 a text is written and formatted by the keyboard and the toolbar; Word’s table and lists are cleaned, pictures are stored by id', async ({
  page,
}) => {
  await openGallery(page, 'richText')
  const state = stateOf(page, 'richText', '空')
  const text = state.getByRole('textbox', { name: '正文', exact: true })
  const html = async () => JSON.parse((await state.locator('output').textContent()) ?? '""') as string
  await text.click()
  await expect(text).toBeFocused()
  await nextFrame(page)
  await page.keyboard.type('价格 LLDPE')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+Shift+e')
  await expect(state.getByRole('button', { name: '加粗' })).toHaveAttribute('aria-pressed', 'true')
  await state.getByRole('button', { name: '文字颜色' }).click()
  await page.getByRole('menuitem', { name: '红色' }).click()
  await expect.poll(html).toBe('<p class="rt-center"><strong><span class="rt-red">价格 LLDPE</span></strong></p>')
  await expect(state.getByText('3 字')).toBeVisible()
  await state.getByRole('button', { name: '撤销' }).click()
  await expect.poll(html).toBe('<p class="rt-center"><strong>价格 LLDPE</strong></p>')

  await text.click()
  await expect(text).toBeFocused()
  // the editor applies the click's selection a frame later
  await nextFrame(page)
  await page.keyboard.press('Control+a')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('价格 LLDPE')
  await nextFrame(page)
  await pasteHtml(text, fromWord)
  const clean =
    '<p class="rt-center"><strong><span class="rt-red">周报</span></strong></p><ol><li><p>供应</p><ol><li><p>检修</p></li></ol></li><li><p>需求</p></li></ol>' +
    '<table><tbody><tr><td colspan="2"><p>价格</p></td></tr><tr><td><p class="rt-right">8450</p></td><td><p><strong>元/吨</strong></p></td></tr></tbody></table>'
  await expect.poll(html).toContain(clean)
  expect(await html()).not.toMatch(/mso|style=|class="Mso|<img|script/i)

  await text.getByText('8450').click()
  await state.getByRole('button', { name: '表格' }).click()
  await page.getByRole('menuitem', { name: '下方插入行' }).click()
  await expect(text.getByRole('row')).toHaveCount(3)
  // the menu gives the focus back a frame later
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+End')
  await give(page, text, 'paste')
  await expect(text.getByRole('img', { name: 'paste' })).toBeVisible()
  await expect.poll(html).toMatch(/<img data-file-id="\d+" src="blob:[^"]+" alt="paste">/)

  await state.getByRole('button', { name: '链接' }).click()
  const address = page.getByRole('textbox', { name: '链接地址' })
  await address.fill('javascript:alert(1)')
  await expect(page.getByRole('button', { name: '确定' })).toBeDisabled()
  await address.fill('example.com')
  // the popover renders changes only after its opening animation
  await expect(page.getByRole('button', { name: '确定' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(address).toBeHidden()
  await expect.poll(html).toContain('href="https://example.com/"')

  const toolbar = state.getByRole('toolbar')
  await toolbar.getByRole('button', { name: '斜体' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(toolbar.getByRole('button', { name: '下划线' })).toBeFocused()
  await expect(stateOf(page, 'richText', '正文禁用').getByRole('toolbar')).toHaveCount(0)
  await expect(stateOf(page, 'richText', '正文禁用').getByRole('textbox')).toHaveAttribute('contenteditable', 'false')
  await expect(stateOf(page, 'richText', '阅读').getByRole('link', { name: '周报' })).toBeVisible()
  await expectAccessible(page, { contrast: true })
})

test('§2 columns of a text’s table are resized by their edge and by the menu, pictures take a part of the width, and readers see the same', async ({
  page,
}) => {
  await openGallery(page, 'richText')
  const state = stateOf(page, 'richText', '已有正文')
  const reader = stateOf(page, 'richText', '阅读')
  const text = state.getByRole('textbox', { name: '已有正文', exact: true })
  const html = async () => JSON.parse((await state.locator('output').textContent()) ?? '""') as string
  const widthOf = (within: Locator, name: string) =>
    within
      .locator('th')
      .filter({ hasText: name })
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().width))
  const act = async (name: string) => {
    await state.getByRole('button', { name: '表格' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page.locator('.ant-dropdown:visible')).toHaveCount(0)
  }
  // a picture that is still loading shifts what is below it
  await expect
    .poll(() =>
      page.locator('#richText img').evaluateAll((all) => all.every((img) => (img as HTMLImageElement).complete)),
    )
    .toBe(true)
  const offBy = async (within: Locator, name: string, px: number) => Math.abs((await widthOf(within, name)) - px)
  for (const [name, px] of [
    ['市场', 160],
    ['本周', 120],
    ['涨跌', 100],
  ] as const) {
    for (const each of [text, reader]) await expect.poll(() => offBy(each, name, px)).toBeLessThanOrEqual(2)
  }

  const cell = text.locator('th').filter({ hasText: '市场' })
  await cell.scrollIntoViewIfNeeded()
  const box = await cell.boundingBox()
  if (!box) throw new Error('no cell')
  const edge = { x: box.x + box.width - 2, y: box.y + box.height / 2 }
  await page.mouse.move(edge.x - 20, edge.y)
  await page.mouse.move(edge.x, edge.y)
  await expect(text.locator('.column-resize-handle').first()).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(edge.x + 60, edge.y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(html).toMatch(/<th[^>]* width="2[12]\d"><p>市场/)
  await expect.poll(() => offBy(text, '市场', 220)).toBeLessThanOrEqual(4)

  await text.getByText('-60').click()
  await act('加宽列')
  await expect.poll(html).toMatch(/ width="140"><p>涨跌/)
  await act('缩窄列')
  await act('缩窄列')
  await act('缩窄列')
  // the minimum width of a column
  await expect.poll(html).toMatch(/ width="48"><p>涨跌/)
  await act('自动列宽')
  await expect.poll(html).toMatch(/<th[^>]*><p>涨跌/)
  await expect.poll(html).not.toMatch(/width="\d+"><p[^>]*>(?:涨跌|-60|-40)/)

  const picture = text.getByRole('img', { name: '走势图' })
  const partOf = () =>
    picture.evaluate((img) => Math.round((100 * img.clientWidth) / ((img.parentElement?.clientWidth ?? 0) - 32)))
  await expect.poll(partOf).toBe(50)
  await picture.click()
  await state.getByRole('button', { name: '图片设置' }).click()
  // checked once the text has the width, which `check` does not wait for
  const quarter = page.getByRole('radio', { name: '25%' })
  await quarter.click()
  await expect(quarter).toBeChecked()
  await expect.poll(html).toMatch(/<img[^>]*class="rt-w25"/)
  await expect.poll(partOf).toBe(25)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: '替代文字' }).fill('四周走势')
  await page.keyboard.press('Escape')
  await expect.poll(html).toMatch(/<img[^>]*alt="四周走势"/)
  expect(await html()).not.toContain('style=')

  // of pasted widths only valid ones are kept, in px
  const empty = stateOf(page, 'richText', '空')
  const pasted = empty.getByRole('textbox', { name: '正文', exact: true })
  await pasted.click()
  await expect(pasted).toBeFocused()
  await pasted.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      `<table width=900 style="width:900px"><tr><td width=99999>甲</td><td style="width:90pt">乙</td><td width="50%">丙</td>
      <td width=64 style="width:calc(9px)">丁</td><td width="60;x">戊</td></tr></table>`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(empty.locator('output')).toContainText('戊')
  const pastedHtml = JSON.parse((await empty.locator('output').textContent()) ?? '""') as string
  expect(pastedHtml.match(/<td[^>]*>/g)).toEqual(['<td>', '<td width="120">', '<td>', '<td>', '<td>'])
})
