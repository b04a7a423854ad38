// A bounded shutdown: after a timeout, or at a second request, it names what hangs and ends the process.

/** Longer than a shutdown of a busy server takes; a container is given more (compose.yaml), ms. */
const WITHIN_MS = 30_000
/** npm passes on a Ctrl+C that the launcher receives too: a request within this time repeats the first, ms. */
const ECHO_MS = 1_000

type Options = {
  say: (line: string) => void
  /** Ends the process at once. */
  cutShort: () => void
  withinMs?: number
  echoMs?: number
}

export type Stop = {
  /** Requests the stop. @returns true at the first request: the caller then begins it */
  request: () => boolean
  isRequested: () => boolean
  /** Names what the stop waits for from here on, for the messages. */
  waitFor: (what: string) => void
}

export function boundedStop({ say, cutShort, withinMs = WITHIN_MS, echoMs = ECHO_MS }: Options): Stop {
  let waitingFor = '启动'
  let since: number | undefined
  const giveUp = (why: string) => {
    say(`${why}，不再等待${waitingFor}，强制结束`)
    cutShort()
  }
  return {
    request: () => {
      const now = performance.now()
      if (since !== undefined) {
        if (now - since >= echoMs) giveUp('再次收到停止信号')
        return false
      }
      since = now
      say('正在停止……')
      setTimeout(() => giveUp(`${withinMs / 1000} 秒内未能停止`), withinMs)
      return true
    },
    isRequested: () => since !== undefined,
    waitFor: (what) => {
      waitingFor = what
    },
  }
}
