// Where published prices went, and what was done there about a correction.

/** `api`: another system has read them with a key. */
export const useChannels = ['export', 'api', 'article', 'email', 'sms'] as const

/** `told`: whoever has the old figure was told; `none`: nobody need be. */
export const noticeOutcomes = ['told', 'none'] as const
