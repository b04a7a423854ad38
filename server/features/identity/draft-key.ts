// Keys of drafts: a browser encrypts what a person typed, so that the next person at that machine cannot read it.
import { createHmac } from 'node:crypto'
import type { Core } from '#server/core/core.ts'

/** Of one person, the same in each of their sessions. @returns 32 bytes in base64url */
export const draftKeyOf = ({ config }: Core, userId: string): string =>
  createHmac('sha256', config.secretKey).update(`drafts:${userId}`).digest('base64url')
