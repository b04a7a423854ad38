import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Sleep, setAwake } from './sleep.ts'

const STALE_MS = 10_000
const EVERY_MS = 60_000

type Read = { sleep: Sleep; key: string; isWanted?: boolean; every?: number }

/** A mounted read of a page, as `useCall` declares it; answers how often it asked. */
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

describe('§9 kept pages: those behind ask the server nothing', () => {
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

  it('in front again, a page asks for what is old by now and for nothing else', async () => {
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

  it('what an act has made old is asked when the page is in front again, not before', async () => {
    const ask = read(client, { sleep, key: 'list' })
    await pass(0)
    setTo(false)
    await client.invalidateQueries({ queryKey: ['list'] })
    expect(ask).toHaveBeenCalledTimes(1)
    setTo(true)
    await pass(0)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('what is asked again and again rests, and goes on', async () => {
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

  it('what the page does not want yet, and what another page reads, stays alone', async () => {
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
