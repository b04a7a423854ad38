// The one way to say no: throw a Refusal, which the error handler turns into the envelope of contract/errors.ts.
import { type ErrorKey, errors } from '#contract/errors.ts'

type More = { msg?: string; data?: unknown; retryAfterS?: number }

export class Refusal extends Error {
  readonly key: ErrorKey
  readonly data: unknown
  readonly retryAfterS: number | undefined

  constructor(key: ErrorKey, more: More = {}) {
    super(more.msg ?? errors[key].text)
    this.key = key
    this.data = more.data ?? null
    this.retryAfterS = more.retryAfterS
  }
}

export const refuse = (key: ErrorKey, more: More = {}) => new Refusal(key, more)

/** 20404 where there is nothing. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (!found) throw refuse('notFound')
  return found
}

/** 20404 where one of `ids` has no row. */
export function allFound<T>(found: T[], ids: readonly unknown[]): T[] {
  if (found.length < ids.length) throw refuse('notFound')
  return found
}

/** A 400 that names fields; the first message is also the reply's. Fields whose verdict is null are fine. */
export function checkFields(verdicts: Record<string, string | null | undefined>): void {
  const fields = Object.entries(verdicts).flatMap(([field, message]) => (message ? [{ field, message }] : []))
  const first = fields[0]
  if (first) throw refuse('invalid', { msg: first.message, data: { fields } })
}

/** Of a save by version: 400 without one, 601 with the stored row where it is another. */
export function checkVersion(version: number | undefined, stored: { version: number }): void {
  checkFields({ version: version === undefined ? '缺少版本，请刷新后重试' : null })
  if (version !== stored.version) throw refuse('stale', { data: stored })
}
