import { expect, test } from 'vitest'
import { can, isAllowed } from '../../contract/access.ts'
import type { MenuButtons } from '../../contract/organisation.ts'
import { holdingsOf } from './permissions.ts'

const button = (alias: string) => ({
  code: `userList.${alias}`,
  alias,
  name: '',
  path: '',
  source: '',
  action: 1,
  sort: 1,
})
const holding = (...aliases: string[]): MenuButtons[] => [{ id: '1', code: 'userList', children: aliases.map(button) }]

test('§6 a delivered button may be pressed, others not', () => {
  const holdings = holdingsOf('sales', holding('view', 'add'))
  expect(isAllowed(can('userList', 'view'), holdings)).toBe(true)
  expect(isAllowed(can('userList', 'add'), holdings)).toBe(true)
  expect(isAllowed(can('userList', 'delete'), holdings)).toBe(false)
  expect(isAllowed(can('role', 'add'), holdings)).toBe(false)
})

test('§6 administrator passes every check, and dateEdit passes its menu', () => {
  expect(isAllowed(can('role', 'delete'), holdingsOf('administrator', []))).toBe(true)
  const dateEdit = holdingsOf('sales', holding('dateEdit'))
  expect(isAllowed(can('userList', 'delete'), dateEdit)).toBe(true)
  expect(isAllowed(can('role', 'delete'), dateEdit)).toBe(false)
})
