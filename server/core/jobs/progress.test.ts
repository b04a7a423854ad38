import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a job is reported at most twice a second, the first and the last report always', () => {
  const sent: { at: number; done: number }[] = []
  const from = Date.now()
  const report = throttled((done: number) => sent.push({ at: Date.now() - from, done }))
  for (let done = 0; done <= 300; done++) {
    report(done)
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1_000)
  expect(sent[0]).toEqual({ at: 0, done: 0 })
  expect(sent.at(-1)?.done).toBe(300)
  for (const { at } of sent) expect(sent.filter((each) => each.at >= at && each.at < at + 1_000).length).toBeLessThan(3)
  expect(sent.length).toBe(8)
})

test('a report after a pause goes out at once', () => {
  const sent: number[] = []
  const report = throttled((done: number) => sent.push(done))
  report(1)
  vi.advanceTimersByTime(2_000)
  report(2)
  expect(sent).toEqual([1, 2])
})

test('jobs do not hold each other up', () => {
  const sent: string[] = []
  const [one, other] = [throttled((text: string) => sent.push(text)), throttled((text: string) => sent.push(text))]
  one('a')
  other('b')
  expect(sent).toEqual(['a', 'b'])
})
