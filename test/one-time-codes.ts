// The TOTP device of a person: its code now, before, and next.
import { TOTP } from 'otpauth'

const PERIOD_MS = 30_000

/** @param periods offset from now; a code is accepted once, and only later codes after it */
export const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * PERIOD_MS })
