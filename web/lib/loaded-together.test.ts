import { expect, it, vi } from 'vitest'
import { loadedTogether } from './loaded-together.ts'

it('publishes parts requested in one task together, and loads each once', async () => {
  const late = Promise.withResolvers<string>()
  const quick = vi.fn(async () => 'first')
  const parts = loadedTogether({ quick, late: () => late.promise, other: async () => 'third' })
  const listener = vi.fn()
  const leave = parts.subscribe(listener)
  for (const name of ['quick', 'late', 'quick', 'unknown']) parts.ask(name)
  await new Promise((resolve) => setTimeout(resolve))
  expect([parts.get('quick'), parts.get('late'), listener.mock.calls.length]).toEqual([undefined, undefined, 0])
  late.resolve('second')
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1))
  expect(['quick', 'late', 'unknown'].map(parts.get)).toEqual(['first', 'second', undefined])
  expect(quick).toHaveBeenCalledTimes(1)

  parts.ask('other')
  await vi.waitFor(() => expect(parts.get('other')).toBe('third'))
  leave()
  expect(listener).toHaveBeenCalledTimes(2)
})
