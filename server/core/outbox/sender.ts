// Sends the outbox from this process: claims each provider's due messages, hands them over and stores the outcome; renews its
// lease, and takes over messages of dead processes. Woken by the bus; polls as well.
import { randomUUID } from 'node:crypto'
import type { Core } from '../core.ts'
import type { Cause } from './causes.ts'
import { claim, findBody, type Handover, nextDue, restProvider, routeNotices, settle } from './claims.queries.ts'
import type { Body, OwnLinks } from './compose.ts'
import type { Outcome, Provider, Receipt } from './provider.ts'
import { reasonOf } from './provider.ts'
import type { Quiet } from './quiet.rules.ts'
import { adoptLost, renewSender, setAsideUnserved, unregisterSender } from './senders.queries.ts'

const standard = {
  /** Polling interval of the queue, ms. */
  pollMs: 5_000,
  /** Lease of a process, ms; it is renewed four times within it. */
  leaseMs: 30_000,
  /** On shutdown: how long handovers in progress may take, ms. */
  graceMs: 5_000,
  /** The first pause of an unreachable provider, ms; it doubles with each failure. */
  restMs: 5_000,
  restMostMs: 600_000,
}
export type SenderOptions = Partial<typeof standard>

/** Cached bodies of pushes: each recipient needs one. */
const BODIES = 20
/** Longest wait without polling again, ms. */
const SOON_MS = 1_000

export type Sender = { stop: () => Promise<void> }

type Needs = {
  providers: readonly Provider[]
  causes: readonly Cause[]
  quiet: Quiet | null
  options?: SenderOptions
  onOutcome?: (provider: string, kind: Outcome['kind']) => void
  own?: OwnLinks
}

/** Of a message whose process died during the handover. Without a provider to query, it may not be sent again. */
function outcomeOf(receipt: Receipt): Outcome {
  if (receipt.kind === 'undelivered') return receipt
  if (receipt.kind === 'delivered' || receipt.kind === 'waiting') return { kind: 'sent', ref: receipt.ref }
  return { kind: 'unsure', reason: receipt.reason }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export function startSender(
  core: Pick<Core, 'db' | 'bus' | 'log'>,
  { providers, causes, quiet, options = {}, onOutcome = () => {}, own }: Needs,
): Sender {
  const { db, bus, log } = core
  const { pollMs, leaseMs, graceMs, restMs, restMostMs } = { ...standard, ...options }
  const id = randomUUID()
  const byName = new Map(causes.map((each) => [each.name, each]))
  const bodies = new Map<string, Promise<Body | undefined>>()
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const channels = new Set(providers.map(({ channel }) => channel))
  let isStopping = false
  /** Nothing is claimed before this process is registered. */
  let isKnown = false

  const bodyOf = (tx: Parameters<typeof findBody>[0], bodyId: string) => {
    const known = bodies.get(bodyId)
    if (known !== undefined) return known
    const found = findBody(tx, bodyId)
    bodies.set(bodyId, found)
    found.catch(() => bodies.delete(bodyId))
    for (const oldest of bodies.keys()) if (bodies.size > BODIES) bodies.delete(oldest)
    return found
  }

  /** The loop of one provider: claims and hands over until nothing is due. */
  function serve(provider: Provider) {
    const inHand = new Set<Promise<void>>()
    let isPolling = false
    let polled: Promise<void> = Promise.resolve()
    let pollAgain = false
    let failures = 0
    let restsUntil = 0
    let timer: NodeJS.Timeout | undefined

    function poll(): void {
      pollAgain = true
      if (isPolling || isStopping || !isKnown) return
      isPolling = true
      clearTimeout(timer)
      polled = (async () => {
        while (pollAgain && !isStopping) {
          pollAgain = false
          await claimWork().catch((error: unknown) => {
            warn('outbox: nothing could be claimed')(error)
            pollIn(SOON_MS)
          })
        }
        isPolling = false
      })()
    }

    function pollIn(ms: number): void {
      clearTimeout(timer)
      timer = setTimeout(poll, Math.min(Math.max(ms, 1), pollMs)).unref()
    }

    async function claimWork(): Promise<void> {
      const most = provider.atOnce - inHand.size
      if (most <= 0) return
      const { handovers, waitMs } = await claim(db, provider, {
        sender: id,
        causes: byName,
        bodyOf,
        own,
        quiet,
        most,
      })
      const claimedAt = performance.now()
      for (const handover of handovers) {
        const work = handOver(handover, claimedAt)
          .catch(warn('outbox: a handover was not settled'))
          .finally(() => {
            inHand.delete(work)
            poll()
          })
        inHand.add(work)
      }
      if (waitMs === 0) pollAgain = true
      else pollIn(waitMs ?? (await nextDue(db, provider)) ?? pollMs)
    }

    async function handOver(handover: Handover, claimedAt: number): Promise<void> {
      // a paused process may have lost its lease
      const isLate = performance.now() - claimedAt > leaseMs / 2
      const outcome: Outcome = isLate
        ? { kind: 'rest', reason: '发送进程停顿' }
        : await provider
            .send(handover.messages)
            .catch((error: unknown) => ({ kind: 'unsure', reason: reasonOf(error) }))
      onOutcome(provider.name, outcome.kind)
      if (outcome.kind === 'rest') await rest(outcome)
      else failures = 0
      await written(handover, outcome)
    }

    /** Concurrent handovers that fail together count as one failure. */
    async function rest({ reason, ms }: Extract<Outcome, { kind: 'rest' }>): Promise<void> {
      const now = performance.now()
      if (now < restsUntil) return
      const pauseMs = ms ?? Math.min(restMs * 2 ** failures++, restMostMs)
      restsUntil = now + pauseMs
      log.warn({ provider: provider.name, reason, ms: pauseMs }, 'outbox: a provider rests')
      await restProvider(db, provider.name, pauseMs, reason).catch(warn('outbox: a rest was not written'))
    }

    /** Retried until stored: no other process knows the outcome. */
    async function written(handover: Handover, outcome: Outcome): Promise<void> {
      for (;;) {
        try {
          return await settle(db, id, provider, handover, outcome)
        } catch (error) {
          if (isStopping) throw error
          warn('outbox: an outcome was not written, trying again')(error)
          await pause(SOON_MS)
        }
      }
    }

    async function seeToLost(): Promise<void> {
      for (const { id: messageId, address, handedAt, handover, attempts } of await adoptLost(
        db,
        provider,
        id,
        leaseMs,
      )) {
        const receipt = await provider.fetchReceipt?.({ id: messageId, address, ref: '', handedAt: handedAt ?? '' })
        if (!receipt || !handover) continue
        await written({ id: handover, attempts, isRepeat: false, messages: [] }, outcomeOf(receipt))
      }
    }

    return {
      poll,
      seeToLost,
      stop: async () => {
        clearTimeout(timer)
        // a running claim may still bring handovers
        await polled
        clearTimeout(timer)
        await Promise.race([Promise.all([...inHand]), pause(graceMs)])
        provider.close()
      },
    }
  }

  const served = providers.map(serve)
  const pollAll = () => {
    for (const each of served) each.poll()
  }

  async function round(): Promise<void> {
    await renewSender(db, id)
    isKnown = true
    for (const { seeToLost } of served) await seeToLost()
    await routeNotices(db, channels)
    await setAsideUnserved(db, [...channels], leaseMs)
    pollAll()
  }

  bus.onChange((change) => {
    if (change.type === 'messages') pollAll()
  })
  bus.onReset(pollAll)

  const timers = [
    setInterval(() => void renewSender(db, id).catch(warn('outbox: lease not renewed')), leaseMs / 4),
    setInterval(() => void round().catch(warn('outbox: round failed')), pollMs),
  ]
  for (const timer of timers) timer.unref()
  const begun = round().catch(warn('outbox: round failed'))

  return {
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      await begun
      await Promise.all(served.map(({ stop }) => stop()))
      await unregisterSender(db, id).catch(warn('outbox: sender not unregistered'))
    },
  }
}
