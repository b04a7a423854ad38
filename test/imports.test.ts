// Every column of every import is given what people's files hold by mistake.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportCalls } from '#contract/sheets.ts'
import { sheets } from '#server/app.ts'
import type { Import } from '#server/core/sheets/imports.ts'
import { cloneDatabase } from './database.ts'
import { openTestServer, type Person, type TestServer } from './http.ts'
import { bring } from './sheets.ts'

const NASTY = [
  ...['长期', '11月27日', '２０２６', '2026-02-30', '0000-00-00', '99999-01-01', '########', '#N/A', '#REF!', '1E+17'],
  ...[
    '-',
    '0',
    '-1',
    '1e999',
    'NaN',
    'Infinity',
    '１２３',
    "'; drop table users; --",
    '=1+1',
    '%',
    '\\',
    '\u0001x',
    '\ud800',
  ],
  ...[
    '平',
    '+10',
    '-1.5%',
    '8,500-8,600',
    '2026-11-27 09:30:00',
    '11/27',
    'null',
    '{}',
    '9'.repeat(40),
    '长'.repeat(600),
    '长'.repeat(2_100),
  ],
]

const NO_DAYS = ['长期', '11月27日', '２０２６', '2026-02-30', '########', '#N/A', '1E+17', '0', '-1', '11/27', 'null']

const UNREADABLE = ['########', '#N/A', '#REF!']

const imports = sheets.filter((sheet): sheet is Import => 'calls' in sheet)
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await openTestServer(await cloneDatabase('demo'))
  admin = await server.as('administrator')
})
afterAll(async () => {
  await server.server.close()
})

/** What no file can hold, as corrections of each column. */
async function correct(calls: ImportCalls, { id, version }: { id: string; version: number }) {
  const fixes = calls.columns.flatMap(({ key }, row) => [
    { row: row * 2, key, value: 'a\u0000b' },
    { row: row * 2 + 1, key, value: '\ud800x\udc00' },
  ])
  const { code, msg } = await admin.call(calls.fix, { id, version, fixes, drop: [] })
  expect(`${code} ${msg}`).toMatch(/^200 /)
}

describe('imports.md "Cells"', () => {
  it.each(imports.map(({ calls }) => [calls.noun, calls] as const))(
    'each cell of %s is a value or a problem, and none ends the import',
    async (_, calls) => {
      const { open, columns } = calls
      const rows = columns.flatMap((_, place) =>
        NASTY.map((nasty) => columns.map(({ example }, at) => (at === place ? nasty : example))),
      )
      const text = [columns.map(({ header }) => header), ...rows].map((row) => row.map(quoted).join(',')).join('\n')
      const { code, msg, data } = await admin.call(open, { fileId: await bring(server, admin, text), hasHeader: true })
      expect(`${code} ${msg}`).toMatch(/^200 /)
      const problems: string[] = []
      for (let current = 1; current <= Math.ceil(data.total / data.records.length); current++) {
        const { data: page } = await admin.call(calls.rows, { id: data.id, onlyWrong: data.wrongRows > 0, current })
        for (const each of page.records) problems.push(...each.problems.map(({ key }) => `${each.number} ${key}`))
      }
      // whatever is no day is named at its cell
      const days = columns.flatMap(({ key, rule }, place) =>
        'format' in rule && rule.format === 'date'
          ? NO_DAYS.map((cell) => `${place * NASTY.length + NASTY.indexOf(cell) + 2} ${key}`)
          : [],
      )
      expect(days.filter((cell) => !problems.includes(cell))).toEqual([])
      // formula errors and columns too narrow to read, in any column
      const unreadable = columns.flatMap(({ key }, place) =>
        UNREADABLE.map((cell) => `${place * NASTY.length + NASTY.indexOf(cell) + 2} ${key}`),
      )
      expect(unreadable.filter((cell) => !problems.includes(cell))).toEqual([])
      await correct(calls, data)
    },
  )
})
