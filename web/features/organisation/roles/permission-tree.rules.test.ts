// The helpers of the permission tree (spec §3), on random trees.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PermissionNode } from '#contract/organisation/roles.ts'
import { checkStates } from '#web/kit/tree/tree-check.rules.ts'
import {
  byPage,
  compareRights,
  disableEmptyAndHidden,
  disableLeaves,
  type Marked,
  permissionChecks,
  rebase,
} from './permission-tree.rules.ts'

/** Random trees: each node is below an earlier node of a lower type, or at the top. */
const trees = fc
  .array(
    fc.record({
      above: fc.nat(),
      type: fc.constantFrom(1, 2, 3),
      isShow: fc.constantFrom(0, 1),
      grantable: fc.boolean(),
    }),
    { maxLength: 24 },
  )
  .map((drawn) => {
    const parentOf = (at: number) => {
      const fitting = drawn.flatMap(({ type }, each) => (each < at && type < (drawn[at]?.type ?? 0) ? [each] : []))
      return fitting.length > 0 ? (fitting[(drawn[at]?.above ?? 0) % fitting.length] ?? null) : null
    }
    const below = (parent: number | null): PermissionNode[] =>
      drawn.flatMap(({ type, isShow, grantable }, at) => {
        if (parentOf(at) !== parent) return []
        const key = String(at + 1)
        const own = {
          id: key,
          key,
          value: key,
          parentId: null,
          title: `行${key}`,
          code: `c${key}`,
          alias: '',
          remark: '',
        }
        const children = below(at)
        return [{ ...own, type, isShow, grantable, ...(children.length > 0 && { children }) }]
      })
    return below(null)
  })
const flat = <N extends { children?: readonly N[] }>(nodes: readonly N[]): N[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const buttonsOf = (nodes: readonly PermissionNode[]) => flat(nodes).filter(({ type }) => type === 3)
const isLeaf = ({ children = [] }: { children?: readonly unknown[] }) => children.length === 0
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 24 }).map(String))

describe('spec §3: nodes marked disabled', () => {
  const agrees = (
    help: (nodes: PermissionNode[]) => Marked<PermissionNode>[],
    isDisabled: (node: PermissionNode) => boolean,
  ) =>
    fc.assert(
      fc.property(trees, (nodes) => {
        const marked = flat(help(nodes))
        expect(marked.map(({ key, disabled }) => [key, disabled])).toEqual(
          flat(nodes).map((node) => [node.key, isDisabled(node)]),
        )
      }),
    )

  it('disableLeaves: leaf nodes of type 2 or lower', () => {
    agrees(disableLeaves, (node) => isLeaf(node) && node.type <= 2)
  })

  it('disableEmptyAndHidden: nodes of type under 3 without children, or hidden buttons', () => {
    agrees(disableEmptyAndHidden, (node) => (node.type < 3 && isLeaf(node)) || (node.type === 3 && node.isShow === 0))
  })

  it('the tree of a role disables what cannot be granted', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const states = checkStates(permissionChecks(nodes), new Set<string>())
        for (const { key, type, isShow, grantable, children = [] } of flat(nodes)) {
          const isFree = type === 3 && isShow === 1 && grantable
          if (children.length === 0) expect(states.get(key)?.isDisabled).toBe(!isFree)
        }
      }),
    )
  })
})

describe('two concurrent edits of a role', () => {
  it('merge: a right that one side changed is as that side left it', () => {
    fc.assert(
      fc.property(ids, ids, ids, (base, mine, theirs) => {
        const result = rebase(base, new Set(mine), theirs)
        for (const key of new Set([...base, ...mine, ...theirs])) {
          const [had, own, other] = [base.includes(key), mine.includes(key), theirs.includes(key)]
          expect(result.has(key)).toBe(own === had ? other : own)
        }
      }),
    )
  })
})

describe('two roles compared', () => {
  it('list each button once', () => {
    fc.assert(
      fc.property(trees, ids, ids, (nodes, first, second) => {
        const { onlyFirst, onlySecond, both } = compareRights(nodes, first, second)
        const held = buttonsOf(nodes).filter(({ id }) => first.includes(id) || second.includes(id))
        expect(onlyFirst.length + onlySecond.length + both).toBe(held.length)
        for (const { id } of onlyFirst) expect([first.includes(id), second.includes(id)]).toEqual([true, false])
        expect(compareRights(nodes, second, first).onlyFirst).toEqual(onlySecond)
        expect(byPage(onlyFirst).flatMap(([, names]) => names)).toHaveLength(onlyFirst.length)
      }),
    )
  })
})
