// `--smoke` runs every measurement small, as the suite does so that none stops working unseen; its figures mean nothing.
export const isSmoke = process.argv.includes('--smoke')

/** A number of rows, rounds or seconds: `full`, or with `--smoke` `small`. */
export const sized = <T>(full: T, small: T): T => (isSmoke ? small : full)
