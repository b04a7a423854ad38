// The one way to say no: throw a Refusal, which the error handler turns into the envelope of contract/errors.ts.
import { type ErrorKey, errors } from '../../../contract/errors.ts'

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

/** A 400 that names fields; the first message is also the reply's. Fields whose verdict is null are fine. */
export function checkFields(verdicts: Record<string, string | null | undefined>): void {
  const fields = Object.entries(verdicts).flatMap(([field, message]) => (message ? [{ field, message }] : []))
  const first = fields[0]
  if (first) throw refuse('invalid', { msg: first.message, data: { fields } })
}
