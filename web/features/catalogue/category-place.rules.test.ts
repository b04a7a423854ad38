import { describe, expect, it } from 'vitest'
import type { CategoryRow } from '#contract/catalogue/catalogue.ts'
import { orderWith, placesFor, targetsFor } from './category-place.rules.ts'

const row = (id: string, parentId: string | null, productCount: number, children?: CategoryRow[]): CategoryRow => ({
  id,
  parentId,
  title: id,
  key: id,
  value: id,
  version: 1,
  name: id,
  isShow: true,
  sort: 0,
  level: parentId === null ? 1 : 2,
  productCount,
  ...(children && { children }),
})
const longs = row('3', '1', 2)
const blank = row('4', '1', 0)
const oil = row('5', '2', 1)
const steel = row('1', null, 2, [longs, blank])
const energy = row('2', null, 1, [oil])
const lone = row('6', null, 0)
const nodes = [steel, energy, lone]
const ids = (choices: readonly { id: string }[]) => choices.map(({ id }) => id)

describe('the targets of a category', () => {
  it('to move: another one of level 1, or the first level if it has no products', () => {
    expect(ids(placesFor(nodes, longs))).toEqual(['2', '6'])
    expect(ids(placesFor(nodes, blank))).toEqual(['first', '2', '6'])
    expect(ids(placesFor(nodes, lone))).toEqual(['1', '2'])
    expect(placesFor(nodes, steel)).toEqual([])
  })

  it('to merge: another one of its level', () => {
    expect(ids(targetsFor(nodes, steel))).toEqual(['2', '6'])
    const targets = targetsFor(nodes, longs)
    expect(targets.map(({ id, disabled, children }) => [id, disabled, ids(children ?? [])])).toEqual([
      ['1', true, ['4']],
      ['2', true, ['5']],
    ])
  })

  it('to sort: a place among its siblings', () => {
    expect(orderWith(nodes, '6', 0)).toEqual(['6', '1', '2'])
    expect(orderWith(nodes, '1', 9)).toEqual(['2', '6', '1'])
  })
})
