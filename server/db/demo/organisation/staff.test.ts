import { describe, expect, test } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { checkMobile } from '#contract/validation.ts'
import { roleSeeds } from '../../seed/roles.ts'
import { createChance } from '../random.ts'
import { departmentSeeds } from './departments.ts'
import { generateStaff, knownUserNames, type StaffSeed, superiorKinds } from './staff.ts'

const today = new Date('2026-03-05T10:00:00+08:00')
const staff = generateStaff({ scale: 1, today })
const large = generateStaff({ scale: 20, today })

function chainAbove(
  person: StaffSeed,
  byName: ReadonlyMap<string, StaffSeed>,
  path: readonly string[] = [],
): string[][] {
  const here = [...path, person.userName]
  if (path.includes(person.userName)) throw new Error(`a cycle: ${here.join(' → ')}`)
  const above = person.superiors.map((name) => byName.get(name))
  return above.length === 0
    ? [here]
    : above.flatMap((superior) => {
        if (!superior) throw new Error(`${person.userName} has a superior who does not exist`)
        return chainAbove(superior, byName, here)
      })
}

describe('§3 demo staff', () => {
  test('§3 the same seed and day give the same rows', () => {
    expect(generateStaff({ scale: 1, today })).toEqual(staff)
    const draws = (seed: number) => {
      const chance = createChance(seed)
      return Array.from({ length: 50 }, () => chance.between(1, 1_000))
    }
    expect(draws(7)).toEqual(draws(7))
    expect(draws(7)).not.toEqual(draws(8))
  })

  test('§3 on another day only the dates differ', () => {
    const later = generateStaff({ scale: 1, today: new Date('2027-11-30T23:30:00+08:00') })
    const undated = (people: StaffSeed[]) =>
      people.map((person) => ({ ...person, lastSignInAt: null, createdAt: '', expiresAt: null }))
    expect(undated(later)).toEqual(undated(staff))
    expect(later[20]?.createdAt).not.toBe(staff[20]?.createdAt)
  })

  test('§3 a larger scale begins with the people of a smaller one', () => {
    expect(large.slice(0, staff.length)).toEqual(staff)
    expect(large).toHaveLength(knownUserNames.length + (staff.length - knownUserNames.length) * 20)
  })

  test('§6 one known account for each role', () => {
    const accounts = staff.slice(0, knownUserNames.length)
    expect(accounts.map(({ userName, role }) => [userName, role])).toEqual([
      ['admin', 'administrator'],
      ['sjgly', 'sjgly'],
      ['analyst', 'priceAnalyst'],
      ['editor', 'newsEditor'],
      ['reviewer', 'reviewer'],
      ['sales', 'sales'],
      ['service', 'customerService'],
      ['operator', 'operations'],
      ['manager', 'salesManager'],
    ])
    for (const account of accounts) {
      expect(account).toMatchObject({ status: 'enabled', locked: false, expiresAt: null, deputyRoles: [] })
    }
  })

  test('§3 about 120 others, over departments and roles, in every state', () => {
    const others = staff.slice(knownUserNames.length)
    expect(others.length).toBeGreaterThan(100)
    expect(new Set(others.map((person) => person.role)).size).toBe(8)
    expect(others.some((person) => person.status === 'disabled')).toBe(true)
    expect(others.some((person) => person.locked)).toBe(true)
    expect(others.some((person) => person.expiresAt && person.expiresAt < dayOf(today))).toBe(true)
    expect(others.some((person) => person.expiresAt && person.expiresAt > dayOf(today))).toBe(true)
    expect(others.some((person) => person.lastSignInAt === null)).toBe(true)
    expect(others.some((person) => person.deputyRoles.length > 0)).toBe(true)
    expect(others.some((person) => person.superiors.length > 1)).toBe(true)
  })

  test.each([
    ['scale 1', staff],
    ['scale 20', large],
  ])('§3 user names and mobiles are unique and valid: %s', (_, people) => {
    expect(new Set(people.map((person) => person.userName.toLowerCase())).size).toBe(people.length)
    expect(new Set(people.map((person) => person.mobile)).size).toBe(people.length)
    for (const { userName, mobile, email, realName } of people) {
      expect(userName).toMatch(/^[a-z0-9]{2,32}$/)
      expect(realName).toMatch(/^\p{Script=Han}{2,4}$/u)
      expect(checkMobile(mobile)).toBeNull()
      expect(mobile).toMatch(/^10000/)
      expect(mobile).not.toBe('10000000000')
      expect(email).toBe(`${userName}@staff.example.com`)
    }
  })

  test('§3 superiors are of the same kind of work, and nobody is their own superior', () => {
    const byName = new Map(large.map((person) => [person.userName, person]))
    for (const person of large) {
      const chains = chainAbove(person, byName)
      expect(Math.max(...chains.map((chain) => chain.length))).toBeLessThan(8)
      for (const name of person.superiors) {
        expect(superiorKinds[byName.get(name)?.role ?? '']).toBe(superiorKinds[person.role])
        expect(superiorKinds[person.role]).toBeDefined()
      }
      if (superiorKinds[person.role] !== 'customer') expect(person.superiors.length).toBeLessThanOrEqual(1)
      expect(new Set(person.superiors).size).toBe(person.superiors.length)
    }
  })

  test('§3 the known sales, service and reviewing accounts have people below them', () => {
    for (const name of ['manager', 'sales', 'service', 'reviewer', 'analyst', 'editor']) {
      expect(staff.filter((person) => person.superiors.includes(name)).length, name).toBeGreaterThan(1)
    }
  })

  test('§6 the head of sales is a superior of everybody in sales, whatever the scale', () => {
    for (const people of [staff, large]) {
      const byName = new Map(people.map((person) => [person.userName, person]))
      const chains = people.filter(({ role }) => role === 'sales').flatMap((person) => chainAbove(person, byName))
      expect(chains.length).toBeGreaterThan(20)
      expect(chains.filter((chain) => chain.at(-1) !== 'manager')).toEqual([])
    }
  })

  test('§3 nobody signed in before being hired or later than yesterday', () => {
    for (const { createdAt, lastSignInAt } of large) {
      expect(createdAt.slice(0, 10) < dayOf(today)).toBe(true)
      if (lastSignInAt === null) continue
      expect(lastSignInAt.slice(0, 10) < dayOf(today)).toBe(true)
      expect(lastSignInAt > createdAt).toBe(true)
    }
  })
})

describe('§3 demo departments', () => {
  test('§3 parents come first, names are unique, and references exist', () => {
    const roles = roleSeeds.map((role) => role.code)
    const seen = new Set<string>()
    for (const { key, parent, staff: own } of departmentSeeds) {
      if (parent !== null) expect(seen).toContain(parent)
      if (own) expect(roles).toContain(own.role)
      seen.add(key)
    }
    for (const { reportsTo } of departmentSeeds) if (reportsTo) expect(seen).toContain(reportsTo)
    expect(new Set(departmentSeeds.map((department) => department.name)).size).toBe(departmentSeeds.length)
  })

  test('§3 drawn deputy roles exist', () => {
    const roles = roleSeeds.map((role) => role.code)
    for (const person of large) for (const role of person.deputyRoles) expect(roles).toContain(role)
  })
})
