// Scrolling a table of 10,000 rows in a browser whose processor is slowed 4×: frames that come late, and tasks that hold it up.
import type { Page } from '@playwright/test'
import { SLOWDOWN } from './browser.ts'
import { inGallery } from './gallery.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'

const SCROLL_MS = sized(4_000, 500)
/** A frame at 60 a second, ms. */
const FRAME_MS = 1_000 / 60
const LONG_TASK_MS = 50

type Scrolled = { frames: number[]; tasks: number[]; rows: number; drawn: number }

/** A string, as the server's types have no DOM. */
const scroll = (page: Page) =>
  page.evaluate<Scrolled>(`new Promise((resolve) => {
    const box = [...document.querySelectorAll('.table-box')].find((each) => each.querySelector('[data-rows="10000"]'))
    // a page has one table, the gallery one for each state
    for (const each of document.querySelectorAll('.gallery-state')) if (!each.contains(box)) each.style.display = 'none'
    box.scrollIntoView()
    const tasks = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration))).observe({ entryTypes: ['longtask'] })
    const frames = []
    const since = performance.now()
    let before = since
    const step = (now) => {
      frames.push(now - before)
      before = now
      // as a wheel does, up to 12,000 px a second
      box.scrollTop += 20 + ((now - since) / ${SCROLL_MS}) * 180
      // two frames are the least that tell of one, however late they come
      if (now - since < ${SCROLL_MS} || frames.length < 2) return void requestAnimationFrame(step)
      const drawn = box.querySelectorAll('.table-row').length
      setTimeout(() => resolve({ frames: frames.slice(1), tasks, rows: Math.round(box.scrollTop / 36), drawn }), 200)
    }
    requestAnimationFrame(step)
  })`)

export async function measureScroll(): Promise<Row[]> {
  const { frames, tasks, rows, drawn } = await inGallery('table', '.table-box [data-rows="10000"]', scroll)
  const longest = Math.max(0, ...tasks)
  const late = frames.filter((ms) => ms > FRAME_MS * 1.5).length / frames.length
  return [
    {
      what: `滚动 10,000 行的表格，处理器放慢 ${SLOWDOWN} 倍，最长的任务`,
      figure: `${Math.round(longest)} ms`,
      against: `${frames.length} 帧，中位数 ${median(frames).toFixed(1)} ms，迟到 ${Math.round(late * 100)}%；滚过 ${rows} 行，页面中 ${drawn} 行`,
      ratio: factor(median(frames) / FRAME_MS),
      toReach: `≤ ${LONG_TASK_MS} ms`,
      isReached: longest <= LONG_TASK_MS,
      why: '时间是绝对值，机器繁忙时成倍变慢',
    },
  ]
}
