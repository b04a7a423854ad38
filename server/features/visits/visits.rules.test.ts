import { describe, expect, it } from 'vitest'
import { placeProblems, readPlace } from '#contract/visits/places.ts'
import { visitStates } from '#contract/visits/visit-labels.ts'
import { canDo, type VisitActName, visitActs } from '#contract/visits/visit-states.ts'
import {
  isOff,
  metresBetween,
  problemOfArrival,
  problemOfNext,
  problemOfPlan,
  problemsOfPlace,
  refusalOf,
} from './visits.rules.ts'

const plannedAt = '2026-11-25T10:00:00+08:00'
const unreported = { plannedAt, reportedAt: null, returnedAt: null }
const owner = { ...unreported, isOwn: true, canChange: true }
const superior = { ...unreported, isOwn: false, canChange: true }
const reader = { ...unreported, isOwn: false, canChange: false }
const now = Date.parse('2026-11-25T18:30:00+08:00')

describe('the states of a visit', () => {
  it('meetings-visits-sharing.md: planned → on the way or not → visited → reported, and nothing else', () => {
    const names = Object.keys(visitActs) as VisitActName[]
    const possible = Object.fromEntries(
      visitStates.map((state) => [state, names.filter((name) => canDo(name, { state, ...owner }))]),
    )
    expect(possible).toEqual({
      planned: ['edit', 'depart', 'arrive', 'report', 'cancel', 'remove'],
      onTheWay: ['edit', 'arrive', 'report', 'cancel'],
      visited: ['report'],
      reported: ['report'],
      cancelled: ['restore', 'remove'],
    })
    expect(refusalOf('arrive', { state: 'cancelled', ...owner })).toEqual({
      key: 'conflict',
      msg: '拜访已取消，不能到达',
    })
  })

  it('§6 going and reporting is the visitor’s own; superiors may move and cancel, who was shown it nothing', () => {
    expect(refusalOf('depart', { state: 'planned', ...superior })).toMatchObject({ key: 'forbidden' })
    expect(refusalOf('report', { state: 'visited', ...superior })).toMatchObject({ key: 'forbidden' })
    expect(refusalOf('edit', { state: 'planned', ...superior })).toBeNull()
    expect(refusalOf('cancel', { state: 'planned', ...reader })).toMatchObject({ key: 'forbidden' })
  })
})

describe('the time of a report', () => {
  const hoursLater = (hours: number) => now + hours * 3_600_000
  const reported = (who: object, returnedAt: string | null = null) => {
    return { ...owner, ...who, state: 'reported' as const, reportedAt: new Date(now).toISOString(), returnedAt }
  }

  it('meetings-visits-sharing.md: it is amended for 24 hours, and after it was returned', () => {
    expect(refusalOf('report', reported(owner), hoursLater(23.9))).toBeNull()
    expect(refusalOf('report', reported(owner), hoursLater(24.1))).toEqual({
      key: 'conflict',
      msg: '报告提交已超过 24 小时，不能再修改',
    })
    const returned = new Date(hoursLater(30)).toISOString()
    expect(refusalOf('report', { ...reported(owner), returnedAt: returned }, hoursLater(400))).toBeNull()
  })

  it('meetings-visits-sharing.md: superiors return it within 7 days, once, and nobody their own', () => {
    expect(refusalOf('sendBack', { ...reported({}), isOwn: false }, hoursLater(167))).toBeNull()
    expect(refusalOf('sendBack', { ...reported({}), isOwn: false }, hoursLater(169))?.msg).toMatch('超过 7 天')
    expect(refusalOf('sendBack', { ...reported({}, 'x'), isOwn: false }, hoursLater(1))?.msg).toMatch('报告已退回')
    expect(refusalOf('sendBack', reported(owner), hoursLater(1))?.msg).toMatch('您自己的拜访')
    expect(refusalOf('sendBack', reported(reader), hoursLater(1))).toMatchObject({ key: 'forbidden' })
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
    const plannedFor = (moment: string) => ({ state: 'planned' as const, ...owner, plannedAt: moment })
    for (const name of ['depart', 'arrive', 'report'] as const) {
      expect(refusalOf(name, plannedFor('2026-11-26T00:00:00+08:00'), now)).toEqual({
        key: 'conflict',
        msg: '拜访日期未到，请先修改计划时间',
      })
      expect(canDo(name, plannedFor('2026-11-26T00:00:00+08:00'), now)).toBe(false)
      expect(refusalOf(name, plannedFor('2026-11-25T23:59:00+08:00'), now)).toBeNull()
    }
    expect(canDo('edit', plannedFor('2026-11-26T00:00:00+08:00'), now)).toBe(true)
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

  it('meetings-visits-sharing.md: an arrival is off beyond 500 m and the accuracy', () => {
    const gate = { longitude: '120.000000', latitude: '30.000000' }
    expect(metresBetween(gate, gate)).toBe(0)
    expect(metresBetween(gate, { longitude: '120', latitude: '30.01' })).toBe(1_112)
    expect(metresBetween(gate, { longitude: '120.01', latitude: '30' })).toBe(963)
    expect([isOff(500, 0), isOff(501, 0), isOff(540, 40), isOff(541, 40), isOff(null, 40)]).toEqual([
      ...[false, true, false, true, false],
    ])
  })

  const sent = {
    place: { longitude: '120.1', latitude: '30.2' },
    accuracy: 20,
    age: 3,
    isEarlier: false,
    hasConsent: true,
    distance: 30,
    reason: '',
  }
  it.each([
    ['as it should be', {}, null],
    ['61 s old', { age: 61 }, 'age'],
    ['of unknown age', { age: null }, 'age'],
    ['of unknown accuracy', { accuracy: null }, 'accuracy'],
    ['without consent', { hasConsent: false }, 'longitude'],
    ['with an earlier arrival', { isEarlier: true }, 'longitude'],
    ['521 m off', { distance: 521 }, 'reason'],
    ['521 m off with a reason', { distance: 521, reason: '在厂外停车场' }, null],
    ['missing', { place: null }, 'reason'],
    ['missing with a reason', { place: null, reason: '厂区无信号' }, null],
  ])('meetings-visits-sharing.md: a position %s', (_what, changes, field) => {
    const problems = Object.entries(problemsOfPlace({ ...sent, ...changes })).filter(([, problem]) => problem !== null)
    expect(problems.map(([name]) => name)).toEqual(field === null ? [] : [field])
  })
})
