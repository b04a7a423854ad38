// Calls at a steady rate, however long the answers take: so many a second, one after another and not all at its beginning.
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Call, Load } from './harness.ts'

const TICK_MS = 10
const SOCKETS = 64

/** The calls in turn; a latency counts from the moment when its call was due. */
export async function evenly(url: string, calls: Call[], perSecond: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  const latencies: number[] = []
  const failures: string[] = []
  const send = ({ method, path, headers = {}, body }: Call, due: number) =>
    new Promise<void>((resolve) => {
      const fail = (why: string) => {
        failures.push(`${path}: ${why}`)
        resolve()
      }
      const sent = request(url + path, { method, headers, agent }, (reply) => {
        reply.resume().on('end', () => {
          latencies.push(performance.now() - due)
          if (reply.statusCode === 200 || reply.statusCode === 204) resolve()
          else fail(String(reply.statusCode))
        })
      })
      sent.on('error', ({ message }) => fail(message)).end(body)
    })
  const all: Promise<void>[] = []
  const since = performance.now()
  try {
    for (let next = 0; next < perSecond * seconds; await setTimeout(TICK_MS)) {
      for (; (next * 1_000) / perSecond <= performance.now() - since && next < perSecond * seconds; next++) {
        const call = calls[next % calls.length]
        if (call) all.push(send(call, since + (next * 1_000) / perSecond))
      }
    }
    await Promise.all(all)
  } finally {
    agent.destroy()
  }
  if (failures[0]) throw new Error(`${failures.length} calls failed, the first ${failures[0]}`)
  const rate = (all.length * 1_000) / (performance.now() - since)
  return { rate, p99: latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN }
}
