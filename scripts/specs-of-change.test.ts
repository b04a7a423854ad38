// The browser tests chosen for a change.
import { expect, it } from 'vitest'
import { specsOf } from './specs-of-change.ts'

const texts = new Map([
  ['fixtures.ts', "import { keyOf } from './storage.ts'"],
  ['storage.ts', ''],
  ['members/orders.spec.ts', "import { enter } from '../fixtures.ts'"],
  ['members/accounts.spec.ts', "await enter(page, 'seller', '/application/bigData/accounts/index?loginName=one')"],
  ['identity/sign-in.spec.ts', 'await page.goto(`/backend/login`)'],
  ['sweep.spec.ts', "import { pages } from '#web/pages.ts'"],
])
const areas = [
  { name: 'members', files: ['orders.routes.ts', 'accounts.tsx'], paths: ['/application/bigData/accounts'] },
  { name: 'identity', files: ['sign-in-page.tsx'], paths: ['/login'] },
]
const chosen = (...changed: string[]) => Object.fromEntries(specsOf(changed, texts, areas))

it.each([
  [['server/features/members/dues.ts'], ['members/orders.spec.ts', 'members/accounts.spec.ts', 'sweep.spec.ts']],
  [['web/features/identity/sign-in.css'], ['identity/sign-in.spec.ts', 'sweep.spec.ts']],
  [['e2e/identity/sign-in.spec.ts'], ['identity/sign-in.spec.ts']],
  [['e2e/storage.ts'], ['members/orders.spec.ts']],
  [['web/kit/list/list-page.tsx', 'contract/members/orders.ts', 'README.md'], []],
])('%j', (changed, specs) => {
  expect(Object.keys(chosen(...changed))).toEqual(specs)
})

it('says why', () => {
  expect(chosen('web/features/members/accounts/accounts.tsx', 'e2e/fixtures.ts')).toEqual({
    'members/orders.spec.ts': '改了它用的 fixtures.ts',
    'members/accounts.spec.ts': '改了 members：它打开 /application/bigData/accounts',
    'sweep.spec.ts': '改了 members：它打开每个页面',
  })
})
