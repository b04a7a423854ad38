// Starts a postmaster that died by itself (killed, out of memory) again, so that the server recovers without a restart.
import type { Home } from './embedded-home.ts'
import { isPostgresOf, livePostmaster, type Settings, start } from './embedded-process.ts'

const LOOK_EVERY_MS = 1_000

export type Watch = {
  /** The postmaster as it was last seen. */
  pid: () => number | undefined
  /** Ends the watch, after a start in progress; the cluster may then be stopped for good. */
  end: () => Promise<void>
}

export function watchPostmaster(home: Home, settings: Settings, say: (line: string) => void): Watch {
  let restart: Promise<void> | undefined
  let pid = livePostmaster(home.place)?.pid
  let lastLine = ''
  const describeOnce = (line: string) => {
    if (line !== lastLine) say(line)
    lastLine = line
  }
  const timer = setInterval(() => {
    if (restart !== undefined) return
    const live = livePostmaster(home.place)
    if (live) {
      pid = live.pid
      return
    }
    // Its folder was taken from under it: a second one could only do harm, and this one ends within a minute.
    if (pid !== undefined && isPostgresOf(pid, home.place)) return
    if (lastLine === '') say('内置数据库意外退出，正在重新启动……')
    restart = start(home, settings)
      .then(() => {
        lastLine = ''
      })
      .catch((error: unknown) => describeOnce(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        restart = undefined
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    pid: () => pid,
    end: async () => {
      clearInterval(timer)
      await restart
    },
  }
}
