// How values are written into the cells of an export.

/** `2026-11-20T17:48:13+08:00` as people read it, to the minute. */
export const minute = (moment: string | null) => moment?.slice(0, 16).replace('T', ' ') ?? ''
