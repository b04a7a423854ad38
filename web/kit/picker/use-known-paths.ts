// The paths of a cascader's chosen nodes: known from choosing, or looked up (spec §8).
import { useEffect, useEffectEvent, useState } from 'react'
import { type LazyNode, type LazyPath, labelOf } from './lazy-cascader.rules.ts'

type Lookup<N> = (values: readonly string[]) => Promise<readonly LazyPath<N>[]>

/** Stands for a node that was looked up and not found. */
const NONE = null

export type KnownPaths<N> = {
  pathOf: (value: string) => LazyPath<N> | undefined
  /** spec §8: 暂无数据 if the lookup failed or did not find the node. */
  labelOf: (value: string) => string
  isLoading: boolean
  know: (path: LazyPath<N>) => void
}

export function useKnownPaths<N extends LazyNode>(values: readonly string[], lookup: Lookup<N>): KnownPaths<N> {
  const [known, setKnown] = useState<ReadonlyMap<string, LazyPath<N> | typeof NONE>>(new Map())
  const learn = (values: readonly string[], paths: readonly LazyPath<N>[]) =>
    setKnown((before) => {
      const after = new Map(before)
      for (const value of values) after.set(value, NONE)
      for (const path of paths) after.set(path.at(-1)?.value ?? '', path)
      return after
    })
  const lookUp = useEffectEvent(async (values: readonly string[], isWanted: () => boolean) => {
    const paths = await lookup(values).catch(() => [])
    if (isWanted()) learn(values, paths)
  })
  const unknown = values.filter((value) => !known.has(value))
  const unknownJson = JSON.stringify(unknown)
  useEffect(() => {
    const values = JSON.parse(unknownJson) as string[]
    if (values.length === 0) return
    let isLate = false
    void lookUp(values, () => !isLate)
    return () => {
      isLate = true
    }
  }, [unknownJson])
  const pathOf = (value: string) => known.get(value) ?? undefined
  return {
    pathOf,
    labelOf: (value) => {
      if (!known.has(value)) return '…'
      const path = pathOf(value)
      return path ? labelOf(path) : '暂无数据'
    },
    isLoading: unknown.length > 0,
    know: (path) => learn([], [path]),
  }
}
