// Under random failures of providers, processes and tries: a message that the provider may have accepted is never handed over
// again without a person's decision.

import { inArray, like } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageRates, messages } from '#server/db/schema/core/outbox.ts'
import { testServer } from '#test/http.ts'
import { cause } from './causes.ts'
import type { Outcome, Provider } from './provider.ts'
import { type NewMessage, queueMessages } from './queue.ts'
import { startSender } from './sender.ts'

const server = testServer()
const plain = cause({ name: 'test.once', label: '测试' })

/** A random outcome of one handover: whether the message arrives, and what its sender learns. */
type Fate = { arrives: boolean; learns: Outcome['kind'] | 'nothing' }
const fates: readonly Fate[] = [
  { arrives: true, learns: 'sent' },
  { arrives: true, learns: 'unsure' },
  { arrives: false, learns: 'unsure' },
  { arrives: true, learns: 'nothing' },
  { arrives: false, learns: 'nothing' },
  { arrives: false, learns: 'again' },
  { arrives: false, learns: 'rest' },
  { arrives: false, learns: 'failed' },
  { arrives: false, learns: 'undelivered' },
]

const outcomeOf = (kind: Outcome['kind']): Outcome =>
  kind === 'sent' ? { kind, ref: '' } : kind === 'rest' ? { kind, reason: kind, ms: 1 } : { kind, reason: kind }

let run = 0

it('holds', async () => {
  const { db } = server().database
  const { core } = server().server
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (script, addresses) => {
        const prefix = `o${++run}:`
        const arrived: string[] = []
        const outcomes = [...script]
        const gone: (() => void)[] = []
        const provider: Provider = {
          name: 'mail',
          channel: 'mail',
          addresses: null,
          rate: 10_000,
          burst: 100,
          atOnce: 2,
          pack: 1,
          spacingMs: 0,
          repeatableMs: 0,
          close: () => {},
          send: async ([message]) => {
            const { arrives, learns } = outcomes.shift() ?? { arrives: true, learns: 'sent' }
            if (arrives) arrived.push(message?.id ?? '')
            if (learns !== 'nothing') return outcomeOf(learns)
            // its process never learns the outcome
            return await new Promise<Outcome>((resolve) => gone.push(() => resolve({ kind: 'unsure', reason: 'gone' })))
          },
        }
        const rows = Array.from(
          { length: 6 },
          (_, n): NewMessage => ({
            key: `${prefix}${n}`,
            channel: 'mail',
            address: `a${n % addresses}@example.com`,
            subject: '',
            body: '',
            recipientKind: 'address',
            recipientId: null,
            cause: plain.name,
          }),
        )
        await db.transaction((tx) => queueMessages(tx, rows))
        // senders come and go: what the first leaves in hand, the second sets aside
        for (let round = 0; round < 3; round++) {
          const options = { pollMs: 5, leaseMs: 60_000, graceMs: 1, restMs: 1 }
          const sender = startSender(core, { providers: [provider], causes: [plain], quiet: null, options })
          await new Promise((resolve) => setTimeout(resolve, 30))
          await db
            .update(messages)
            .set({ notBefore: '2020-01-01T00:00:00+08:00' })
            .where(inArray(messages.state, ['queued']))
          await sender.stop()
          for (const release of gone.splice(0)) release()
        }
        const stored = await db
          .select()
          .from(messages)
          .where(like(messages.key, `${prefix}%`))
        await db.delete(messages).where(like(messages.key, `${prefix}%`))
        await db.delete(messageRates)
        expect(new Set(arrived).size).toBe(arrived.length)
        for (const { id, state } of stored) {
          if (state === 'sent') expect(arrived).toContain(id)
          if (arrived.includes(id)) expect(['sent', 'sending', 'unsure']).toContain(state)
        }
      },
    ),
    { numRuns: 15 },
  )
})
