// The check of an import's rows: the batches that a check gets, and which problem of a cell wins.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { ImportColumn } from '#contract/sheets.ts'
import type { Executor } from '#server/db/connection.ts'
import type { Person } from '../access/actors.ts'
import { type BatchContext, checkRows, type RowsCheck, whole } from './imports-check.ts'
import { inParts, type NumberedRow } from './imports-content.ts'

type Key = 'name' | 'code'
const column = (key: Key, rule: ImportColumn['rule'], required: boolean): ImportColumn => ({
  key,
  header: key,
  required,
  width: 10,
  example: '',
  hint: '',
  rule,
})
const columns = [
  column('name', Type.String({ title: '名称', maxLength: 3 }), true),
  column('code', Type.String({ title: '编号', maxLength: 3 }), false),
]
const nobody = { db: {} as Executor, actor: {} as Person }
const contentOf = (rows: string[][]) => ({ numbers: rows.map((_, at) => at + 2), rows })
const checked = (rows: string[][], check: RowsCheck<Key, string>) =>
  checkRows(inParts(contentOf(rows)), columns, check, nobody)
const inBatches =
  (
    see: (context: BatchContext<Key>, rows: readonly { at: number; number: number }[]) => void,
  ): RowsCheck<Key, string> =>
  async (context) => {
    for await (const rows of context.batches) see(context, rows)
    return ({ values }) => values.name
  }

describe('checking the rows of an import', () => {
  it('hands a check a few thousand rows at once, and reads no further until it needs more', async () => {
    const happened: string[] = []
    async function* source(): AsyncGenerator<NumberedRow[]> {
      for (let part = 0; part < 6; part++) {
        happened.push(`read ${part}`)
        yield Array.from({ length: 1_000 }, (_, n) => [part * 1_000 + n + 2, ['甲', '']] as const)
      }
    }
    const check = inBatches((_, rows) => happened.push(`checked ${rows[0]?.at} to ${rows.at(-1)?.at}`))
    const { ready } = await checkRows(source(), columns, check, nobody)
    expect(happened).toEqual([
      ...['read 0', 'read 1', 'read 2', 'checked 0 to 2999'],
      ...['read 3', 'read 4', 'read 5', 'checked 3000 to 5999'],
    ])
    expect(ready).toHaveLength(6_000)
    expect(ready.at(-1)).toEqual({ at: 5_999, number: 6_001, value: '甲' })
  })

  it('hands a check of all rows everything at once, with the problems of the column rules', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => [n === 599 ? '' : '乙', ''])
    let count = 0
    const { problems, ready } = await checked(
      rows,
      whole(async ({ rows: all }) => {
        count = all.length
        return ({ values }) => values.name
      }),
    )
    expect(count).toBe(600)
    expect(problems).toEqual([{ at: 599, key: 'name', message: expect.stringContaining('名称') }])
    expect(ready).toHaveLength(599)
  })

  it('reports the problem of a cell’s rule, else the first that the check adds, in the order of the rows', async () => {
    const check: RowsCheck<Key, string> = async ({ batches, report }) => {
      for await (const rows of batches) {
        for (const row of [...rows].reverse()) {
          report(row, 'code', '编号已存在')
          report(row, 'code', '编号太旧')
        }
      }
      return () => ''
    }
    const { problems, ready } = await checked(
      [
        ['甲', 'A'],
        ['乙', '很长的编号'],
      ],
      check,
    )
    expect(problems).toEqual([
      { at: 0, key: 'code', message: '编号已存在' },
      { at: 1, key: 'code', message: expect.stringContaining('3') },
    ])
    expect(ready).toEqual([])
  })

  it('ends the reading where the check fails', async () => {
    let isEnded = false
    async function* source(): AsyncGenerator<NumberedRow[]> {
      try {
        for (;;) yield [[2, ['甲', '']]]
      } finally {
        isEnded = true
      }
    }
    const check = inBatches(() => {
      throw new Error('the database is gone')
    })
    await expect(checkRows(source(), columns, check, nobody)).rejects.toThrow('the database is gone')
    expect(isEnded).toBe(true)
  })
})
