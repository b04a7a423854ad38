import { describe, expect, test } from 'vitest'
import { menuRows } from './menus.ts'
import { grantedButtons, roleSeeds } from './roles.ts'

const byCode = new Map(menuRows.map((row) => [row.code, row]))
const granted = (code: string) => grantedButtons(roleSeeds.find((role) => role.code === code) ?? { ...none, code })
const none = { code: '', name: '', remark: '', grants: [] }

describe('§6 roles of a new database', () => {
  test('§6 there are eight, each once', () => {
    expect(roleSeeds.map((role) => role.code)).toEqual([
      'administrator',
      'sjgly',
      'priceAnalyst',
      'newsEditor',
      'reviewer',
      'sales',
      'customerService',
      'operations',
    ])
  })

  test.each(roleSeeds)('§6 every grant of $code is an explicit button row of the tree', (role) => {
    const codes = grantedButtons(role)
    expect(codes.filter((code) => byCode.get(code)?.type !== 3)).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
  })

  test.each(roleSeeds)('§6 $code may view every page on which it may do something', (role) => {
    const codes = grantedButtons(role)
    const blind = codes.filter((code) => !codes.includes(`${byCode.get(code)?.parentCode}.view`))
    expect(blind).toEqual([])
  })

  test.each(roleSeeds.slice(1))('§6 $code has a home page, and never the alias that passes all others', (role) => {
    const codes = grantedButtons(role)
    expect(codes).toContain('home.view')
    expect(codes.filter((code) => code.endsWith('.dateEdit'))).toEqual([])
  })

  test('§6 who may do what with staff accounts', () => {
    const onUsers = (code: string) => granted(code).filter((each) => each.startsWith('userList.'))
    expect(onUsers('reviewer')).toEqual(['userList.view'])
    expect(onUsers('sjgly')).toEqual(['userList.view'])
    for (const code of ['customerService', 'operations', 'sales', 'priceAnalyst', 'newsEditor']) {
      expect(onUsers(code), code).toEqual([])
    }
  })

  test('§6 those who enter prices and articles do not review them', () => {
    const reviews = ['priceReview.pass', 'newsReview.pass', 'price.verify', 'articles.launch']
    for (const code of ['priceAnalyst', 'newsEditor']) {
      expect(granted(code).filter((each) => reviews.includes(each))).toEqual([])
    }
    expect(granted('reviewer')).toEqual(expect.arrayContaining(reviews))
  })

  test('§6 a grant that matches no button is refused', () => {
    for (const grant of ['userLst:view', 'userList:presale', 'userList:', '*.nothing:view', 'userControl:*']) {
      expect(() => grantedButtons({ ...none, grants: [grant] }), grant).toThrow('no button for the grant')
    }
  })
})
