// Pasted login names, and adding accounts to the list.
import { expect, it } from 'vitest'
import { added, pastedNames } from './preset-accounts.rules.ts'

const account = (id: string) => ({
  id,
  loginName: `m${id}`,
  realName: '',
  enterprise: '',
  endsOn: null,
  refusal: '',
})

it('splits at lines, commas and tabs, each name once', () => {
  expect(pastedNames(' zhang \r\nli,wang\tli\n\n')).toEqual(['zhang', 'li', 'wang'])
  expect(pastedNames(' \n ')).toEqual([])
})

it('adds only accounts that are not in the list', () => {
  expect(added([account('1')], [account('2'), account('1')]).map(({ id }) => id)).toEqual(['1', '2'])
})
