import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moduleTypes } from '#contract/home/home.ts'
import { arrange, describeModules, place } from './modules.rules.ts'

const always = () => true
const typesOf = (modules: readonly { configType: number }[]) => modules.map(({ configType }) => configType)

describe('§2 home modules', () => {
  it('are enabled and in the order of their types where nothing was set', () => {
    expect(arrange([], always)).toEqual([1, 2, 3, 4].map((configType) => ({ configType, enabled: true })))
  })

  it('are ordered by the stored positions, whatever the order of the rows', () => {
    const stored = [
      { configType: 1, enabled: true, orders: 4 },
      { configType: 3, enabled: false, orders: 1 },
      { configType: 2, enabled: true, orders: 3 },
      { configType: 4, enabled: true, orders: 2 },
    ]
    expect(typesOf(arrange(stored, always))).toEqual([3, 4, 2, 1])
    expect(arrange(stored, always)[0]).toEqual({ configType: 3, enabled: false })
  })

  it('are last, and marked, where the person may not open what they show', () => {
    const isOffered = (type: number) => type !== 1 && type !== 2
    const described = describeModules(arrange([], isOffered), new Map(), isOffered)
    expect(described.map((each) => [each.configType, each.isOffered])).toEqual([
      [3, true],
      [4, true],
      [1, false],
      [2, false],
    ])
  })

  it('have the days of a board, 30 unless set, and none for the quick entries', () => {
    const described = describeModules(arrange([], always), new Map([[2, 7]]), always)
    expect(described.map(({ days }) => days)).toEqual([30, 7, null, 30])
    expect(described.map(({ orders }) => orders)).toEqual([1, 2, 3, 4])
  })

  it('always are all four, each once, wherever one is moved; the others keep their order', () => {
    const move = fc.record({
      configType: fc.constantFrom(...moduleTypes),
      enabled: fc.boolean(),
      to: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        let modules = arrange([], always)
        for (const { configType, enabled, to } of moves) {
          const others = typesOf(modules).filter((type) => type !== configType)
          modules = place(modules, { configType, enabled }, to)
          expect(modules[to - 1]).toEqual({ configType, enabled })
          expect(typesOf(modules).filter((type) => type !== configType)).toEqual(others)
          expect(modules).toHaveLength(4)
        }
      }),
    )
  })
})
