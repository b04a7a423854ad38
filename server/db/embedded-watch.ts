// Starts a postmaster that died by itself (killed, out of memory) again, so that the server recovers without a restart.
import type { Home } from './embedded-home.ts'
import { livePostmaster, type Settings, start } from './embedded-process.ts'

const LOOK_EVERY_MS = 1_000

/** @returns ends the watch, after a start that is under way; the cluster may then be stopped for good */
export function watchPostmaster(home: Home, settings: Settings, say: (line: string) => void): () => Promise<void> {
  let restart: Promise<void> | undefined
  const timer = setInterval(() => {
    if (restart || livePostmaster(home.place)) return
    say('内置数据库意外退出，正在重新启动……')
    restart = start(home, settings)
      .catch((error: unknown) => say(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        restart = undefined
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await restart
  }
}
