// Collects ids that arrive one by one and processes them in batches; an id added during a batch is part of the next one.
import type { Logger } from 'pino'

const RETRY_MS = 500

export type Collector = { add: (ids: Iterable<string>) => void; stop: () => void }

/**
 * Works on everything that was added, once `waitMs` have passed since the first, one batch at a time. A batch that fails
 * is tried again, together with what came meanwhile.
 */
export function collect(waitMs: number, log: Logger, work: (ids: string[]) => Promise<void>): Collector {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isStopped = false

  async function run(): Promise<void> {
    timer = undefined
    isRunning = true
    const ids = waiting
    waiting = new Set()
    let pause = waitMs
    try {
      await work([...ids])
    } catch (error) {
      log.warn({ err: error }, 'live channel: trying again')
      for (const id of ids) waiting.add(id)
      pause = RETRY_MS
    }
    isRunning = false
    if (waiting.size > 0) schedule(pause)
  }

  const schedule = (ms: number) => {
    if (isStopped || isRunning || timer) return
    timer = setTimeout(() => void run(), ms)
  }

  return {
    add: (ids) => {
      for (const id of ids) waiting.add(id)
      if (waiting.size > 0) schedule(waitMs)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
