// Granting to roles, for random trees and people.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Alias, aliases, can, isAllowed } from '#contract/access.ts'
import { buttonsOfTree, coversRole, grantChange, mayGrantButton, previewOfGrant } from './roles.rules.ts'

const few: readonly Alias[] = ['view', 'add', 'edit', 'dateEdit']

/** Pages `m0`, `m1` … with some of the aliases each. */
const trees = fc.array(fc.subarray([...few]), { minLength: 1, maxLength: 5 }).map((pages) =>
  pages.flatMap((own, at) => [
    { id: `m${at}`, parentId: null, type: 2, code: `m${at}`, alias: '', name: `页${at}` },
    ...own.map((alias) => ({
      id: `m${at}.${alias}`,
      parentId: `m${at}`,
      type: 3,
      code: `m${at}.${alias}`,
      alias,
      name: alias,
    })),
  ]),
)
const people = fc.record({
  isAdministrator: fc.constant(false),
  rights: fc
    .subarray(['m0', 'm1', 'm2'].flatMap((menu) => few.map((alias) => `${menu}:${alias}`)))
    .map((all) => new Set(all)),
})

describe('granting', () => {
  it('grants nobody, through a role, what the granter could not do', () => {
    fc.assert(
      fc.property(trees, people, (rows, person) => {
        const buttons = buttonsOfTree(rows)
        const granted = [...buttons.values()].filter((button) => mayGrantButton(person, button))
        const receiver = {
          isAdministrator: false,
          rights: new Set(granted.map(({ menu, alias }) => `${menu}:${alias}`)),
        }
        for (const { menu, alias } of buttons.values()) {
          if (alias === 'dateEdit') continue
          const right = can(menu, alias as Alias)
          expect(!isAllowed(right, receiver) || isAllowed(right, person)).toBe(true)
        }
      }),
    )
  })

  it('dateEdit needs all aliases of its menu', () => {
    fc.assert(
      fc.property(trees, people, (rows, person) => {
        for (const button of buttonsOfTree(rows).values()) {
          if (button.alias !== 'dateEdit') continue
          const all = button.aliases.every(
            (each) => each === 'dateEdit' || isAllowed(can(button.menu, each as Alias), person),
          )
          expect(mayGrantButton(person, button)).toBe(all)
        }
      }),
    )
  })

  it('an administrator grants everything, and nobody else edits a role that holds more', () => {
    fc.assert(
      fc.property(trees, people, (rows, person) => {
        const buttons = buttonsOfTree(rows)
        const role = { code: 'some', menuIds: [...buttons.keys()] }
        const all = [...buttons.values()].every((button) => mayGrantButton(person, button))
        expect(coversRole(person, role, buttons)).toBe(all)
        expect(coversRole({ ...person, isAdministrator: true }, role, buttons)).toBe(true)
        expect(coversRole(person, { code: 'administrator', menuIds: [] }, buttons)).toBe(false)
      }),
    )
    expect(aliases).toContain('dateEdit')
  })
})

it('§6 affected people are listed by number and name, losses first', () => {
  const people = Array.from({ length: 25 }, (_, at) => `人${at}`)
  const { text, groups } = previewOfGrant('销售', people, { added: ['客户列表 > 新增'], removed: ['客户列表 > 删除'] })
  expect(text).toContain('拥有“销售”的 25 人')
  expect(groups.map(({ title, count }) => [title, count])).toEqual([
    ['取消的权限', 1],
    ['新增的权限', 1],
    ['受影响的人员', 25],
  ])
  expect(groups[2]?.names).toHaveLength(20)
})

it('grantChange lists added and removed grants', () => {
  expect(grantChange(['1', '2'], ['2', '3'])).toEqual({ added: ['3'], removed: ['1'] })
})
