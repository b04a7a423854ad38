// Reports of one job on their way to people: at most two a second, and the last one always.

const EVERY_MS = 500

/** Passes the first report on at once, and of those that follow within half a second the last. */
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
