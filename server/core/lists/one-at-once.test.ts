// Concurrent calls share one run of the work: never one that started before the call, never two runs of a key at once.
import { afterEach, expect, it, vi } from 'vitest'
import { oneAtOnce } from './one-at-once.ts'

/** Work whose runs the test settles. */
function manualWork(pauseMs = 0) {
  const runs: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = []
  const work = (_on: object, key: string) =>
    new Promise<string>((answer, fail) => {
      runs.push({ key, answer, fail })
    })
  return { runs, call: oneAtOnce(work, pauseMs) }
}
afterEach(() => {
  vi.useRealTimers()
})

const on = {}
const settled = () => new Promise((done) => setImmediate(done))

it('§5 calls during a run share the next one', async () => {
  const { runs, call } = manualWork()
  const first = call(on, 'sum')
  const [second, third] = [call(on, 'sum'), call(on, 'sum')]
  expect(runs).toHaveLength(1)
  runs[0]?.answer('before')
  expect(await first).toBe('before')
  await settled()
  expect(runs).toHaveLength(2)
  runs[1]?.answer('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
})

it('§5 with a pause, calls that come one after the other share the run after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { runs, call } = manualWork(20)
  const first = call(on, 'sum')
  runs[0]?.answer('before')
  expect(await first, 'the first waits for nothing').toBe('before')
  const second = call(on, 'sum')
  await vi.advanceTimersByTimeAsync(15)
  const third = call(on, 'sum')
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5)
  expect(runs).toHaveLength(2)
  runs[1]?.answer('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
  await vi.advanceTimersByTimeAsync(20)
  void call(on, 'sum')
  expect(runs, 'after a quiet pause nobody waits').toHaveLength(3)
})

it('§5 a call before a waiting run starts shares it, a later call starts another', async () => {
  const { runs, call } = manualWork()
  const first = call(on, 'sum')
  const second = call(on, 'sum')
  runs[0]?.answer('1')
  await first
  await settled()
  const third = call(on, 'sum')
  runs[1]?.answer('2')
  expect(await second).toBe('2')
  await settled()
  runs[2]?.answer('3')
  expect(await third).toBe('3')
  await settled()
  void call(on, 'sum')
  expect(runs).toHaveLength(4)
})

it('§5 other keys, and the same key on another database, do not wait', () => {
  const { runs, call } = manualWork()
  void call(on, 'sum')
  void call(on, 'other')
  void call({}, 'sum')
  expect(runs.map(({ key }) => key)).toEqual(['sum', 'other', 'sum'])
})

it('§5 a failure rejects the calls of its run only', async () => {
  const { runs, call } = manualWork()
  const first = call(on, 'sum')
  const second = call(on, 'sum')
  runs[0]?.fail(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  await settled()
  runs[1]?.answer('whole')
  expect(await second).toBe('whole')
})
