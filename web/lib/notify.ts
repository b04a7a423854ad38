// Where messages go. The shell and the sign-in page put their own implementation in, so that lib knows no component.

export type Notifier = {
  /** `seconds` is how long it stays; left out, the implementation's usual time. */
  toast(kind: 'success' | 'error' | 'warning' | 'info', text: string, seconds?: number): void
  /** A success that can be taken back while the toast is there; `verb` where it offers something else than that. */
  undoable(text: string, act: () => void, verb?: string): void
  /** A question with two answers; true for `ok`. */
  ask(question: { title: string; text: string; ok: string; cancel: string }): Promise<boolean>
}

const SAME_TEXT_MS = 2_000

let notifier: Notifier | null = null
let waiting: ((target: Notifier) => void)[] = []
const shownAt = new Map<string, number>()

function deliver(act: (target: Notifier) => void): void {
  if (notifier) act(notifier)
  else waiting.push(act)
}

/** Sets the implementation; what was said before it was there is said now. */
export function setNotifier(next: Notifier | null): void {
  notifier = next
  if (!next) return
  const acts = waiting
  waiting = []
  for (const act of acts) act(next)
}

/** One toast for many failures at once: the same text within 2 s is said once. */
function toast(kind: Parameters<Notifier['toast']>[0], text: string, seconds?: number): void {
  if (!text) return
  const now = Date.now()
  const last = shownAt.get(`${kind} ${text}`)
  if (last !== undefined && now - last < SAME_TEXT_MS) return
  shownAt.set(`${kind} ${text}`, now)
  deliver((target) => target.toast(kind, text, seconds))
}

let asking: Promise<boolean> | null = null

export const notify = {
  success: (text: string) => toast('success', text),
  error: (text: string, seconds?: number) => toast('error', text, seconds),
  warning: (text: string) => toast('warning', text),
  info: (text: string, seconds?: number) => toast('info', text, seconds),

  undoable: (text: string, undo: () => void) => deliver((target) => target.undoable(text, undo)),
  /** A success with what most people do next. */
  offering: (text: string, verb: string, act: () => void) => deliver((target) => target.undoable(text, act, verb)),

  /** Asks; while a question stands open, all who ask share its answer. */
  askOnce(question: Parameters<Notifier['ask']>[0]): Promise<boolean> {
    asking ??= new Promise<boolean>((resolve, reject) => {
      deliver((target) => void target.ask(question).then(resolve, reject))
    }).finally(() => {
      asking = null
    })
    return asking
  },
}
