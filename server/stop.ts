// A stop that ends: whatever hangs is named and left behind after a while, or when somebody asks once more.

/** Longer than a shutdown of a busy server takes; a container is given more (compose.yaml), ms. */
const WITHIN_MS = 30_000
/** npm passes on a Ctrl+C that the launcher has heard as well: what follows so closely is the same wish, ms. */
const SAME_WISH_MS = 1_000

type Options = {
  say: (line: string) => void
  /** Ends the process, whatever it is at. */
  cutShort: () => void
  withinMs?: number
  sameWishMs?: number
}

export type Stop = {
  /** Somebody wants it to stop. @returns true where this is the first time, and the stop is to begin */
  ask: () => boolean
  isAsked: () => boolean
  /** What is waited for from here on, for the person who has to wait. */
  waitFor: (what: string) => void
}

export function boundedStop({ say, cutShort, withinMs = WITHIN_MS, sameWishMs = SAME_WISH_MS }: Options): Stop {
  let waitingFor = '启动'
  let since: number | undefined
  const giveUp = (why: string) => {
    say(`${why}，不再等待${waitingFor}，强制结束`)
    cutShort()
  }
  return {
    ask: () => {
      const now = performance.now()
      if (since !== undefined) {
        if (now - since >= sameWishMs) giveUp('再次收到停止信号')
        return false
      }
      since = now
      say('正在停止……')
      setTimeout(() => giveUp(`${withinMs / 1000} 秒内未能停止`), withinMs)
      return true
    },
    isAsked: () => since !== undefined,
    waitFor: (what) => {
      waitingFor = what
    },
  }
}
