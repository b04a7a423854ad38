// Grants: differences, permission checks, and trees.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GrantNode } from '#contract/authorisation/grants.ts'
import { type Category, compare, mayChange, type Product, previewOf, productTree, toLeaves } from './grants.rules.ts'

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }).map(String), { maxLength: 20 })

describe('a change of grants', () => {
  it('§7 leads from the stored set to the requested one, and touches nothing else', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const { added, removed } = compare(before, after)
        const done = new Set(before)
        for (const id of removed) expect(done.delete(id)).toBe(true)
        for (const id of added) done.add(id)
        expect([...done].toSorted()).toEqual(after.toSorted())
      }),
    )
  })

  it('§7 is refused exactly where it adds or removes something that the actor does not hold', () => {
    fc.assert(
      fc.property(ids, ids, ids, (before, after, own) => {
        const held = new Set(own)
        const foreign = (list: string[]) => list.filter((id) => !held.has(id)).toSorted()
        const isSame = JSON.stringify(foreign(before)) === JSON.stringify(foreign(after))
        expect(mayChange(held, compare(before, after))).toBe(isSame)
      }),
    )
  })

  it('previews numbers and names', () => {
    const change = (name: string, added: string[], removed: string[]) => ({ id: name, name, added, removed })
    expect(previewOf('产品', [change('甲', ['1', '2'], []), change('乙', [], ['1']), change('丙', [], [])])).toEqual({
      text: '共 3 人：取消产品授权 1 项，新增产品授权 2 项',
      groups: [
        { title: '将失去授权', count: 1, names: ['乙（1 个）'] },
        { title: '将获得授权', count: 1, names: ['甲（2 个）'] },
        { title: '没有变化', count: 1, names: ['丙'] },
      ],
    })
  })
})

describe('a tree of grants', () => {
  const category = (id: string, parentId: string | null): Category => ({
    id,
    parentId,
    name: `类${id}`,
    level: parentId ? 2 : 1,
    isShow: true,
  })
  const categories = [category('1', null), category('5', null), category('2', '1'), category('3', '1')]
  const product = (id: string, categoryId: string | null): Product => ({
    id,
    name: `品${id}`,
    categoryId,
    isShow: true,
    tableType: 1,
  })
  const products = [product('10', '2'), product('11', '3'), product('12', null)]
  const keysOf = (nodes: readonly GrantNode[]): unknown[] =>
    nodes.map(({ key, children }) => (children ? [key, keysOf(children)] : key))

  it('leaves out categories without a wanted product', () => {
    const tree = productTree(categories, products, { held: 'all', isWanted: (id) => id !== '11' })
    expect(keysOf(tree)).toEqual([
      ['C1', [['C2', ['P10']]]],
      ['C0', ['P12']],
    ])
  })

  it('§3 disables nodes that the actor does not hold', () => {
    const tree = productTree(categories, products, { held: new Set(['10']), isWanted: () => true })
    const leaf = (at: number) => tree[0]?.children?.[at]?.children?.[0]
    expect([leaf(0)?.disabled, leaf(1)?.disabled]).toEqual([false, true])
  })

  it('takes a category of level 1 as its children', () => {
    expect(toLeaves(categories, ['1', '5'])).toEqual(['5', '2', '3'])
  })
})
