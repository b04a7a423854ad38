import { expect, it } from 'vitest'
import { sectionOf, withSection } from './results.ts'

const row = { what: '列表', figure: '10/s', against: '裸 12/s', ratio: '0.83', toReach: '≥ 0.75', isReached: true }
const order = ['list', 'tabs', 'sheets']

it('a run replaces the sections that it measured and keeps the others, in a fixed order', () => {
  const first = withSection(withSection('', 'sheets', 'S1', order), 'list', 'L1', order)
  expect(first.match(/^## .*$/gm)).toEqual(['## list', '## sheets'])
  const second = withSection(withSection(first, 'sheets', 'S2', order), 'tabs', 'T2', order)
  expect(second.match(/^## .*$/gm)).toEqual(['## list', '## tabs', '## sheets'])
  expect(second).toContain('## list\n\nL1\n')
  expect(second).toContain('## sheets\n\nS2\n')
  expect(second).not.toContain('S1')
})

it('a limit that was not reached is explained below the table', () => {
  expect(sectionOf([row], '2 核')).not.toContain('- 列表')
  expect(sectionOf([row, { ...row, what: '慢', isReached: false, why: '因为' }], '2 核')).toMatch(
    /未达到 \|\n\n- 慢：因为$/,
  )
})
