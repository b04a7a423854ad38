// The range of last days in the page's address.
import { expect, it } from 'vitest'
import { readEnds } from './account-columns.rules.ts'
import { inputOf, newValues } from './account-form.rules.ts'

it('reads a range that is open on either side, and nothing else', () => {
  expect(readEnds('2026-11-01~2026-11-30')).toEqual({ endFrom: '2026-11-01', endTo: '2026-11-30' })
  expect(readEnds('2026-11-01~')).toEqual({ endFrom: '2026-11-01' })
  expect(readEnds('~2026-11-30')).toEqual({ endTo: '2026-11-30' })
  for (const junk of ['', '~', '2026-13-01~', 'a~b', '2026-11-01~2026-11-02~', '2026-11-01']) {
    expect(readEnds(junk)).toBeUndefined()
  }
})

it('sends of a new account what the person sees: a member brings their own name', () => {
  const typed = { ...newValues, loginName: 'a.b', realName: '某', mobile: '13800000000', enterpriseName: '甲' }
  expect(inputOf('app', { ...typed, memberId: '7' })).toEqual({
    subProduct: 'app',
    modules: [],
    subQuota: 0,
    memberId: '7',
  })
  expect(inputOf('app', typed)).not.toHaveProperty('memberId')
  expect(inputOf('app', typed)).not.toHaveProperty('enterpriseId')
  expect(inputOf('app', { ...typed, enterpriseId: '3' })).toMatchObject({ enterpriseId: '3', loginName: 'a.b' })
})
