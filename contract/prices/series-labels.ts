// Words of derived series, processes and price differences that browser and server share.

/** What a formula is, read from its tree; the last two are of a process. */
export const seriesKinds = ['formula', 'spread', 'ratio', 'average', 'yoy', 'mom', 'profit', 'cost'] as const

/** A term of a process: what goes in, what comes out, what it costs whatever the prices. */
export const termSides = ['input', 'output', 'fixed'] as const

/** What a row of a table of price differences tells apart: a grade, or a place. */
export const differenceKinds = ['grade', 'place'] as const
