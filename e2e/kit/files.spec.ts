// The own avatar. Other uploads and the rich text editor are tested in gallery-files.spec.ts.
import { pngOf } from '#test/files.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, test } from '../fixtures.ts'
import { button, dialog, personMenu } from '../page.ts'

test('§2 a person sets their own picture: chosen, cropped by keyboard, shown in the top bar, removed', async ({
  page,
}) => {
  await addPerson('filesavatar')
  await enter(page, 'filesavatar')
  const menu = personMenu(page)
  const bar = menu.locator('.user-avatar img')
  await menu.click()
  await button(page, '更换头像').click()
  const cutting = dialog(page, '头像')
  await expect(cutting.getByText('PNG、JPG 或 WebP，不超过 10 MB')).toBeVisible()

  await cutting
    .locator('input[type="file"]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(cutting.getByRole('alert')).toHaveText('图片无法打开，请换一张')

  await cutting
    .locator('input[type="file"]')
    .setInputFiles({ name: '宽图.png', mimeType: 'image/png', buffer: pngOf(400, 200) })
  const frame = cutting.getByRole('application', { name: /裁剪头像/ })
  const picture = cutting.locator('.avatar-frame img')
  await frame.focus()
  await expect(frame).toBeFocused()
  const before = await picture.boundingBox()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
  // the picture always covers the crop frame, however far it is moved
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowLeft')
  const [outer, inner] = [await frame.boundingBox(), await picture.boundingBox()]
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeCloseTo((outer?.x ?? 0) + (outer?.width ?? 0), 0)
  await expect(cutting.getByRole('slider', { name: '缩放' })).toHaveAttribute('aria-valuenow', '1.1')
  await expectAccessible(page, { within: ['.ant-modal'] })

  await frame.hover()
  await page.mouse.wheel(0, -100)
  await expect(cutting.getByRole('slider', { name: '缩放' })).toHaveAttribute('aria-valuenow', '1.2')
  const still = await picture.boundingBox()
  await page.mouse.down()
  await page.mouse.move((outer?.x ?? 0) + 200, (outer?.y ?? 0) + 140, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await picture.boundingBox())?.x).toBeCloseTo((still?.x ?? 0) + 60, 0)

  await button(cutting, '保存头像').click()
  await expect(cutting).toBeHidden()
  await expect(bar).toHaveAttribute('src', /^\/api\/backend\/file\/\d+\?user=/)
  expect(await bar.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(256)

  await menu.click()
  await button(page, '更换头像').click()
  await button(cutting, '移除头像').click()
  await expect(cutting).toBeHidden()
  await expect(bar).toHaveCount(0)
})
