// Toasts and questions. The shell and the sign-in page inject the implementation, so lib depends on no component.

import type { RowOutcome } from '#contract/envelope.ts'

export type Notifier = {
  /** `seconds`: how long it stays; by default up to the implementation. */
  toast(kind: 'success' | 'error' | 'warning' | 'info', text: string, seconds?: number): void
  /** Success toast with an action button: undo by default, or whatever `verb` names. */
  undoable(text: string, act: () => void, verb?: string): void
  /** Confirm dialog; resolves to true for `ok`. */
  ask(question: { title: string; text: string; ok: string; cancel: string }): Promise<boolean>
  /** Lists what became of each row of an act on many. */
  outcomes(title: string, rows: readonly RowOutcome[]): void
}

const SAME_TEXT_MS = 2_000

let notifier: Notifier | null = null
let pending: ((target: Notifier) => void)[] = []
const shownAt = new Map<string, number>()

function deliver(act: (target: Notifier) => void): void {
  if (notifier) act(notifier)
  else pending.push(act)
}

/** Sets the implementation and delivers messages queued before. */
export function setNotifier(next: Notifier | null): void {
  notifier = next
  if (!next) return
  const acts = pending
  pending = []
  for (const act of acts) act(next)
}

/** Shows the same text only once within 2 s, so many failures at once give one toast. */
function toast(kind: Parameters<Notifier['toast']>[0], text: string, seconds?: number): void {
  if (!text) return
  const now = Date.now()
  const last = shownAt.get(`${kind} ${text}`)
  if (last !== undefined && now - last < SAME_TEXT_MS) return
  shownAt.set(`${kind} ${text}`, now)
  deliver((target) => target.toast(kind, text, seconds))
}

let openQuestion: Promise<boolean> | null = null

export const notify = {
  success: (text: string) => toast('success', text),
  error: (text: string, seconds?: number) => toast('error', text, seconds),
  warning: (text: string) => toast('warning', text),
  info: (text: string, seconds?: number) => toast('info', text, seconds),

  undoable: (text: string, undo: () => void) => deliver((target) => target.undoable(text, undo)),
  /** Success toast with a button for the usual next step. */
  offering: (text: string, verb: string, act: () => void) => deliver((target) => target.undoable(text, act, verb)),

  outcomes: (title: string, rows: readonly RowOutcome[]) => deliver((target) => target.outcomes(title, rows)),

  /** Opens a confirm dialog; callers while one is open share its answer. */
  askOnce(question: Parameters<Notifier['ask']>[0]): Promise<boolean> {
    openQuestion ??= new Promise<boolean>((resolve, reject) => {
      deliver((target) => void target.ask(question).then(resolve, reject))
    }).finally(() => {
      openQuestion = null
    })
    return openQuestion
  },
}
