// The outbox for Prometheus: waiting messages from the database, outcomes of providers in this process.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Outcome } from '#server/core/outbox/provider.ts'
import type { Db } from '#server/db/connection.ts'
import { readFigures } from './messages.queries.ts'

export type OutboxMetrics = {
  register: (registry: Registry) => void
  count: (provider: string, kind: Outcome['kind']) => void
}

export function outboxMetrics(db: Db): OutboxMetrics {
  const outcomes = new Counter({
    name: 'outbox_outcomes_total',
    help: 'Messages handed to providers, by what came of it',
    labelNames: ['provider', 'outcome'] as const,
    registers: [],
  })
  // both gauges of a scrape share one query
  let pending: ReturnType<typeof readFigures> | undefined
  function figures() {
    pending ??= readFigures(db).finally(() => {
      pending = undefined
    })
    return pending
  }
  const oldest = new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'How long the oldest due message has waited',
    labelNames: ['channel'] as const,
    registers: [],
    async collect() {
      const found = await figures()
      this.reset()
      for (const { channel, oldestS } of found) this.set({ channel }, oldestS)
    },
  })
  const waiting = new Gauge({
    name: 'outbox_messages',
    help: 'Messages that are due, scheduled, or wait for a person',
    labelNames: ['channel', 'state'] as const,
    registers: [],
    async collect() {
      const found = await figures()
      this.reset()
      for (const { channel, queued, later, unsure } of found) {
        this.set({ channel, state: 'queued' }, queued)
        this.set({ channel, state: 'later' }, later)
        this.set({ channel, state: 'unsure' }, unsure)
      }
    },
  })
  return {
    register: (registry) => {
      registry.registerMetric(waiting)
      registry.registerMetric(oldest)
      registry.registerMetric(outcomes)
    },
    count: (provider, kind) => outcomes.inc({ provider, outcome: kind }),
  }
}
