// The table at the end of a run: which level and area a test counts for, and its sums.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isApi, timesOfPlaywright, timesOfVitest, timeTable } from './report.mjs'
import { root } from './run.mjs'

const api = "import { testServer } from '#test/http.ts'\n"

it.each([
  ['server/features/members/orders/orders.test.ts', api, true],
  ['server/core/lists/paging.test.ts', "import { cloneDatabase } from '#test/database.ts'", true],
  ['test/faults.test.ts', "import { kill } from './processes.ts'", true],
  ['server/core/csp.test.ts', "import { createHttp } from './http/http.ts'", false],
  ['contract/dates.test.ts', '', false],
])('%s asks the server or not', (file, source, expected) => {
  expect(isApi(file, source)).toBe(expected)
})

const file = (path: string, startTime: number, durations: number[]) => ({
  name: join(root, path),
  startTime,
  endTime: startTime + 5_000,
  assertionResults: durations.map((duration, at) => ({ fullName: `test ${at + 1}`, duration })),
})

const tests = [
  ...timesOfVitest(
    {
      testResults: [
        file('server/features/members/orders/orders.test.ts', 1_000, [1_500, 900]),
        file('server/features/members/dues.test.ts', 0, [1]),
        file('contract/dates.test.ts', 0, [200]),
      ],
    },
    (path) => (path.includes('orders') ? api : ''),
  ),
  ...timesOfPlaywright({
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                title: 'opens',
                file: 'home.spec.ts',
                tests: [{ results: [{ duration: 12_345, startTime: '2026-01-01T00:00:00.000Z' }] }],
              },
            ],
          },
        ],
      },
    ],
  }),
]

it('sums by level and area, and names the slowest first', () => {
  expect(timeTable([{ title: '检查', count: 5, took: 9_000 }], tests)).toEqual([
    '级别    个数  合计（秒）  历时（秒）',
    '检查       5                     9.0',
    '单元       2         0.2         5.0',
    '接口       2         2.4         5.0',
    '浏览器     1        12.3        12.3',
    '',
    '区域                     个数  合计（秒）',
    'e2e                         1        12.3',
    'server/features/members     3         2.4',
    '其余                        1         0.2',
    '',
    '最慢的 5 个测试（秒）',
    '  12.3  e2e/home.spec.ts  opens',
    '   1.5  server/features/members/orders/orders.test.ts  test 1',
    '   0.9  server/features/members/orders/orders.test.ts  test 2',
    '   0.2  contract/dates.test.ts  test 1',
    '   0.0  server/features/members/dues.test.ts  test 1',
  ])
})

it('reports when there are no tests', () => {
  expect(timeTable([], []).slice(0, 1)).toEqual(['级别  个数  合计（秒）  历时（秒）'])
})
