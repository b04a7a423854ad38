// Throttles the progress reports of one job: at most two a second, and always the last one.

const EVERY_MS = 500

/** Passes the first report on at once, then the last of each half second. */
export function throttled<T>(send: (report: T) => void): (report: T) => void {
  let held: { report: T } | undefined
  let timer: NodeJS.Timeout | undefined

  const pass = (report: T) => {
    held = undefined
    send(report)
    timer = setTimeout(() => {
      timer = undefined
      if (held) pass(held.report)
    }, EVERY_MS)
  }

  return (report) => {
    if (timer) held = { report }
    else pass(report)
  }
}
