// The second factor: time-based codes of RFC 6238 (six digits, 30 s), each valid once, and ten recovery codes.
import { createHmac, randomInt } from 'node:crypto'
import { open, seal } from '#server/core/access/sealed-text.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  lockSecondFactor,
  markStep,
  replaceRecoveryCodes,
  spendRecoveryCode,
  storeSecret,
} from './second-factors.queries.ts'

const ISSUER = '后台管理系统'
const PERIOD_S = 30
/** Accepted drift of a device's clock, in periods. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_GROUP = 5
/** Without characters that are easily confused; ten of them are 49 bits. */
const recoveryCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

const aboutFactorOf = (userId: string) => `secondFactor:${userId}`

/** The library is loaded at its first use, not at start. */
const library = () => import('otpauth')

/** Keyed, so that a copy of the table is useless; case, spaces and the hyphen do not matter. */
const hashRecoveryCode = (secretKey: string, userId: string, code: string) =>
  createHmac('sha256', secretKey)
    .update(`recovery:${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('hex')

/** A new secret, stored as pending. @returns null where a factor is enabled already */
export async function beginFactor(tx: Tx, secretKey: string, { id, userName }: { id: string; userName: string }) {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: SECRET_BYTES })
  const isStored = await storeSecret(tx, id, seal(secretKey, aboutFactorOf(id), secret.base32))
  if (!isStored) return null
  return { secret: secret.base32, uri: new TOTP({ issuer: ISSUER, label: userName, secret }).toString() }
}

/** Ten codes, shown once; old recovery codes stop working. */
export async function makeRecoveryCodes(tx: Tx, secretKey: string, userId: string): Promise<string[]> {
  const group = () =>
    Array.from({ length: RECOVERY_GROUP }, () => recoveryCharacters[randomInt(recoveryCharacters.length)]).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(secretKey, userId, code)),
  )
  return codes
}

type Expected = 'inForce' | 'waiting'

/** Whether the code is valid; uses it up. A pending factor has no recovery codes. */
export async function passCode(
  tx: Tx,
  secretKey: string,
  userId: string,
  code: string,
  expected: Expected = 'inForce',
): Promise<boolean> {
  const factor = await lockSecondFactor(tx, userId)
  if (!factor || (factor.confirmedAt !== null) !== (expected === 'inForce')) return false
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token))
    return expected === 'inForce' && (await spendRecoveryCode(tx, userId, hashRecoveryCode(secretKey, userId, code)))

  const { Secret, TOTP } = await library()
  const secret = Secret.fromBase32(open(secretKey, aboutFactorOf(userId), factor.secret))
  const delta = TOTP.validate({ token, secret, period: PERIOD_S, window: WINDOW })
  if (delta === null) return false
  const step = TOTP.counter({ period: PERIOD_S }) + delta
  // a code is valid once, so that one seen over a shoulder is useless
  if (step <= factor.lastStep) return false
  await markStep(tx, userId, step)
  return true
}
