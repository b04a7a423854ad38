// Entering prices in a grid of 1,000 rows and 12 columns in a browser whose processor is slowed 4×: the script of a keystroke,
// and how long a block of 1,000 rows and 4 columns takes until it is painted.
import type { Page } from '@playwright/test'
import { SLOWDOWN } from './browser.ts'
import { inGallery } from './gallery.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

const KEY_MS = 16
const PASTE_MS = 300
const ROUNDS = sized(20, 1)
const PASTES = sized(5, 1)
const ROWS = 1_000

const grid = '[role="grid"][aria-label="一千行"]'
const firstLow = `${grid} [role="row"][aria-rowindex="2"] > [aria-colindex="5"]`

/** A figure, Tab to the next cell, a figure, Enter to the next row: as a day's prices are typed. */
const keys = [...'3500', 'Tab', ...'3600', 'Enter'] as const

async function scriptOf(page: Page): Promise<{ type: number[]; move: number[] }> {
  const devtools = await page.context().newCDPSession(page)
  // the page's own thread time, whatever else the machine does
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await devtools.send('Performance.enable')
  const script = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
  }
  const type: number[] = []
  const move: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of keys) {
      const before = await script()
      await page.keyboard.press(key)
      const ms = (await script()) - before
      if (key.length === 1) type.push(ms)
      else move.push(ms)
    }
  }
  return { type, move }
}

/** A string, as the server's types have no DOM. */
const paste = (page: Page, text: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const since = performance.now()
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)))
  })`)

/** Low, high, average, and a value in the change column, which cannot be edited. */
const block = Array.from({ length: ROWS }, (_, at) => [3_400 + at, 3_460 + at, 3_430 + at, 0].join('\t')).join('\n')

async function pasteOf(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < PASTES; round += 1) {
    await page.locator(firstLow).click()
    times.push(await paste(page, block))
    await page.keyboard.press('Control+z')
  }
  return times
}

export async function measureGrid(): Promise<Row[]> {
  const { type, move, pasted } = await inGallery('grid', grid, async (page) => {
    // a page has one grid, the gallery one for each state
    await page.evaluate(`for (const each of document.querySelectorAll('.gallery-state'))
      if (!each.querySelector('${grid}')) each.style.display = 'none'`)
    await page.locator(firstLow).click()
    const { type, move } = await scriptOf(page)
    return { type, move, pasted: await pasteOf(page) }
  })
  const row = (what: string, times: readonly number[], most: number, against: string): Row => ({
    what: `${what}，处理器放慢 ${SLOWDOWN} 倍`,
    figure: `${median([...times]).toFixed(1)} ms`,
    against,
    ratio: factor(median([...times]) / most),
    toReach: `≤ ${most} ms`,
    isReached: median([...times]) <= most,
    why: '时间是绝对值，机器繁忙时成倍变慢',
  })
  const longest = (times: readonly number[]) => `${times.length} 次，最长 ${Math.max(...times).toFixed(1)} ms`
  return [
    row('1,000 行 × 12 列的录价表格，键入一个字符的脚本', type, KEY_MS, longest(type)),
    row('同上，提交一格并移到下一格（Tab、Enter）的脚本', move, KEY_MS, longest(move)),
    row('同上，粘贴 1,000 × 4 到画出', pasted, PASTE_MS, longest(pasted)),
  ]
}
