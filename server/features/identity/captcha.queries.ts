// A captcha of five characters, valid for five minutes and for one answer, right or wrong.
import { createHmac, randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Db } from '#server/db/connection.ts'
import { captchas } from '#server/db/schema/identity.ts'
import { captchaText, drawCaptcha } from './captcha-picture.ts'

const CHARACTERS = 5
const LIFE_MIN = 5

/** Case-insensitive; keyed, so that equal answers of different captchas have different hashes. */
export const hashAnswer = (secretKey: string, key: string, answer: string) =>
  createHmac('sha256', secretKey).update(`captcha:${key}:${answer.trim().toLowerCase()}`).digest('hex')

export async function makeCaptcha(db: Db, secretKey: string): Promise<{ key: string; image: string }> {
  const text = captchaText(CHARACTERS)
  const key = randomBytes(16).toString('base64url')
  await db.delete(captchas).where(lt(captchas.expiresAt, sql`now()`))
  await db.insert(captchas).values({
    key,
    answerHash: hashAnswer(secretKey, key, text),
    expiresAt: sql`now() + make_interval(mins => ${LIFE_MIN})`,
  })
  return { key, image: `data:image/png;base64,${drawCaptcha(text).toString('base64')}` }
}

/** Deletes the captcha. @returns whether the answer was right and in time */
async function answerCaptcha(db: Db, secretKey: string, key: string, answer: string): Promise<boolean> {
  const burned = await db
    .delete(captchas)
    .where(eq(captchas.key, key))
    .returning({ answerHash: captchas.answerHash, isFresh: sql<boolean>`${captchas.expiresAt} > now()` })
  const captcha = burned[0]
  return captcha?.isFresh === true && captcha.answerHash === hashAnswer(secretKey, key, answer)
}

const headerText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

type CaptchaFields = { 'captcha-key'?: string; 'captcha-code'?: string }

/** Throws where the answer is missing (400) or wrong (10000); the fields may also be in the headers. */
export async function checkCaptcha(
  { config, db }: Core,
  fields: CaptchaFields,
  { headers }: FastifyRequest,
): Promise<void> {
  if (!config.captcha) return
  const key = fields['captcha-key'] ?? headerText(headers['captcha-key'])
  const answer = fields['captcha-code'] ?? headerText(headers['captcha-code'])
  checkFields({ 'captcha-code': answer.trim() ? null : '请输入验证码' })
  if (!(await answerCaptcha(db, config.secretKey, key, answer))) throw refuse('wrongCaptcha')
}
