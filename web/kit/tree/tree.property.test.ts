// Property tests of the kit's trees: visible rows, search, checkboxes, moves.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStates, leavesOf, toggleCheck } from './tree-check.rules.ts'
import { findInTree, foldersOf, pathTo, rowsOf, stepInTree } from './tree-rows.rules.ts'
import { dropOn, isWithinNode, keyPlace, moveInTree, whereOn } from './tree-sort.rules.ts'

type Node = { key: string; title: string; disabled?: boolean; children?: Node[] }

/** Random trees with distinct keys: each node is at the top level or below an earlier one. Some leaves are disabled. */
const trees = fc
  .array(fc.record({ above: fc.nat(), title: fc.constantFrom('甲', '乙', '丙', '丁'), disabled: fc.boolean() }), {
    maxLength: 14,
  })
  .map((drawn) => {
    const parentOf = (above: number, at: number) => (above % (at + 1) === at ? null : above % (at + 1))
    const below = (parent: number | null): Node[] =>
      drawn.flatMap(({ above, title, disabled }, at) => {
        if (parentOf(above, at) !== parent) return []
        const children = below(at)
        return children.length > 0 ? { key: `${at}`, title, children } : { key: `${at}`, title, disabled }
      })
    return below(null)
  })
const all = (nodes: readonly Node[]) => rowsOf(nodes, new Set(foldersOf(nodes)))
const keysOf = (nodes: readonly Node[]) => all(nodes).map(({ node }) => node.key)
const chosenOf = (nodes: readonly Node[], bits: readonly boolean[]) =>
  new Set(nodes.flatMap((node) => leavesOf(node)).flatMap(({ key }, at) => (bits[at % bits.length] ? [key] : [])))
const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 })

describe('rows', () => {
  it('are visible exactly if all their ancestors are open', () => {
    fc.assert(
      fc.property(trees, bits, (nodes, picks) => {
        const open = new Set(foldersOf(nodes).filter((_, at) => picks[at % picks.length]))
        const seen = rowsOf(nodes, open).map(({ node }) => node.key)
        for (const { node } of all(nodes)) {
          const above = pathTo(nodes, node.key).slice(0, -1)
          expect(seen.includes(node.key)).toBe(above.every(({ key }) => open.has(key)))
        }
      }),
    )
  })

  it('are found with their ancestors and descendants', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const found = new Set(keysOf(findInTree(nodes, ({ title }) => title === '甲')))
        for (const { node } of all(nodes)) {
          const isAbove = all([node]).some((row) => row.node.title === '甲')
          const isBelow = pathTo(nodes, node.key).some(({ title }) => title === '甲')
          expect(found.has(node.key)).toBe(isAbove || isBelow)
        }
      }),
    )
  })

  it('are navigated by keys without leaving the tree', () => {
    fc.assert(
      fc.property(
        trees,
        fc.array(fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End')),
        (nodes, keys) => {
          const rows = all(nodes)
          let at = 0
          for (const key of keys) {
            const step = stepInTree(rows, at, key)
            if (step && 'to' in step) at = step.to
            if (rows.length > 0) expect(rows[at]).toBeDefined()
          }
        },
      ),
    )
  })
})

describe('checks', () => {
  it('of a branch are on if all its leaves are, and half on if some are', () => {
    fc.assert(
      fc.property(trees, bits, (nodes, picks) => {
        const chosen = chosenOf(nodes, picks)
        const states = checkStates(nodes, chosen)
        for (const { node } of all(nodes)) {
          const leaves = leavesOf(node)
          const on = leaves.filter(({ key }) => chosen.has(key)).length
          expect(states.get(node.key)?.isOn).toBe(on === leaves.length ? true : on > 0 && 'some')
        }
      }),
    )
  })

  it('are all on and all off in turn when toggled, and never touch a disabled leaf or another branch', () => {
    fc.assert(
      fc.property(trees, bits, fc.nat(), (nodes, picks, pick) => {
        const rows = all(nodes)
        const row = rows[pick % Math.max(1, rows.length)]
        if (!row) return
        const chosen = chosenOf(nodes, picks)
        const once = toggleCheck(row.node, chosen)
        const own = leavesOf(row.node).filter(({ disabled }) => !disabled)
        const counts = [once, toggleCheck(row.node, once)].map((set) => own.filter(({ key }) => set.has(key)).length)
        if (own.length > 0) expect(counts.toSorted((a, b) => a - b)).toEqual([0, own.length])
        const changed = new Set(own.map(({ key }) => key))
        for (const { node } of rows) {
          if (!node.children && !changed.has(node.key)) expect(once.has(node.key)).toBe(chosen.has(node.key))
        }
      }),
    )
  })
})

describe('moves', () => {
  const drops = fc.tuple(trees, fc.nat(), fc.nat(), fc.constantFrom('before', 'into', 'after'))

  it('by a drop keep every node, put it where the pointer was, and never inside itself', () => {
    fc.assert(
      fc.property(drops, ([nodes, from, onto, where]) => {
        const rows = all(nodes)
        const [moved, over] = [rows[from % Math.max(1, rows.length)], rows[onto % Math.max(1, rows.length)]]
        if (!moved || !over) return
        const place = dropOn(moved, over, where)
        if (isWithinNode(moved.node, over.node.key)) expect(place).toBeNull()
        if (!place) return
        const after = moveInTree(nodes, moved.node, place)
        expect(keysOf(after).toSorted()).toEqual(keysOf(nodes).toSorted())
        const row = all(after).find(({ node }) => node.key === moved.node.key)
        expect([row?.parent?.key ?? null, row?.place]).toEqual([place.parent, place.place])
        const keys = keysOf(after)
        const distance = keys.indexOf(moved.node.key) - keys.indexOf(over.node.key)
        expect(where === 'before' ? distance < 0 : distance > 0).toBe(true)
      }),
    )
  })

  it('by opposite keys undo one another', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (nodes, pick) => {
        const rows = all(nodes)
        const row = rows[pick % Math.max(1, rows.length)]
        const down = row && keyPlace(rows, row, 'ArrowDown')
        if (!down) return
        const after = moveInTree(nodes, row.node, down)
        const there = all(after).find(({ node }) => node.key === row.node.key)
        const back = there && keyPlace(all(after), there, 'ArrowUp')
        expect(keysOf(back ? moveInTree(after, row.node, back) : after)).toEqual(keysOf(nodes))
      }),
    )
  })

  it('by a drop depend on the quarter of the row', () => {
    expect([0, 0.24, 0.5, 0.76, 1].map(whereOn)).toEqual(['before', 'before', 'into', 'after', 'after'])
  })
})
