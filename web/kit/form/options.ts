// The options of a select from the labels of its choices.

export type Option<V extends string> = { value: V; label: string }

/** `keys`: those that can be chosen, where not all can. */
export const optionsOf = <K extends string>(
  labels: Readonly<Record<K, string>>,
  keys: readonly K[] = Object.keys(labels) as K[],
): Option<K>[] => keys.map((value) => ({ value, label: labels[value] }))
