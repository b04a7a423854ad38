import { describe, expect, it } from 'vitest'
import { placeProblems, readPlace } from '../../../contract/visits/places.ts'
import { visitStates } from '../../../contract/visits/visit-labels.ts'
import { canDo, type VisitActName, visitActs } from '../../../contract/visits/visit-states.ts'
import { problemOfArrival, problemOfDay, problemOfNext, problemOfPlan, refusalOf } from './visits.rules.ts'

const owner = { isOwn: true, canChange: true }
const superior = { isOwn: false, canChange: true }
const reader = { isOwn: false, canChange: false }
const now = Date.parse('2026-11-25T18:30:00+08:00')

describe('the states of a visit', () => {
  it('meetings-visits-sharing.md: planned → on the way → visited → reported, and nothing else', () => {
    const names = Object.keys(visitActs) as VisitActName[]
    const possible = Object.fromEntries(
      visitStates.map((state) => [state, names.filter((name) => canDo(name, { state, ...owner }))]),
    )
    expect(possible).toEqual({
      planned: ['edit', 'depart', 'cancel', 'remove'],
      onTheWay: ['edit', 'arrive', 'cancel'],
      visited: ['report'],
      reported: ['report'],
      cancelled: ['restore', 'remove'],
    })
    expect(refusalOf('arrive', { state: 'planned', ...owner })).toEqual({
      key: 'conflict',
      msg: '拜访已计划，不能到达',
    })
  })

  it('§6 going and reporting is the visitor’s own; superiors may move and cancel, who was shown it nothing', () => {
    expect(refusalOf('depart', { state: 'planned', ...superior })).toMatchObject({ key: 'forbidden' })
    expect(refusalOf('report', { state: 'visited', ...superior })).toMatchObject({ key: 'forbidden' })
    expect(refusalOf('edit', { state: 'planned', ...superior })).toBeNull()
    expect(refusalOf('cancel', { state: 'planned', ...reader })).toMatchObject({ key: 'forbidden' })
  })
})

describe('moments of a visit', () => {
  it.each([
    ['2026-11-25T09:00:00+08:00', null],
    ['2026-10-26T00:00:00+08:00', null],
    ['2026-10-25T23:59:00+08:00', '补录的拜访应在最近 30 天内'],
    ['2027-11-26T23:00:00+08:00', null],
    ['2027-11-27T00:00:00+08:00', '计划时间应在一年以内'],
  ])('§5 a plan for %s: %s', (plannedAt, problem) => {
    expect(problemOfPlan({ plannedAt, now })).toBe(problem)
  })

  it('meetings-visits-sharing.md: a visit in the future has neither arrival nor result', () => {
    expect(problemOfDay({ plannedAt: '2026-11-26T00:00:00+08:00', now })).toBe('拜访日期未到，请先修改计划时间')
    expect(problemOfDay({ plannedAt: '2026-11-25T23:59:00+08:00', now })).toBeNull()
    const plannedAt = '2026-11-25T10:00:00+08:00'
    expect(problemOfArrival({ at: '2026-11-25T18:34:00+08:00', plannedAt, now })).toBeNull()
    expect(problemOfArrival({ at: '2026-11-25T18:36:00+08:00', plannedAt, now })).toBe('到达时间不能晚于现在')
    expect(problemOfArrival({ at: '2026-11-24T23:59:00+08:00', plannedAt, now })).toMatch('不能早于计划日期')
  })

  it('product.md "visits": a next step is today or later, one that has passed since may stay', () => {
    expect(problemOfNext('2026-11-24', null, now)).toBe('下一步日期不能早于今天')
    expect(problemOfNext('2026-11-24', '2026-11-24', now)).toBeNull()
    expect(problemOfNext('2026-11-25', null, now)).toBeNull()
    expect(problemOfNext('2062-11-25', null, now)).toBe('下一步日期应在三年以内')
  })
})

describe('positions', () => {
  it.each([
    ['120.153576,30.287459', { longitude: '120.153576', latitude: '30.287459' }],
    [' 120.15357612 ， 30.28 ', { longitude: '120.153576', latitude: '30.28' }],
    ['113.3 23.1', { longitude: '113.3', latitude: '23.1' }],
    ['30.28', null],
    ['120.1,30.2,5', null],
    ['一百二十,三十', null],
  ])('meetings-visits-sharing.md: %j is pasted as %j', (text, place) => {
    expect(readPlace(text)).toEqual(place)
  })

  it('meetings-visits-sharing.md: positions off the map, or half of one, are refused', () => {
    expect(placeProblems({ longitude: '120.1', latitude: '30.2' })).toEqual({ longitude: null, latitude: null })
    expect(placeProblems({ longitude: null, latitude: null })).toEqual({ longitude: null, latitude: null })
    expect(placeProblems({ longitude: '30.2', latitude: '120.1' }).longitude).toMatch('中国境内')
    expect(placeProblems({ longitude: '120.1', latitude: null }).latitude).toBe('请输入纬度')
  })
})
