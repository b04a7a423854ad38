// The device of a person with a second factor: what it shows now, showed before, and shows next.
import { TOTP } from 'otpauth'

const PERIOD_MS = 30_000

/** @param periods from now: each code passes once, and only later ones after it */
export const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * PERIOD_MS })
