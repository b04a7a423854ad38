// Writing the result file while saving: both succeed, or neither keeps running after the other's failure.
import { describe, expect, it } from 'vitest'
import { storingResult } from './imports-save.ts'

const rowsOf = async (rows: AsyncIterable<readonly (readonly unknown[])[]>) => {
  const all: unknown[][] = []
  for await (const some of rows) all.push(...some.map((row) => [...row]))
  return all
}

describe('storing what a saved import gives back', () => {
  it('hands on all rows in their order while the work goes on, and answers both', async () => {
    const stored: unknown[][] = []
    const both = await storingResult(
      async (rows) => {
        stored.push(...(await rowsOf(rows)))
        return { id: 'f' }
      },
      async (give) => {
        give([[1], [2]])
        await Promise.resolve()
        give([[3]])
        return 'made'
      },
    )
    expect(both).toEqual({ value: 'made', fileId: 'f' })
    expect(stored).toEqual([[1], [2], [3]])
  })

  it('stops storing before it reports that the work failed', async () => {
    let isStoring = true
    const both = storingResult(
      async (rows) => {
        await rowsOf(rows).finally(() => {
          isStoring = false
        })
        return { id: 'f' }
      },
      async (give) => {
        give([[1]])
        throw new Error('the work failed')
      },
    )
    await expect(both).rejects.toThrow('the work failed')
    expect(isStoring).toBe(false)
  })

  it('reports that storing failed, whatever the work still yields', async () => {
    const both = storingResult(
      async (rows) => {
        for await (const _ of rows) throw new Error('the disk is full')
        return { id: 'f' }
      },
      async (give) => {
        for (let n = 0; n < 50; n++) {
          give([[n]])
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
    )
    await expect(both).rejects.toThrow('the disk is full')
  })
})
