// Openings that wait while the database is away.
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { Core } from '#server/core/core.ts'
import { registerShareMetrics } from './share-metrics.ts'
import { visitBufferOf } from './visit-buffer.ts'

const away = () =>
  ({
    config: {},
    db: { transaction: () => Promise.reject(new Error('the database is away')) },
    log: { warn: () => undefined },
  }) as unknown as Core
const visit = (n: number) => ({
  shareId: '1',
  visit: `visit${n}`,
  day: '2026-03-02',
  at: '2026-03-02T02:00:00Z',
  visitor: 'v',
  seconds: 1,
  host: '',
})

describe('meetings-visits-sharing.md "over 20,000 waiting: dropped, in /metrics"', () => {
  it('keeps what waits, also the longer stay of one of them, and counts what it drops', async () => {
    const core = away()
    const registry = new Registry()
    registerShareMetrics(registry, core)
    const buffer = visitBufferOf(core)
    for (let n = 0; n < 20_000; n++) buffer.add(visit(n))
    await buffer.flush()
    expect(buffer.dropped()).toBe(0)
    buffer.add({ ...visit(7), seconds: 40 })
    expect(buffer.dropped()).toBe(0)
    for (let n = 20_000; n < 20_003; n++) buffer.add(visit(n))
    await buffer.flush()
    expect(buffer.dropped()).toBe(3)
    expect(await registry.metrics()).toContain('share_openings_dropped_total 3')
  })
})
