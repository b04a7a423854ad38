// Charts and background jobs in the gallery: lazy drawing, text and table alternatives, download as a picture.
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { openGallery, stateOf } from '../gallery.ts'

const ENGINE = /chart-engine/
const canvasOf = (state: Locator) => state.locator('canvas')

/** Number of colours among sampled pixels; 1 for an empty canvas. */
const coloursOn = (canvas: Locator) =>
  canvas.evaluate((node) => {
    const { width, height } = node as HTMLCanvasElement
    const { data } = (node as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += 4 * 7) colours.add([...data.slice(at, at + 4)].join())
    return colours.size
  })
const drawn = (canvas: Locator) => expect.poll(() => coloursOn(canvas)).toBeGreaterThan(3)

test('a chart is drawn, follows mode and size, and is a table and a picture as well', async ({ page }) => {
  const engines: string[] = []
  page.on('request', (request) => ENGINE.test(request.url()) && engines.push(request.url()))
  await openGallery(page, 'job')
  await expectAccessible(page)
  await expect(stateOf(page, 'job', '执行中').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '24')
  expect(engines).toEqual([])

  await openGallery(page, 'chart')
  for (const name of [
    '折线图',
    '折线图：七百天',
    '柱状图',
    '柱状图：堆积',
    '柱状图：涨跌',
    '饼图',
    '仪表图',
    '含标记的名称',
  ]) {
    await drawn(canvasOf(stateOf(page, 'chart', name)))
  }
  expect(engines).toHaveLength(1)
  const line = stateOf(page, 'chart', '折线图')
  await expect(
    line.getByRole('img', { name: /^电解铜价格，折线图，日期 2026-10-22 至 2026-11-20，共 30 项：上海 最低/ }),
  ).toBeVisible()
  await expect(stateOf(page, 'chart', '没有数据').locator('.ant-empty-description')).toHaveText('暂无数据')
  await expectAccessible(page)

  // tooltips show user text as text: no element but the canvas is added
  const marked = stateOf(page, 'chart', '含标记的名称')
  await canvasOf(marked).hover()
  await expect(marked.locator('.chart-canvas img, .chart-canvas script, .chart-canvas b')).toHaveCount(0)

  const looks = () => canvasOf(line).evaluate((node) => (node as HTMLCanvasElement).toDataURL())
  const light = await looks()
  const setTheme = (theme: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
  await setTheme('dark')
  await expect.poll(looks).not.toBe(light)
  await setTheme('light')
  await expect.poll(looks).toBe(light)
  const width = () => canvasOf(line).evaluate((node) => (node as HTMLElement).offsetWidth)
  const before = await width()
  await page.setViewportSize({ width: 1_100, height: 900 })
  await expect.poll(width).not.toBe(before)

  const download = page.waitForEvent('download')
  await line.getByRole('button', { name: '下载图片' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('电解铜价格.png')
  const png = await readFile(await file.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_920, 1_080])

  await line.getByText('表格', { exact: true }).click()
  const table = line.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('columnheader')).toHaveText(['日期', '上海（元/吨）', '广东（元/吨）', '天津（元/吨）'])
  await expect(table.getByRole('row').nth(10)).toContainText('—')
  await expectAccessible(page)
  await line.getByText('图表', { exact: true }).click()
  await drawn(canvasOf(line))
})

test('a failed load of the chart engine or of its data can be retried', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await page.route(ENGINE, (route) => route.abort())
  await openGallery(page, 'chart')
  const bars = stateOf(page, 'chart', '柱状图')
  await expect(bars.getByRole('alert')).toContainText('加载失败')
  await page.unroute(ENGINE)
  await bars.getByRole('button', { name: '重试' }).click()
  await drawn(canvasOf(bars))
  const failed = stateOf(page, 'chart', '加载失败一次')
  await expect(failed.getByRole('alert')).toContainText('请检查网络后重试')
  await failed.getByRole('button', { name: '重试' }).click()
  await drawn(canvasOf(failed))
})
