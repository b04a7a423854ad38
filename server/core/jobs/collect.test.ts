import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../http/log.ts'
import { collect } from './collect.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { log } = createLog('silent')

test('what comes within the wait is one batch, each id once', async () => {
  const batches: string[][] = []
  const { add } = collect(200, log, async (ids) => void batches.push(ids))
  add(['1', '2'])
  await vi.advanceTimersByTimeAsync(100)
  add(['2', '3'])
  await vi.advanceTimersByTimeAsync(100)
  expect(batches).toEqual([['1', '2', '3']])
})

test('what comes while a batch runs, the same ids too, is a batch after it', async () => {
  const batches: string[][] = []
  const running = Promise.withResolvers<void>()
  const { add } = collect(0, log, async (ids) => {
    batches.push(ids)
    await running.promise
  })
  add(['1'])
  await vi.advanceTimersByTimeAsync(0)
  add(['1'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['1']])
  running.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(batches).toEqual([['1'], ['1']])
})

test('a batch that fails is tried again with what came meanwhile', async () => {
  const batches: string[][] = []
  const { add } = collect(0, log, async (ids) => {
    batches.push(ids)
    if (batches.length === 1) throw new Error('the database is away')
  })
  add(['1'])
  await vi.advanceTimersByTimeAsync(1)
  add(['2'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['1'], ['1', '2']])
})

test('stopped, nothing runs any more', async () => {
  const batches: string[][] = []
  const { add, stop } = collect(10, log, async (ids) => void batches.push(ids))
  add(['1'])
  stop()
  add(['2'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([])
})
