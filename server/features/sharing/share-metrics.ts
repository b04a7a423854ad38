// Article shares for Prometheus: openings that this process could not keep.
import { Counter, type Registry } from 'prom-client'
import type { Core } from '#server/core/core.ts'
import { visitBufferOf } from './visit-buffer.ts'

export function registerShareMetrics(registry: Registry, core: Core): void {
  const buffer = visitBufferOf(core)
  new Counter({
    name: 'share_openings_dropped_total',
    help: 'Openings of shared articles dropped because too many waited for the database',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(buffer.dropped())
    },
  })
}
