// Every act that the server records has a word that people read in the logs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { actLabel, targetLabel } from '../contract/system/audit-labels.ts'

const features = join(import.meta.dirname, '../server/features')
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(features, file), 'utf8'))

const found = (pattern: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''))),
]

it.each(found(/\baction: '([a-zA-Z]+\.[a-zA-Z]+)'/g))('§2 the log has words for %s', (action) => {
  const [target = '', verb = ''] = action.split('.')
  expect(targetLabel(target)).not.toBe(target)
  expect(actLabel(action)).not.toContain(verb)
})

it.each(found(/\btargetType: '([a-zA-Z]+)'/g))('§2 the log has a word for the object %s', (target) => {
  expect(targetLabel(target)).not.toBe(target)
})

it.each(found(/\btarget: '([a-zA-Z]+)'/g))('§2 the log has a word for what is imported and exported: %s', (target) => {
  expect(targetLabel(target)).not.toBe(target)
})
