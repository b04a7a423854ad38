import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageAt, placesOf } from './wall.rules.ts'

it('monitoring.md "wall screen": every late row has its turn, and what is soon due is always there', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(60), (late, soon) => {
      const places = placesOf(soon)
      const { pages } = pageAt(0, late, places.late)
      const shown = Array.from({ length: pages }, (_, turn) => pageAt(turn, late, places.late).current)
      // one page after the other, none left out, then from the first again
      expect(shown).toEqual(Array.from({ length: pages }, (_, at) => at + 1))
      expect(pages * places.late).toBeGreaterThanOrEqual(late)
      expect(pageAt(pages, late, places.late).current).toBe(1)
      expect(Math.min(soon, places.soon) + places.late).toBeLessThanOrEqual(20)
      if (soon > 0) expect(places.soon).toBeGreaterThan(0)
    }),
  )
})
