// An answer of 20,000 characters that goes on growing, in a browser whose processor is slowed: what the page does for each piece.
import { setTimeout } from 'node:timers/promises'
import { SLOWDOWN } from './browser.ts'
import { inGallery } from './gallery.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

/** ai.md, "Speed": a frame. */
const FLUSH_MS = 16
const PIECES = sized(40, 2)
/** From piece to piece, ms: as a service sends them. */
const EVERY_MS = 100

const grow = '#ai article:last-of-type button'

/** @returns script, styles and layout of each piece, ms */
async function flushes(): Promise<number[]> {
  return inGallery('ai', grow, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
    await devtools.send('Performance.enable')
    const counted = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
    const spent = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.filter(({ name }) => counted.has(name)).reduce((sum, { value }) => sum + value * 1_000, 0)
    }
    const times: number[] = []
    for (let piece = 0; piece <= PIECES; piece++) {
      const before = await spent()
      // a string, as the server's types have no DOM
      await page.evaluate(`document.querySelector('${grow}').click()`)
      await setTimeout(EVERY_MS)
      if (piece > 0) times.push((await spent()) - before)
    }
    return times
  })
}

export async function measureAiAnswers(): Promise<Row> {
  const times = await flushes()
  const usual = median(times)
  return {
    what: `20,000 字的回答再来一段，处理器放慢 ${SLOWDOWN} 倍`,
    figure: `${usual.toFixed(1)} ms`,
    against: `${PIECES} 段，最长 ${Math.max(...times).toFixed(1)} ms`,
    ratio: factor(usual / FLUSH_MS),
    toReach: `≤ ${FLUSH_MS} ms`,
    isReached: usual <= FLUSH_MS,
    why: '时间是绝对值，机器繁忙时成倍变慢',
  }
}
