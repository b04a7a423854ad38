// Grant trees: the shown checkboxes, and the sent ids.
import { describe, expect, it } from 'vitest'
import type { GrantNode, NewsCategory } from '#contract/authorisation/grants.ts'
import { idsOf, leafKeys, mergeGrants, newsChanges, newsChecks, toChecks } from './grant-tree.rules.ts'

const node = (key: string, children?: GrantNode[], disabled = false): GrantNode => ({
  type: 1,
  level: 1,
  id: key,
  parentId: null,
  key,
  value: key,
  label: `名${key}`,
  isShow: true,
  tableType: null,
  productId: null,
  productName: null,
  disabled,
  byRole: key === 'P1',
  ...(children && { children }),
})

describe('a tree of grants', () => {
  const granted = [node('C1', [node('C2', [node('P1')])])]
  const others = [
    node('C1', [node('C2', [node('P2', undefined, true)]), node('C3', [node('P3')])]),
    node('C4', [node('P4')]),
  ]

  it('merges the granted and the other nodes', () => {
    const merged = mergeGrants(granted, others)
    expect(leafKeys(merged)).toEqual(['P1', 'P2', 'P3', 'P4'])
    expect(merged[0]?.children?.map(({ key }) => key)).toEqual(['C2', 'C3'])
    expect(leafKeys(mergeGrants([], others))).toEqual(leafKeys(others))
  })

  it('marks what the person may not change', () => {
    const [top] = toChecks(others)
    expect(top?.children?.[0]?.children?.[0]).toMatchObject({ disabled: true, note: '您没有此权限，不能授予或取消' })
    expect(toChecks([node('P1')])).toMatchObject([{ disabled: false, note: '角色已包含' }])
  })

  it('returns the ids of one kind', () => {
    expect(idsOf(['C1', 'P2', 'P30'], 'P')).toEqual(['2', '30'])
  })
})

describe('news categories', () => {
  const row = (id: string, productId: string | null): NewsCategory => ({
    id,
    name: `类${id}`,
    productId,
    productName: productId && `品${productId}`,
    disabled: false,
  })
  const rows = [row('1', null), row('2', '9'), row('3', '9'), row('4', '8')]

  it('are listed below their products', () => {
    expect(newsChecks(rows).map(({ title, children }) => [title, children?.length])).toEqual([
      ['通用', 1],
      ['品9', 2],
      ['品8', 1],
    ])
  })

  it('are sent per product, only if something changed', () => {
    expect(newsChanges(rows, new Set(['1', '2', '4']), new Set(['3', '4']))).toEqual([
      { productId: null, categoryIds: [] },
      { productId: '9', categoryIds: ['3'] },
    ])
  })
})
