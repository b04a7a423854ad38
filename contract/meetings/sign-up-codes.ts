// Addresses of public pages of meetings; the codes of tickets and heads.
import { CODE_LETTERS } from '#contract/sharing/share-codes.ts'

export const TICKET_CODE_LENGTH = 16

/** Of tickets and of heads alike. */
export const TICKET_CODE_PATTERN = `^[${CODE_LETTERS}]{${TICKET_CODE_LENGTH}}$`

export const ticketPath = (code: string) => `/t/${code}`

/** Of a meeting's public page, and of an invitation's. */
export const meetingPath = (code: string) => `/m/${code}`
