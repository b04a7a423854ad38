// The branches of a lazy tree: children are fetched on first use, then cached.
import { useCallback, useRef, useState } from 'react'

export type Branch<N> = { state: 'loading' | 'failed' } | { state: 'ready'; nodes: readonly N[] }

const ROOT = ''

/** The cache does not follow `load`: for another tree, give the component another `key`. */
export function useBranches<P, N>(
  load: (parent: P | null) => Promise<readonly N[]>,
  idOf: (parent: P) => string,
): { branchOf: (parent: P | null) => Branch<N> | undefined; fetchBranch: (parent: P | null) => void } {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch<N>>>(new Map())
  const started = useRef(new Set<string>())
  const keyOf = (parent: P | null) => (parent === null ? ROOT : idOf(parent))
  const branchOf = (parent: P | null) => branches.get(keyOf(parent))
  const put = useCallback(
    (key: string, branch: Branch<N>) => setBranches((before) => new Map(before).set(key, branch)),
    [],
  )
  const fetchBranch = (parent: P | null) => {
    const key = keyOf(parent)
    if (started.current.has(key)) return
    started.current.add(key)
    put(key, { state: 'loading' })
    load(parent).then(
      (nodes) => put(key, { state: 'ready', nodes }),
      () => {
        // failures are not cached: the next call retries
        started.current.delete(key)
        put(key, { state: 'failed' })
      },
    )
  }
  return { branchOf, fetchBranch }
}
