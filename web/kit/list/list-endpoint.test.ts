import { describe, expect, it } from 'vitest'
import { getDeptTree, queryUserList } from '../../../contract/organisation/users.ts'
import { sortableOf } from './list-endpoint.ts'

describe('the columns that a list sorts by', () => {
  it("are those of the endpoint's own list", () => {
    expect(sortableOf(queryUserList)).toEqual(['userName', 'realName', 'createdAt', 'lastSignInAt'])
  })

  it('are none where a call names none', () => {
    expect(sortableOf(getDeptTree)).toEqual([])
  })
})
