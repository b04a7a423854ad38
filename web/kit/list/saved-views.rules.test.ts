import { describe, expect, it } from 'vitest'
import { isMoved, stateOfView, viewOfState } from './saved-views.rules.ts'

const terms = { filterKeys: ['name', 'status'], sortable: ['name'] }
const view = {
  id: '7',
  filters: [
    { key: 'status', text: 'disabled' },
    { key: 'gone', text: '1' },
  ],
  sort: '-name',
}

describe('a saved view', () => {
  it('applies its filters and sort, without those that the screen no longer has', () => {
    const sort = { column: 'name', descending: true }
    expect(stateOfView(view, terms)).toEqual({ view: '7', filters: { status: 'disabled' }, sort })
    expect(stateOfView({ ...view, sort: 'password' }, terms).sort).toBeUndefined()
  })

  it('stores the list’s filters and sort, and detects when they have changed', () => {
    const state = { filters: { status: 'disabled' }, sort: { column: 'name', descending: false } }
    const kept = viewOfState(state)
    expect(kept).toEqual({ filters: [{ key: 'status', text: 'disabled' }], sort: 'name' })
    expect(isMoved(kept, state)).toBe(false)
    expect(isMoved(kept, { ...state, sort: undefined })).toBe(true)
    expect(isMoved(kept, { ...state, filters: { status: 'enabled' } })).toBe(true)
    expect(isMoved(kept, { ...state, filters: {} })).toBe(true)
  })
})
