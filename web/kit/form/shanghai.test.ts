// What the pickers hold is the wall clock of Shanghai, in every zone of a browser, through summer time.
import { afterEach, describe, expect, it } from 'vitest'
import { momentFromPicker, momentToPicker, wallClock } from './shanghai.ts'

const { TZ } = process.env

afterEach(() => {
  process.env.TZ = TZ
})

describe.each(['Asia/Shanghai', 'America/Los_Angeles', 'Africa/Cairo', 'Pacific/Kiritimati'])(
  'imports.md "Moments that people pick": in %s',
  (zone) => {
    it.each([
      // the hours that summer time leaves out there, or has twice
      '2026-03-08T02:30:00+08:00',
      '2026-11-01T01:30:00+08:00',
      '2026-04-24T00:30:00+08:00',
      '2026-12-31T23:59:00+08:00',
    ])('%s is shown and given back as it is', (moment) => {
      process.env.TZ = zone
      const shown = momentToPicker(moment)
      expect(shown.format('YYYY-MM-DDTHH:mm')).toBe(moment.slice(0, 16))
      expect(momentFromPicker(shown)).toBe(moment)
      expect(momentFromPicker(momentToPicker(new Date(moment).toISOString()))).toBe(moment)
      expect(wallClock(moment.slice(0, 10)).add(1, 'day').subtract(1, 'day').format('YYYY-MM-DD')).toBe(
        moment.slice(0, 10),
      )
    })
  },
)
