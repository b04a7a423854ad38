// What every measurement uses: contenders as processes of their own, rounds that alternate between them, medians.
import { deepStrictEqual } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import { sized } from './sized.ts'

export const root = join(import.meta.dirname, '..')
export const CONNECTIONS = 32

/** One line of the table; `why` explains a limit that was not reached. */
export type Row = {
  what: string
  figure: string
  against: string
  ratio: string
  toReach: string
  isReached: boolean
  why?: string
}

/** Seconds of one load, and the number of loads of each contender. */
export type Pace = { seconds: number; rounds: number }

export type Call = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export type Running = { name: string; url: string; pid: number; stop: () => Promise<void> }

type Program = { name: string; args: string[]; env: Record<string, string>; folder: string }

const START_WITHIN_MS = 60_000

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** Sends SIGTERM to a process, or to its whole group, and waits for its end. */
export async function end(child: ChildProcess, isGroup = false): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  process.kill(isGroup ? -child.pid : child.pid, 'SIGTERM')
  await gone
}

/** Repeats a call until it is answered with 200, for `withinMs`. @returns the time since `since`, ms */
export async function firstAnswer(
  url: string,
  call: Call,
  child: ChildProcess,
  since: number,
  withinMs = START_WITHIN_MS,
): Promise<number> {
  const { path, ...rest } = call
  while (performance.now() - since < withinMs) {
    const status = await fetch(url + path, rest).then(
      async (reply) => {
        await reply.arrayBuffer()
        return reply.status
      },
      () => 0,
    )
    if (status === 200) return performance.now() - since
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode} instead of answering`)
    await setTimeout(5)
  }
  throw new Error(`no answer within ${withinMs} ms`)
}

/** Starts a program on this runtime, its output in a file, and waits for its first answer to `call`. */
export async function start(
  { name, args, env, folder }: Program,
  call: Call,
): Promise<Running & { startedInMs: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const output = openSync(join(folder, `${name}.out`), 'a')
  const since = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  try {
    const startedInMs = await firstAnswer(url, call, child, since)
    return { name, url, pid: child.pid ?? 0, startedInMs, stop: () => end(child) }
  } catch (error) {
    await end(child)
    throw new Error(`${name}: ${readFileSync(join(folder, `${name}.out`), 'utf8').slice(-2_000)}`, { cause: error })
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Requests/s, and the 99th percentile of the latency, ms. */
export type Load = { rate: number; p99: number }

export async function load(url: string, calls: Call[], seconds: number): Promise<Load> {
  const long = sized<{ duration: number } | { amount: number }>({ duration: seconds }, { amount: CONNECTIONS })
  // a small run stands in the suite, on machines that may be busy: there a late answer is one too
  const timeout = sized(10, 60)
  const result = await autocannon({ url, connections: CONNECTIONS, requests: calls, timeout, ...long })
  const { errors, timeouts, non2xx } = result
  if (errors + timeouts + non2xx > 0)
    throw new Error(
      `calls to ${url} failed: ${non2xx} refused, ${timeouts} too late, ${errors - timeouts} without an answer`,
    )
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 }
}

export type Contender = { url: string; calls: Call[] }
export type Duel = { first: Load; second: Load; rateRatio: number; p99Ratio: number }

/** Loads two contenders in turn, after one round each that does not count; ratios are medians of the rounds' ratios. */
export async function duel(first: Contender, second: Contender, { seconds, rounds }: Pace): Promise<Duel> {
  const turns: { first: Load; second: Load }[] = []
  for (let round = sized(0, 1); round <= rounds; round++) {
    // The order alternates, so that neither always runs after the other.
    const isSwapped = round % 2 === 1
    const order = isSwapped ? [second, first] : [first, second]
    const [a, b] = [await turn(order[0], seconds), await turn(order[1], seconds)]
    if (round > 0) turns.push(isSwapped ? { first: b, second: a } : { first: a, second: b })
  }
  const across = (pick: (turn: { first: Load; second: Load }) => number) => median(turns.map(pick))
  return {
    first: { rate: across((each) => each.first.rate), p99: across((each) => each.first.p99) },
    second: { rate: across((each) => each.second.rate), p99: across((each) => each.second.p99) },
    rateRatio: across((each) => each.first.rate / each.second.rate),
    p99Ratio: across((each) => each.first.p99 / each.second.p99),
  }
}

async function turn(contender: Contender | undefined, seconds: number): Promise<Load> {
  if (!contender) throw new Error('a duel has two contenders')
  const result = await load(contender.url, contender.calls, seconds)
  await setTimeout(sized(500, 0))
  return result
}

/** @returns when this many calls were answered */
export async function loadTimes(url: string, calls: Call[], amount: number): Promise<void> {
  const result = await autocannon({ url, connections: CONNECTIONS, amount, requests: calls })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} calls to ${url} failed`)
}

/** A comparison means something only where both answer the same. */
export async function refuseDifferentAnswers(first: Contender, second: Contender): Promise<void> {
  const answer = async ({ url, calls }: Contender) => {
    const { path, ...rest } = calls[0] as Call
    return (await fetch(url + path, rest)).json()
  }
  deepStrictEqual(await answer(first), await answer(second))
}

/** Resident memory of a process, MB. */
export function memoryOf(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1_024
}

export const rate = ({ rate: perSecond }: Load) => `${Math.round(perSecond)}/s`
export const factor = (ratio: number) => ratio.toFixed(2)
