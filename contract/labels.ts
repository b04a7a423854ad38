/** The choices that labels are for, in the order in which they are offered. */
export const keysOf = <L extends Readonly<Record<string, string>>>(labels: L) =>
  Object.keys(labels) as [keyof L & string, ...(keyof L & string)[]]
