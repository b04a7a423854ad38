// Which browser tests are chosen for a change.
import { expect, it } from 'vitest'
import { specsOf } from './specs-of-change.ts'

const texts = new Map([
  ['fixtures.ts', "import { keyOf } from './storage.ts'"],
  ['storage.ts', ''],
  ['orders.spec.ts', "import { enter } from './fixtures.ts'"],
  ['accounts.spec.ts', "await enter(page, 'seller', '/application/bigData/accounts/index?loginName=one')"],
  ['sign-in.spec.ts', 'await page.goto(`/backend/login`)'],
  ['sweep.spec.ts', "import { pages } from '../web/pages.ts'"],
])
const areas = [
  { name: 'members', files: ['orders.routes.ts', 'accounts.tsx'], paths: ['/application/bigData/accounts'] },
  { name: 'identity', files: ['sign-in-page.tsx'], paths: ['/login'] },
]
const chosen = (...changed: string[]) => Object.fromEntries(specsOf(changed, texts, areas))

it.each([
  [['server/features/members/dues.ts'], ['orders.spec.ts', 'accounts.spec.ts', 'sweep.spec.ts']],
  [['web/features/identity/sign-in.css'], ['sign-in.spec.ts', 'sweep.spec.ts']],
  [['e2e/sign-in.spec.ts'], ['sign-in.spec.ts']],
  [['e2e/storage.ts'], ['orders.spec.ts']],
  [['web/kit/list-page.tsx', 'contract/orders.ts', 'README.md'], []],
])('%j', (changed, specs) => {
  expect(Object.keys(chosen(...changed))).toEqual(specs)
})

it('says why', () => {
  expect(chosen('web/features/members/accounts.tsx', 'e2e/fixtures.ts')).toEqual({
    'orders.spec.ts': '改了它用的 fixtures.ts',
    'accounts.spec.ts': '改了 members：它打开 /application/bigData/accounts',
    'sweep.spec.ts': '改了 members：它打开每个页面',
  })
})
