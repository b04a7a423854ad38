// A picture of five characters, good for five minutes and for one answer, right or wrong.
import { createHmac, randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connection.ts'
import { captchas } from '../../db/schema/identity.ts'

const CHARACTERS = 5
const LIFE_MIN = 5

/** Case does not matter; the key makes the hash of equal answers differ. */
export const hashAnswer = (secretKey: string, key: string, answer: string) =>
  createHmac('sha256', secretKey).update(`captcha:${key}:${answer.trim().toLowerCase()}`).digest('hex')

export async function makeCaptcha(db: Db, secretKey: string): Promise<{ key: string; image: string }> {
  // With the first picture comes a font: nothing that a start should wait for.
  const { default: svgCaptcha } = await import('svg-captcha')
  const { text, data } = svgCaptcha.create({ size: CHARACTERS, noise: 2, ignoreChars: '0oO1iIlL', color: true })
  const key = randomBytes(16).toString('base64url')
  await db.delete(captchas).where(lt(captchas.expiresAt, sql`now()`))
  await db.insert(captchas).values({
    key,
    answerHash: hashAnswer(secretKey, key, text),
    expiresAt: sql`now() + make_interval(mins => ${LIFE_MIN})`,
  })
  return { key, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Burns the captcha, and says whether the answer was its own and in time. */
export async function answerCaptcha(db: Db, secretKey: string, key: string, answer: string): Promise<boolean> {
  const burned = await db
    .delete(captchas)
    .where(eq(captchas.key, key))
    .returning({ answerHash: captchas.answerHash, isFresh: sql<boolean>`${captchas.expiresAt} > now()` })
  const captcha = burned[0]
  return captcha?.isFresh === true && captcha.answerHash === hashAnswer(secretKey, key, answer)
}
