// One door: scans are judged by the snapshot at once, sent, and kept where there is no network.

import type { ScanResult, Snapshot } from '#contract/meetings/door.ts'
import { getHelperSnapshot, getSnapshot, SCANS_AT_ONCE, sendHelperScans, sendScans } from '#contract/meetings/door.ts'
import { call, Refusal } from '#web/lib/call.ts'
import { newKey } from '#web/lib/new-key.ts'
import { clockOffset, hashOf, headsOf, isForLater, judge, type KnownHead } from './rules.ts'
import type { Store, Waiting } from './store.ts'

/** A door waits no longer for the server before it lets people in by the snapshot. */
const SEND_MS = 3_000
const quiet = { hideErrorMsg: true, background: true }

export type Staff = { meetingId: string; listId: string }
export type Door = { staff: Staff; token: null } | { staff: null; token: string }

export type Shown = {
  tone: 'good' | 'warning' | 'bad'
  outcome: ScanResult['outcome']
  name: string
  company: string
  at: string | number | null
  where: string
  isWaiting: boolean
}

const tones = { in: 'good', again: 'warning', refused: 'bad', unknown: 'bad' } as const

const shown = ({ outcome, name, company, at, where }: Omit<ScanResult, 'nonce'>): Shown => ({
  outcome,
  name,
  company,
  at,
  where,
  tone: tones[outcome],
  isWaiting: false,
})

/** The server took no scan, or takes none any more. */
export const refusedBy = ({ msg }: Refusal, name = ''): Shown =>
  shown({ outcome: 'refused', name, company: '', at: null, where: msg })

export class Desk {
  snapshot: Snapshot
  isOnline = true
  #heads: Map<string, KnownHead>
  #offset: number
  /** When this phone let a head in, by its hash. */
  readonly #own = new Map<string, number>()
  readonly #door: Door
  readonly #store: Store
  #isSending = false
  /** Why the server gives no names any more. */
  #end: Refusal | undefined

  private constructor(door: Door, store: Store, snapshot: Snapshot, offset: number) {
    this.#door = door
    this.#store = store
    this.snapshot = snapshot
    this.#heads = headsOf(snapshot.people)
    this.#offset = offset
  }

  /** With what the phone has kept, where the server cannot be reached. A refusal ends what was kept. */
  static async open(door: Door, store: Store): Promise<Desk> {
    const kept = await store.read()
    try {
      const { snapshot, offset } = await readSnapshot(door)
      await store.keep({ snapshot, offset, token: door.token ?? '' })
      const desk = new Desk(door, store, snapshot, offset)
      await desk.#markWaiting()
      return desk
    } catch (failure) {
      if (isRefusal(failure) || !kept) throw failure
      const desk = new Desk(door, store, kept.snapshot, kept.offset)
      desk.isOnline = false
      for (const [hash, at] of await store.marks()) desk.#own.set(hash, at)
      return desk
    }
  }

  /** A new snapshot has whom this phone let in, but for those that the server does not know yet. */
  async #markWaiting(): Promise<void> {
    this.#own.clear()
    for (const { code, at, isLetIn } of await this.#store.waiting())
      if (isLetIn) this.#own.set(await hashOf(code), Date.parse(at))
    await this.#store.mark(this.#own)
  }

  /** Also for the page that is loaded anew without a network. */
  async #markIn(hash: string, at: number): Promise<void> {
    this.#own.set(hash, at)
    await this.#store.mark(this.#own)
  }

  /** A head that is out again: the next scan is a first one. */
  async forget(code: string): Promise<void> {
    this.#own.delete(await hashOf(code))
    await this.refresh()
  }

  /** A refusal ends the door: until a later one succeeds it lets nobody in, with and without a network. */
  async refresh(): Promise<void> {
    try {
      const { snapshot, offset } = await readSnapshot(this.#door)
      this.#end = undefined
      this.snapshot = snapshot
      this.#heads = headsOf(snapshot.people)
      this.#offset = offset
      await this.#store.keep({ snapshot, offset, token: this.#door.token ?? '' })
      await this.#markWaiting()
    } catch (failure) {
      if (isRefusal(failure)) this.#end = failure
      throw failure
    }
  }

  now = (): number => Date.now() + this.#offset

  waiting = (): Promise<Waiting[]> => this.#store.waiting()

  /** @param onShown hears what the snapshot says at once, then what the server says */
  async record(code: string, door: string, onShown: (result: Shown) => void): Promise<void> {
    const at = this.now()
    const hash = await hashOf(code)
    const verdict = judge(this.#heads.get(hash), this.#own.get(hash))
    if (this.#end) {
      onShown(refusedBy(this.#end, verdict.name))
      throw this.#end
    }
    onShown({ ...shown({ ...verdict, at: null, company: '', where: '' }), at: verdict.at, isWaiting: true })
    const scan = { code, nonce: newKey(), at: new Date(at).toISOString(), isLetIn: false, door }
    try {
      const [result] = await this.#send(door, [scan])
      this.isOnline = true
      if (!result) return
      onShown(shown(result))
      if (result.outcome === 'in') await this.#markIn(hash, Date.parse(result.at ?? scan.at))
    } catch (failure) {
      if (isRefusal(failure)) {
        onShown(refusedBy(failure, verdict.name))
        throw failure
      }
      this.isOnline = false
      onShown({ ...shown({ ...verdict, at: null, company: '', where: '' }), at: verdict.at })
      if (verdict.outcome === 'refused' || verdict.outcome === 'unknown') return
      await this.#store.add({ ...scan, isLetIn: verdict.outcome === 'in' })
      if (!this.#own.has(hash)) await this.#markIn(hash, at)
    }
  }

  /**
   * Sends what waits, some at a time, or looks whether the network is back.
   * @param onSent hears what became of it, also where the door has ended since
   */
  async flush(onSent: (results: ScanResult[]) => void): Promise<void> {
    if (this.#isSending || this.#end) return
    this.#isSending = true
    try {
      const results = await deliver(this.#door, this.#store)
      onSent(results)
      if (results.length === 0 && this.isOnline) return
      await this.refresh()
      this.isOnline = true
    } catch (failure) {
      this.isOnline = isRefusal(failure)
      if (this.isOnline) throw failure
    } finally {
      this.#isSending = false
    }
  }

  #send = (door: string, batch: readonly Waiting[]): Promise<ScanResult[]> => send(this.#door, door, batch)
}

function send({ staff, token }: Door, door: string, batch: readonly Waiting[]): Promise<ScanResult[]> {
  const scans = batch.map(({ code, nonce, at, isLetIn }) => ({ code, nonce, at, isLetIn }))
  const options = { ...quiet, timeout: SEND_MS }
  return staff
    ? call(sendScans, { ...staff, door, scans }, options)
    : call(sendHelperScans, { token, door, scans }, { ...options, anonymous: true })
}

/** Sends the first of what waits, also where the list has ended and shows no names any more. */
export async function deliver(door: Door, store: Store): Promise<ScanResult[]> {
  const waiting = await store.waiting()
  const [first] = waiting
  if (!first) return []
  const batch = waiting.filter((scan) => scan.door === first.door).slice(0, SCANS_AT_ONCE)
  const results = await send(door, first.door, batch)
  await store.drop(batch.map(({ nonce }) => nonce))
  return results
}

/** Of the server: the link has ended, the list is over, or the person may not. Sending again would not help. */
export const isRefusal = (failure: unknown): failure is Refusal =>
  failure instanceof Refusal && !isForLater(failure.code)

async function readSnapshot({ staff, token }: Door): Promise<{ snapshot: Snapshot; offset: number }> {
  const sentAt = Date.now()
  const snapshot = await (staff
    ? call(getSnapshot, staff, quiet)
    : call(getHelperSnapshot, { token }, { ...quiet, anonymous: true }))
  return { snapshot, offset: clockOffset(snapshot.now, sentAt, Date.now()) }
}
