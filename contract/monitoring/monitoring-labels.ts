// Words of monitoring that browser and server share.

/** What is expected. */
export const dueKinds = ['price', 'series', 'article', 'import'] as const
export type DueKind = (typeof dueKinds)[number]

/** How people are told: by the bell and a message, or by the board alone. */
export const alertChannels = ['notice', 'none'] as const
export type AlertChannel = (typeof alertChannels)[number]
