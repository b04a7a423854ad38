import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Sleep, setAwake } from './sleep.ts'

const STALE_MS = 10_000
const EVERY_MS = 60_000

type Read = { sleep: Sleep; key: string; isWanted?: boolean; every?: number }

/** A mounted query with the options that `useCall` sets; returns its query function. */
function read(client: QueryClient, { sleep, key, isWanted = true, every }: Read) {
  const ask = vi.fn(async () => key)
  const observer = new QueryObserver(client, {
    queryKey: [key],
    queryFn: ask,
    enabled: () => sleep.isAwake && isWanted,
    ...(every !== undefined && { refetchInterval: () => sleep.isAwake && every }),
    meta: { sleep },
  })
  observer.subscribe(() => undefined)
  return ask
}

describe('§9 kept pages behind the front one send no requests', () => {
  let client: QueryClient
  const sleep: Sleep = { isAwake: true }
  const setTo = (isAwake: boolean) => setAwake(client.getQueryCache(), sleep, isAwake)
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  beforeAll(() => environmentManager.setIsServer(() => false))
  beforeEach(() => {
    vi.useFakeTimers()
    sleep.isAwake = true
    client = new QueryClient({ defaultOptions: { queries: { staleTime: STALE_MS, retry: false } } })
    client.mount()
  })
  afterEach(() => {
    client.unmount()
    client.clear()
    vi.useRealTimers()
  })

  it('back in front, a page refetches only stale queries', async () => {
    const ask = read(client, { sleep, key: 'list' })
    await pass(0)
    setTo(false)
    await pass(STALE_MS - 1)
    setTo(true)
    expect(ask).toHaveBeenCalledTimes(1)
    setTo(false)
    await pass(STALE_MS)
    setTo(true)
    await pass(0)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('an invalidated query is refetched when the page is back in front, not before', async () => {
    const ask = read(client, { sleep, key: 'list' })
    await pass(0)
    setTo(false)
    await client.invalidateQueries({ queryKey: ['list'] })
    expect(ask).toHaveBeenCalledTimes(1)
    setTo(true)
    await pass(0)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('polling pauses behind and resumes in front', async () => {
    const ask = read(client, { sleep, key: 'board', every: EVERY_MS })
    await pass(EVERY_MS)
    expect(ask).toHaveBeenCalledTimes(2)
    setTo(false)
    await pass(10 * EVERY_MS)
    expect(ask).toHaveBeenCalledTimes(2)
    setTo(true)
    await pass(0)
    expect(ask).toHaveBeenCalledTimes(3)
    await pass(EVERY_MS)
    expect(ask).toHaveBeenCalledTimes(4)
  })

  it('disabled queries and those of other pages are not refetched', async () => {
    const unwanted = read(client, { sleep, key: 'later', isWanted: false })
    const other = read(client, { sleep: { isAwake: true }, key: 'other' })
    await pass(0)
    setTo(false)
    await pass(STALE_MS)
    setTo(true)
    await pass(0)
    expect(unwanted).not.toHaveBeenCalled()
    expect(other).toHaveBeenCalledTimes(1)
  })
})
