// Acts on many rows (602): one function of the server answers them and one place of the browser shows them, so that no
// screen shows only how many were refused.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sourcesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(name) }).map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(join(root, file), 'utf8'),
  }))
const server = sourcesOf('server/{core,features}/**/*.ts')
const web = sourcesOf('web/**/*.{ts,tsx}')
const contract = sourcesOf('contract/**/*.ts')

it('experience.md "A refusal says why": every act on many rows answers by `outcomes`, which says the reason of a single row', () => {
  expect(server.length).toBeGreaterThan(300)
  const acts = server.filter(({ text }) => /\battemptEach\(/.test(text) || /\boutcomes\(/.test(text))
  expect(acts.length).toBeGreaterThan(15)
  expect(server.filter(({ text }) => /refuse\('partlyDone'/.test(text)).map(({ file }) => file)).toEqual([
    'server/core/http/outcomes.ts',
  ])
})

it('experience.md "A refusal says why": `useAct` alone looks at 602, and lists the rows unless the screen does', () => {
  const looking = web.filter(({ text }) => /\bpartlyDone\b/.test(text)).map(({ file }) => file)
  expect(looking.toSorted()).toEqual(['web/lib/call.ts', 'web/lib/outcome.rules.ts'])
  expect(web.filter(({ text }) => /\boutcomesIn\(/.test(text)).map(({ file }) => file)).toEqual(['web/lib/query.ts'])
})

it('experience.md "A refusal says why": writes that do not go through `useAct` concern no rows that people chose', () => {
  const writes = new Set(
    contract.flatMap(({ text }) => [...text.matchAll(/(\w+)(?::| =)\s+writeCall\(/g)].map(([, name]) => name)),
  )
  expect(writes.size).toBeGreaterThan(200)
  const direct = web
    .filter(({ file }) => file !== 'web/lib/query.ts')
    .flatMap(({ text }) => [...text.matchAll(/\bcall\((?:\w+\.)*(\w+)/g)].map(([, name]) => name))
    .filter((name) => writes.has(name))
  expect([...new Set(direct)].toSorted()).toEqual([
    'autosave',
    'beginOauth',
    'changePasswordByTicket',
    'dropAutosave',
    'endImpersonation',
    'openDoor',
    'recordVisits',
    'resetPassword',
    'saveListSettings',
    'sendHelperScans',
    'sendScans',
    'switchOwnNotice',
    'undoScan',
    'updateUserReview',
  ])
})
