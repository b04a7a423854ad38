// Guarantees of the contract: access and effect are required, one decision on rights, a closed table of codes.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import {
  type Alias,
  aliases,
  anonymous,
  anyOf,
  apiKey,
  can,
  describeAccess,
  type Holdings,
  isAllowed,
  rightKey,
  signedIn,
} from './access.ts'
import { endpoint } from './endpoint.ts'
import { errors, resolvingCodes } from './errors.ts'
import { expiryWarningS } from './limits.ts'
import { canOn, subProductsWith } from './sub-product-access.ts'

const holding = (...rights: [string, Alias][]): Holdings => ({
  isAdministrator: false,
  rights: new Set(rights.map(([menu, alias]) => rightKey(menu, alias))),
})

describe('endpoint()', () => {
  it('does not compile without access, without effect, or with an unknown field', () => {
    const rest = { summary: '', method: 'GET', path: '/x', data: Type.Null() } as const
    // @ts-expect-error access is missing: this line fails to compile should that ever be allowed
    endpoint({ ...rest, effect: 'read' })
    // @ts-expect-error effect is missing
    endpoint({ ...rest, access: signedIn })
    // @ts-expect-error a misspelt key
    endpoint({ ...rest, access: signedIn, effect: 'read', acess: signedIn })
    expect(endpoint({ ...rest, access: anonymous, effect: 'read' }).access).toBe(anonymous)
  })
})

describe('§6 isAllowed', () => {
  const view = can('userList', 'view')

  it('administrator passes every check', () => {
    const administrator: Holdings = { isAdministrator: true, rights: new Set() }
    for (const alias of aliases) expect(isAllowed(can('userList', alias), administrator)).toBe(true)
  })

  it('others need the alias on that menu', () => {
    expect(isAllowed(view, holding(['userList', 'view']))).toBe(true)
    expect(isAllowed(view, holding(['userList', 'edit']))).toBe(false)
    expect(isAllowed(view, holding(['role', 'view']))).toBe(false)
    expect(isAllowed(view, holding())).toBe(false)
  })

  it('dateEdit also grants, on its own menu', () => {
    expect(isAllowed(view, holding(['userList', 'dateEdit']))).toBe(true)
    expect(isAllowed(view, holding(['role', 'dateEdit']))).toBe(false)
  })

  it('anyOf needs one of its rights', () => {
    const either = anyOf(view, can('role', 'view'))
    expect(isAllowed(either, holding(['role', 'view']))).toBe(true)
    expect(isAllowed(either, holding(['role', 'edit']))).toBe(false)
    expect(describeAccess(either)).toBe('userList:view | role:view')
  })
})

describe('§6 isAllowed on a sub-product', () => {
  const view = canOn('request', 'accounts', 'view')

  it('checks the right on the given sub-product; without one, on any', () => {
    const held = holding(['bigData.accounts', 'view'])
    expect(isAllowed(view, held, 'bigData')).toBe(true)
    expect(isAllowed(view, held, 'app')).toBe(false)
    expect(isAllowed(view, held)).toBe(true)
    expect(isAllowed(view, holding(['bigData.grantChange', 'view']))).toBe(false)
    expect(isAllowed(view, holding(['app.accounts', 'dateEdit']), 'app')).toBe(true)
  })

  it('is never held on a sub-product that has no such page', () => {
    const grants = canOn('row', 'grantChange', 'view')
    expect(subProductsWith('grantChange')).not.toContain('steel')
    expect(isAllowed(grants, holding(['steel.grantChange', 'view']), 'steel')).toBe(false)
    expect(describeAccess(grants)).toBe('*.grantChange:view')
  })

  it('no person may make an API key’s call, not even an administrator', () => {
    expect(isAllowed(apiKey('registrations'), { isAdministrator: true, rights: new Set() })).toBe(false)
    expect(describeAccess(apiKey('registrations'))).toBe('apiKey registrations')
  })
})

describe('§8 the table of codes', () => {
  it('is closed, with distinct codes', () => {
    const codes = Object.values(errors).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('resolves exactly the codes that the specification names', () => {
    expect([...resolvingCodes].toSorted((a, b) => a - b)).toEqual([
      600, 601, 602, 603, 10000, 10009, 10010, 10017, 10019,
    ])
    for (const { code, show, http } of Object.values(errors)) {
      expect(show === 'resolve').toBe(resolvingCodes.has(code))
      if (show === 'resolve') expect(http).toBe(200)
    }
  })
})

describe('§4 the warning window', () => {
  it('is min(3600, max(60, expires_in / 3)) seconds', () => {
    expect([10, 180, 1_800, 10_800, 32_399].map(expiryWarningS)).toEqual([60, 60, 600, 3_600, 3_600])
  })
})
