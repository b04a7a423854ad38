import { describe, expect, it } from 'vitest'
import { createSelection } from './use-selection.ts'

const row = (id: string, name = id) => ({ id, name })

describe('the selection of a list', () => {
  it('is kept across pages, in the order of selection, each row once', () => {
    const selection = createSelection<{ id: string; name: string }>()
    selection.select([row('3')], true)
    selection.select([row('1'), row('2')], true)
    selection.select([row('3', '新名')], true)
    expect(selection.rows().map(({ name }) => name)).toEqual(['1', '2', '新名'])
    expect(selection.has('3')).toBe(true)
  })

  it('experience.md "What is seen is what goes out": its rows become what the list shows of them by now', () => {
    const selection = createSelection<{ id: string; name: string }>()
    selection.select([row('1'), row('2')], true)
    let calls = 0
    selection.subscribe(() => {
      calls += 1
    })
    selection.refresh([row('2', '新名'), row('3')])
    expect(selection.rows()).toEqual([row('1'), row('2', '新名')])
    // other pages change nothing
    selection.refresh([row('4')])
    expect(calls).toBe(1)
  })

  it('notifies its listeners and can be cleared', () => {
    const selection = createSelection<{ id: string; name: string }>()
    let calls = 0
    const unsubscribe = selection.subscribe(() => {
      calls += 1
    })
    selection.select([row('1'), row('2')], true)
    selection.select([row('1')], false)
    expect(selection.rows()).toEqual([row('2')])
    selection.clear()
    unsubscribe()
    selection.select([row('9')], true)
    expect(calls).toBe(3)
  })
})
