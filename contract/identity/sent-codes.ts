// Codes that are sent to somebody, who proves with one that the address is theirs.

export const SENT_CODE_DIGITS = 6
/** How long one is valid, minutes. */
export const SENT_CODE_MIN = 10
/** Before another one can be asked for, s. */
export const SENT_CODE_AGAIN_S = 60
