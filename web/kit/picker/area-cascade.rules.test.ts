import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Area, areaLevels, chooseIn, noArea, parentOf } from './area-cascade.rules.ts'

const shandong: Area = { province: '37', city: '3701', district: '370102' }
const id = fc.option(fc.constantFrom('1', '2', '3'))
const area: fc.Arbitrary<Area> = fc.record({ province: id, city: id, district: id })
const level = fc.constantFrom(...areaLevels.map(({ key }) => key))

test('§2 changing a higher level clears the lower ones', () => {
  expect(chooseIn(shandong, 'province', '32')).toEqual({ province: '32', city: null, district: null })
  expect(chooseIn(shandong, 'city', '3702')).toEqual({ province: '37', city: '3702', district: null })
  expect(chooseIn(shandong, 'district', '370103')).toEqual({ ...shandong, district: '370103' })
  expect(chooseIn(shandong, 'province', null)).toEqual(noArea)
})

test('§2 choosing keeps the levels above, and clears those below if the value changes', () => {
  fc.assert(
    fc.property(area, level, id, (before, at, pkId) => {
      const after = chooseIn(before, at, pkId)
      const place = areaLevels.findIndex(({ key }) => key === at)
      expect(after[at]).toBe(pkId)
      for (const [index, { key }] of areaLevels.entries()) {
        if (index < place) expect(after[key]).toBe(before[key])
        if (index > place) expect(after[key]).toBe(before[at] === pkId ? before[key] : null)
      }
    }),
  )
})

test('§2 a level offers the regions of the one chosen above it', () => {
  expect(areaLevels.map(({ key }) => parentOf(shandong, key))).toEqual([null, '37', '3701'])
  expect(areaLevels.map(({ key }) => parentOf(noArea, key))).toEqual([null, undefined, undefined])
})
