import { describe, expect, it } from 'vitest'
import { getDeptTree, queryUserList } from '#contract/organisation/users.ts'
import { sortableOf } from './list-endpoint.ts'

describe('the columns that a list can be sorted by', () => {
  it('are those that the endpoint declares', () => {
    expect(sortableOf(queryUserList)).toEqual(['userName', 'realName', 'createdAt', 'lastSignInAt'])
  })

  it('are none if the endpoint declares none', () => {
    expect(sortableOf(getDeptTree)).toEqual([])
  })
})
